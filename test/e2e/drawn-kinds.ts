import { placedKinds } from "../../src/core/kind.js";
import { type ServedParameter, factsFor } from "../../src/emulator/core/facts/served.js";
import { kinds } from "../../src/program/kinds.js";
import { sampleOf, type Things } from "../emulator/samples.js";

const facts = factsFor("19.0.0");

/** A collection of a release that is no kind yet, as somebody who adds it reads it off the facts. */
export interface Drawn {
  /** What it hangs on. */
  readonly parent: "group" | "project" | "instance";
  /** Its path, as facts write it. */
  readonly path: string;
  /** The path of one of it. */
  readonly one: string;
  /** The parameter that names one, which lists show. */
  readonly key: string;
  /** What it is called in files. */
  readonly file: string;
  readonly kind: string;
}

const holders = { "/projects/{id}": "project", "/groups/{id}": "group", "": "instance" } as const;

const paramsOf = (operation: string): Readonly<Record<string, ServedParameter>> => facts?.operation(operation)?.params ?? {};

/** Collections that could be kinds, but for those that are left out on purpose. */
export function drawable(leftOut: RegExp): Drawn[] {
  const known = new Set(placedKinds(kinds).map(({ routes }) => placeless(routes.list ?? "")));
  const paths = [...new Set((facts?.written() ?? []).map((name) => name.slice(name.indexOf(" ") + 1)))];
  return paths.flatMap((path): Drawn[] => {
    const [, at, name] = /^((?:\/(?:projects|groups)\/\{id\})?)(\/[\w/-]+)$/.exec(path) ?? [];
    if (at === undefined || name === undefined || leftOut.test(path) || known.has(placeless(`GET ${path}`))) return [];
    const one = paths.find((other) => other.startsWith(`${path}/{`) && !other.slice(path.length + 1).includes("/"));
    if (one === undefined || !has(`GET ${path}`) || !has(`POST ${path}`) || !has(`DELETE ${one}`)) return [];
    const key = keyOf(path, one);
    // What is made of entries needs a person who knows what goes with what.
    const needed = Object.values(paramsOf(`POST ${path}`)).filter(({ required }) => required);
    if (key === undefined || needed.some(({ type }) => /array|object/.test(type))) return [];
    const parent = holders[at as keyof typeof holders];
    const file = `${parent}_${name.slice(1).replaceAll(/\W+/g, "_").replace(/^_/, "")}`;
    return [{ parent, path, one, key, file, kind: file.replace(/s$/, "") }];
  });
}

const has = (operation: string): boolean => facts?.operation(operation) !== undefined;
const placeless = (route: string): string => route.split("?")[0]?.replaceAll(/\{\w+\}/g, "{}") ?? "";

/** What names one: the place in its path, or its name or title, where a creation takes it and a list shows it. */
function keyOf(path: string, one: string): string | undefined {
  const taken = paramsOf(`POST ${path}`);
  const shown = facts?.operation(`GET ${path}`)?.reply ?? {};
  const place = one.slice(path.length + 2, -1);
  return [place, "name", "title"].find((name) => Object.hasOwn(taken, name) && Object.hasOwn(shown, name));
}

/** What somebody gives a new one beside its key: what is required. */
export function specOf({ path, key }: Drawn, things: Things): Readonly<Record<string, unknown>> {
  const needed = Object.entries(paramsOf(`POST ${path}`)).filter(([name, one]) => one.required === true && name !== key);
  return Object.fromEntries(needed.map(([name, one]) => [name, sampleOf(name, one, 1, things, path)]));
}

/** True for what its key names in its path: the place is called so, or lists show no number. */
export function isNamedInPath({ path, one, key }: Drawn): boolean {
  const shown = facts?.operation(`GET ${path}`)?.reply ?? {};
  return one.slice(path.length + 2, -1) === key || !Object.hasOwn(shown, "id");
}

/** The one file that makes a kind of it. Of each text its author must say that it is no secret. */
export function kindFile(drawn: Drawn): string {
  const { parent, path, one, key, file, kind } = drawn;
  const placed = path.replace("{id}", `{${parent}}`);
  const own = `${placed}/${isNamedInPath(drawn) ? "{key}" : `{${kind}}`}`;
  const update = ["PUT", "PATCH"].find((method) => has(`${method} ${one}`));
  const routes = {
    list: `GET ${placed}`,
    create: `POST ${placed}`,
    ...(update ? { update: `${update} ${own}` } : {}),
    delete: `DELETE ${own}`,
  };
  const texts = Object.entries(paramsOf(`POST ${path}`)).filter(([name, { type }]) => type === "string" && name !== key);
  return `${texts.length === 0 ? "" : 'import { text } from "../core/fields.js";\n'}import { defineKind } from "../core/kind.js";

export const ${camel(kind)} = defineKind({
  name: "${kind}",
  title: "${kind.replaceAll("_", " ").replace(/^./, (first) => first.toUpperCase())}",
  description: "One of the ${file.replaceAll("_", " ")}.",
  source: "the reference of real servers, ${path}",
  dialect: "vendor",
  parents: { ${parent}: { file: "${file}", routes: ${JSON.stringify(routes)} } },
  key: { description: "Its ${key}.", write: "${key}", read: "${key}", max: 255 },
  fields: {${texts.map(([name, { required }]) => `\n    ${name}: text("Its ${name}."${required ? ", { required: true }" : ""}),`).join("")}
  },
  example: {${texts
    .filter(([, { required }]) => required)
    .map(([name]) => ` ${name}: "first",`)
    .join("")} },
  exampleKey: "first",
});
`;
}

/** The file that has the emulator serve it, where it does not yet. */
export function collectionFile(drawn: Drawn): string {
  const { parent, path, key } = drawn;
  const at = path.slice(0, path.startsWith("/projects/") || path.startsWith("/groups/") ? path.indexOf("}") + 1 : 0);
  return `import { collection } from "../../core/collection/spec.js";
import type { Resource } from "../../core/resource.js";

export default {
  collections: [collection("${path.slice(at.length + 1)}", { at: "${at}"${isNamedInPath(drawn) ? `, key: "${key}"` : ""}${parent === "instance" ? ', read: "administrator"' : ""} })],
} satisfies Resource;
`;
}

export const camel = (name: string): string => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
