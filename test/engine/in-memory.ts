import { onTestFinished } from "vitest";
import { fold, formatAddress, isUnder, parentPath } from "../../src/core/address.js";
import type { Capabilities } from "../../src/core/api.js";
import type { JsonObject } from "../../src/core/json.js";
import { addressIn, fieldsOf, kindAt, type Kinds } from "../../src/core/kind.js";
import { kindsOn } from "../../src/core/kinds-on.js";
import { earlierCalls, type Live, type Plan } from "../../src/core/plan.js";
import { loadDesired } from "../../src/desired/index.js";
import { markNames } from "../../src/engine/forms/marks.js";
import { decidePlan, type PlanOptions } from "../../src/engine/plan/decide-plan.js";
import type { Facts, Need } from "../../src/engine/snapshot/needs.js";
import { directory } from "../../src/kinds/directory.js";
import { kinds } from "../../src/program/kinds.js";
import { openDirectory } from "../harness/directory.js";

/** What is live, as data: a thing's place, its number, its attributes, and what else its reply shows. */
export interface Shown {
  readonly kind: string;
  readonly parent?: string;
  readonly path?: string;
  readonly key?: string;
  readonly id?: number;
  readonly spec?: JsonObject;
  readonly marks?: JsonObject;
  readonly entryKeys?: Live["entryKeys"];
  readonly leaves?: true;
}

/** A group. */
export const acme: Shown = { kind: "group", path: "acme", id: 1, spec: { name: "acme", visibility: "private" } };

/** A project. */
export function project(path: string, id: number, more: Partial<Shown> = {}): Shown {
  return { kind: "project", path, id, ...more, spec: { visibility: "private", ...more.spec } };
}

/** A project in that group. */
export const web: Shown = project("acme/web", 2);

/** What a test says of the platform beside what is live. */
export interface Surroundings extends Partial<PlanOptions> {
  readonly capabilities?: Partial<Capabilities>;
  /** Those of the program without it. */
  readonly kinds?: Kinds;
  /** Numbers of users and branches, by name; who has none is not there. */
  readonly ids?: Readonly<Record<string, number>>;
  /** Users that are members of everything. */
  readonly members?: readonly string[];
}

/** Plans files against what is live, both as data, without any server. */
export async function planned(
  files: object,
  live: readonly Shown[] = [],
  around: Surroundings = {},
): Promise<Omit<Plan, "stats">> {
  const { basis, state, options, facts } = await decision(files, live, around);
  return decidePlan(basis, state, options, facts).plan;
}

/** What a plan is decided from, all of it as data. */
export async function decision(files: object, live: readonly Shown[] = [], around: Surroundings = {}) {
  const { capabilities: told, ids = {}, members = [], kinds: declared = kinds, ...options } = around;
  const desk = openDirectory();
  onTestFinished(() => desk.close());
  desk.write("trueup.json", JSON.stringify(files));
  const env = { SECRET: "the-secret-itself" };
  const { state, diagnostics } = await loadDesired(["trueup.json"], { kinds: declared, cwd: desk.path, env });
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join("\n"));
  const capabilities = {
    url: "https://platform.example",
    version: "17.5.0",
    tier: "ultimate",
    tierSource: "flag",
    dialect: "vendor",
    user: { id: 1, username: "root", administrator: true },
    ...told,
  } as const;
  const basis = { kinds: kindsOn(declared, capabilities), directory, capabilities };
  const resolve = (template: string) => template.replace("${env:SECRET}", env.SECRET);
  const usual = { targets: [], resendSecrets: [], allowDelete: [], resolve };
  const facts = answering(live.map(liveOf), ids, members);
  return { basis, state, options: { ...usual, ...options } satisfies PlanOptions, facts };
}

function liveOf({ parent, id = 1, spec = {}, marks = {}, entryKeys, leaves, ...shown }: Shown): Live {
  const kind = kindAt(kinds, { kind: shown.kind, ...(parent === undefined ? {} : { parent }) });
  const address = addressIn(kind, shown.path, shown.key);
  const name = kind.parent === "instance" ? shown.path : shown.key;
  const own = { id, ...(kind.key && name !== undefined ? { [kind.key.read]: name } : {}), ...marks };
  const known = new Set(markNames(kind, fieldsOf(kind, { key: shown.key })));
  const shownMarks = Object.entries({ ...spec, ...own }).filter(([mark]) => known.has(mark) || Object.hasOwn(marks, mark));
  return {
    ...address,
    address: formatAddress(address),
    id,
    spec,
    marks: Object.fromEntries(shownMarks),
    ...(entryKeys ? { entryKeys } : {}),
    scheduledForDeletion: leaves === true,
  };
}

function answering(live: readonly Live[], ids: Readonly<Record<string, number>>, members: readonly string[]): Facts {
  const of = (name: string) => live.filter(({ kind }) => kind === name);
  const at = (one: Live, path: string) => fold(one.path ?? "") === fold(path);
  const on = (need: Need & { readonly read: "one" | "siblings" }) =>
    of(need.kind).filter((one) => !need.parent || need.parent.paths.some((path) => at(one, path)));
  const answer = (need: Need) => {
    switch (need.read) {
      case "tree":
        return of(need.kind).find((one) => at(one, need.path));
      case "below":
        return of(need.kind).filter(({ path = "" }) => need.root === "" || isUnder(path, need.root));
      case "beside":
        return of(need.kind).filter(({ path = "" }) => fold(parentPath(path) ?? "") === fold(need.holder));
      case "near": {
        const beside = of(need.target).filter(
          ({ path = "" }) => fold(parentPath(path) ?? "") === fold(parentPath(need.name) ?? ""),
        );
        return kinds.get(need.target)?.tree ? beside.map(({ path = "" }) => path) : Object.keys(ids);
      }
      case "one":
        return on(need)[0];
      case "siblings": {
        const { parent } = need;
        if (parent && !parent.paths.some((path) => of(parent.kind).some((one) => at(one, path)))) return undefined;
        return need.key === undefined ? on(need) : on(need).filter(({ key }) => key === need.key);
      }
      case "id":
        return ids[need.name];
      case "exists":
        return Object.hasOwn(ids, need.name);
      case "name":
        return Object.keys(ids).find((name) => ids[name] === need.id);
      case "membership":
        return members.includes(need.username);
      default:
        return undefined;
    }
  };
  return answer as Facts;
}

/** Whether a call waits for another one, also by way of others. */
export function waitsFor(
  plan: Pick<Plan, "calls" | "barriers">,
  later: string | undefined,
  earlier: string | undefined,
): boolean {
  const call = plan.calls.find(({ id }) => id === later);
  const before = call === undefined ? [] : earlierCalls(plan)(call);
  return earlier !== undefined && before.some((id) => id === earlier || waitsFor(plan, id, earlier));
}

/** The id of the one call that begins so: its method, its path and, where a text follows, a text of its parameters or its body. */
export function callOf({ calls }: Pick<Plan, "calls">, route: string, text = ""): string {
  const found = calls.filter(
    ({ method, path, params, body }) => `${method} ${path}` === route && JSON.stringify([params, body]).includes(text),
  );
  const [only, ...others] = found;
  if (!only || others.length > 0) throw new Error(`${found.length} calls are ${route} ${text}`);
  return only.id;
}

/** What each change of a plan does, to what. */
export function actions({ changes }: Pick<Plan, "changes">): string[] {
  return changes.map(({ action, address }) => `${action} ${address}`);
}

/** The body of the one call of a route. */
export function bodyOf(plan: Pick<Plan, "calls">, route: string): object {
  return plan.calls.find(({ id }) => id === callOf(plan, route))?.body ?? {};
}
