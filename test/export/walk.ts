import type { JsonObject } from "../../src/core/json.js";
import { Around, at, type Row } from "./around.js";
import type { Playground } from "./playground.js";
import { Setter } from "./setting.js";
import type { Step } from "./steps.js";

/** What came of a walk. */
export interface Walked {
  /** Changes that the platform took. */
  readonly done: number;
  /** Labels of the attributes that it took a value for. */
  readonly touched: ReadonlySet<string>;
  /** What it declined, in words. */
  readonly declined: readonly string[];
}

/**
 * Goes through all steps, and then through `more` of them until the platform took `limit` changes; waits until nothing is under way. What the
 * platform declines is no change; whatever is neither taken nor declined is an error.
 */
export async function walk(ground: Playground, steps: readonly Step[], more: readonly Step[] = [], limit = 0): Promise<Walked> {
  const around = new Around(ground.platform);
  const setter = new Setter(ground, around);
  const take = async (step: Step): Promise<void> => {
    if (step.what === "set") await setter.set(step);
    else await around.attempt(step.what, () => deed(ground, around, setter, step));
  };
  for (const step of steps) await take(step);
  for (const step of more) {
    if (around.done >= limit) break;
    await take(step);
  }
  await around.rest();
  return { done: around.done, touched: setter.touched, declined: around.declined };
}

/** Does what a step says; answers false if there is nothing to do it to. */
async function deed(ground: Playground, around: Around, setter: Setter, { what, who, where, name }: Step): Promise<unknown> {
  switch (what) {
    case "group":
      return setter.makeGroup(where, name, []);
    case "project":
      return makeProject(around, await around.group(where), name, { initialize_with_readme: true });
    case "personal project":
      return makeProject(around, undefined, name, {});
    case "import": {
      const import_url = `https://somebody:${ground.secrets.next()}@example.com/${who}.git`;
      return makeProject(around, await around.group(where), name, { import_url });
    }
    case "topic":
      return around.call("POST", "/topics", { name: name.trim(), title: name });
    case "rule":
      return setter.makeRule(await around.project(who), name, []);
    case "environment":
      return setter.makeEnvironment(await around.group(who), where, []);
    case "rename":
      return rename(around, who, where, name);
    case "rename topic":
      return onRow(await around.topic(who), ({ id }) => around.call("PUT", `/topics/${id}`, { name: name.trim() }));
    case "move":
      return move(around, who, where);
    case "delete":
      return remove(around, who, where);
    case "restore":
      return restore(around, who);
    case "member":
      return member(around, who, where);
    case "branch":
      return onRow(await around.project(who), ({ id }) => around.protect(id, where % 2 === 0 ? "release" : name));
    case "branch of a group":
      return setter.makeBranch(await around.group(who), name, []);
    default:
      return dropChild(around, await around.project(who), where);
  }
}

async function onRow(row: Row | undefined, then: (row: Row) => Promise<unknown>): Promise<unknown> {
  return row ? then(row) : false;
}

async function makeProject(around: Around, holder: Row | undefined, path: string, more: JsonObject): Promise<unknown> {
  return around.call("POST", "/projects", { path, ...(holder ? { namespace_id: holder.id } : {}), ...more });
}

async function rename(around: Around, who: number, where: number, name: string): Promise<unknown> {
  const [kind, row] = await around.loose(who);
  return onRow(row, ({ id }) => around.call("PUT", `/${kind}/${id}`, where % 2 === 0 ? { path: name } : { name }));
}

async function move(around: Around, who: number, where: number): Promise<unknown> {
  const [kind, row] = await around.loose(who);
  const target = await around.group(where);
  if (!row || !target) return false;
  if (kind === "projects") return around.call("PUT", `/projects/${row.id}/transfer`, { namespace: target.id });
  return around.call("POST", `/groups/${row.id}/transfer`, where % 4 === 0 ? {} : { group_id: target.id });
}

async function remove(around: Around, who: number, where: number): Promise<unknown> {
  if (where % 4 === 0) return onRow(await around.topic(who), ({ id }) => around.call("DELETE", `/topics/${id}`));
  const [kind, row] = await around.loose(who);
  return onRow(row, ({ id }) => around.call("DELETE", `/${kind}/${id}`));
}

async function restore(around: Around, who: number): Promise<unknown> {
  const [kind, row] = await around.scheduled(who);
  return onRow(row, ({ id }) => around.call("POST", `/${kind}/${id}/restore`));
}

async function member(around: Around, who: number, where: number): Promise<unknown> {
  const [kind, row] = await around.loose(who);
  return onRow(row, ({ id }) => around.addMembers(kind, id, [10, 20, 30, 40, 50][where % 5]));
}

/** Takes an integration, a rule or a protection away. */
async function dropChild(around: Around, project: Row | undefined, where: number): Promise<unknown> {
  if (!project) return false;
  const list = ["integrations", "approval_rules", "protected_branches"][where % 3] ?? "";
  const rows = (await around.call("GET", `/projects/${project.id}/${list}?per_page=100`)) as Row[];
  const keyOf = ({ id, slug, name = "" }: Row) => (list === "protected_branches" ? encodeURIComponent(name) : (slug ?? id));
  return onRow(at(rows, where), (row) => around.call("DELETE", `/projects/${project.id}/${list}/${keyOf(row)}`));
}
