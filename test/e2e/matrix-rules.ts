import { isObject, type Json, type JsonObject } from "../../src/core/json.js";
import { compareVersions } from "../../src/core/names.js";
import type { Change, Plan } from "../../src/core/plan.js";
import { diff } from "../../src/engine/forms/diff.js";
import type { Written } from "./files.js";
import { isCompared, mayHave, type Server, type Subject, valueOf } from "./subjects.js";

/** True for an attribute that a plan refuses by its name; of what can be said in part without a licence, tests of the kind say which part. */
export function isRefused(server: Server, { fields, kind, key }: Subject, name: string): boolean {
  return fields[name]?.unlicensed === undefined && !mayHave(server, fields[name], kind, key);
}

/** True for what every body must give, also of a thing that is there. */
export function isRepeated({ fields }: Subject, name: string): boolean {
  return fields[name]?.required === true && fields[name].carried !== undefined;
}

/** True for what must go along when something else is switched on. */
export function isCompanion({ fields, names }: Subject, name: string): boolean {
  return names.some((other) => fields[other]?.requires?.includes(name));
}

/** The picture of a private project that somebody uploads by hand: before 16.9 no token can look at it. And what calls of its own change, which tests of the kind make by hand. */
export function isOutOfSight({ kind, fields }: Subject, name: string, { dialect, version }: Server): boolean {
  const { links, type } = fields[name] ?? {};
  if ((kind.calls !== undefined && type === "map") || (links !== undefined && !kind.tree)) return true;
  return (
    kind.name === "project" && fields[name]?.picture !== undefined && dialect === "vendor" && compareVersions(version, "16.9") < 0
  );
}

/** True for an attribute of the subject's own whose change a plan can show. */
export function isTaken(subject: Subject, name: string, server: Server): boolean {
  return subject.names.includes(name) && isCompared(subject, name, server);
}

/** Records are shown attribute by attribute. */
export function dotted(subject: Subject, name: string, value: Json): string[] {
  if (subject.fields[name]?.type !== "record" || !isObject(value)) return [name];
  return Object.keys(value).map((part) => `${name}.${part}`);
}

/** The attributes that changes are about, each behind the address of its thing. */
export function pathsOf(changes: readonly Change[]): string[] {
  return changes.flatMap(({ address, attributes }) => attributes.map(({ path }) => `${address} ${path}`)).sort();
}

/** Attributes whose place in the plan is not where they stand in the file. */
export function misplaced(plan: Plan, written: Written): string[] {
  return plan.changes.flatMap(({ address, attributes }) =>
    attributes
      .filter(({ path, source }) => source !== `files/trueup.yaml:${written.places.get(`${address} ${path}`)}`)
      .map(({ path, source }) => `${address} ${path} is said to stand at ${source}`),
  );
}

/** Attributes whose `before` is not the value that they were given. */
export function strange(all: readonly Subject[], plan: Plan, which: 0 | 1): string[] {
  return all.flatMap((subject) => {
    const change = plan.changes.find(({ address }) => address === subject.address);
    return (change?.attributes ?? []).flatMap(({ path, before }) => {
      const [name = "", part] = path.split(".");
      const field = subject.fields[name];
      if (!field || field.type === "image" || field.secret || field.item?.secret) return [];
      const whole = valueOf(subject, name, which);
      const given = part === undefined ? whole : (whole as JsonObject)[part];
      const fields = { [path]: part === undefined ? field : (field.fields?.[part] ?? field) };
      const differences = diff(fields, { [path]: given ?? null }, { [path]: before ?? null });
      return differences.map(() => `${subject.address} ${path}: given ${JSON.stringify(given)}, shown ${JSON.stringify(before)}`);
    });
  });
}
