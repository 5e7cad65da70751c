// @module-tag slow
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { isObject, type Json, type JsonObject } from "../../src/core/json.js";
import { isTopLevel, kindAt, type PlacedKind } from "../../src/core/kind.js";
import { type Role, roleLevels } from "../../src/core/names.js";
import type { Call, Change, Plan } from "../../src/core/plan.js";
import { rightFor } from "../../src/core/role.js";
import { addressOfChange } from "../../src/engine/plan/change-content.js";
import { kinds } from "../../src/program/kinds.js";
import {
  changeableMembers,
  companyFiles,
  companySecrets,
  type Member,
  members,
  otherBody,
  runPipeline,
} from "../e2e/company-of-all.js";
import { deletes, planIn } from "../e2e/matrix-run.js";
import { type Administrator, administratorOf, type Answer } from "../harness/administrator.js";
import { inProcess } from "../harness/command-line.js";
import { type Directory, openDirectory } from "../harness/directory.js";
import { openEmulator, type RunningEmulator } from "../harness/emulator.js";
import { acknowledged } from "../harness/fixture.js";

/** Levels of people in the group that holds everything, lowest first; above them is the administrator. */
const levels = [10, 15, 20, 30, 40, 50];

let platform: RunningEmulator;
let office: Directory;
const people = new Map<number, Administrator>();

beforeAll(async () => {
  const seed = { users: [{ username: "alice" }, { username: "bob" }] };
  platform = await openEmulator({ tier: "ultimate", dialect: "vendor", serverVersion: "19.0.0", seed });
  office = openDirectory({ "all/trueup.yaml": companyFiles() });
  await apply();
  await runPipeline(platform);
  await apply();
  // oxlint-disable-next-line no-await-in-loop -- one after the other: the numbers of users follow
  for (const level of levels) people.set(level, await join(level));
  people.set(Number.POSITIVE_INFINITY, platform);
});
afterAll(async () => {
  await platform?.close();
  office?.close();
});

async function trueup(...words: readonly string[]) {
  return inProcess(acknowledged(words), { cwd: office.path, env: { ...companySecrets, ...platform.env } });
}

async function apply(): Promise<void> {
  const { code, stdout, stderr } = await trueup("apply", "all", "--yes");
  expect(code, stdout + stderr).toBe(0);
}

/** Somebody with a level in the group, with a token that may do all that its user may. */
async function join(level: number): Promise<Administrator> {
  const username = `level${level}`;
  const email = `${username}@example.com`;
  const body = { username, name: username, email, password: "a-Long-pass-7731", skip_confirmation: true };
  const { id } = (await platform.call("POST", "/users", body)) as { id: number };
  await platform.call("POST", "/groups/acme/members", { user_id: id, access_level: level });
  const expires = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const made = await platform.call("POST", `/users/${id}/personal_access_tokens`, {
    name: "t",
    scopes: ["api"],
    expires_at: expires,
  });
  return administratorOf({ url: platform.url, token: (made as { token: string }).token });
}

/** A value of a call with its secrets in place; undefined where it needs the answer of another call. */
function literal(value: Json): Json | undefined {
  if (Array.isArray(value)) {
    const items = value.map((item: Json) => literal(item));
    return items.some((item) => item === undefined) ? undefined : (items as Json[]);
  }
  if (!isObject(value)) return value;
  const { $secret: template } = value;
  if (typeof template === "string")
    return template.replaceAll(/\$\{env:(\w+)\}/g, (_, name: string) => companySecrets[name] ?? "");
  const parts: Record<string, Json> = {};
  for (const [key, part] of Object.entries(value)) {
    const said = literal(part ?? null);
    if (key.startsWith("$") || said === undefined) return undefined;
    parts[key] = said;
  }
  return parts;
}

/** A call as it is sent; undefined where it needs the answer of another call. */
function request({ method, path, params, body }: Call): readonly [string, string, Json | undefined] | undefined {
  const [places, content] = [literal(params as Json), body === undefined ? null : literal(body as Json)];
  if (!isObject(places) || content === undefined) return undefined;
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const place = places[name];
    return encodeURIComponent(typeof place === "string" ? place : JSON.stringify(place));
  });
  return [method, filled, content ?? undefined];
}

async function send(call: Call, level: number): Promise<Answer> {
  const [person, sent] = [people.get(level), request(call)];
  if (!person || !sent) throw new Error(`${call.path} cannot be sent with the level ${level}`);
  return person.ask(...sent);
}

const below = (role: Role): number => levels.filter((level) => level < roleLevels[role]).at(-1) ?? 0;

/** Changes for which the emulator asks for more than the role that is said, with the reason. An entry that is no longer true fails the test. */
const leftOut: Readonly<Record<string, string>> = {
  "update pipeline_schedule of a project": "only the owner of a schedule changes it, and the administrator made this one",
  "delete pipeline_schedule of a project": "the same",
  "update repository_file of a project": "the branch is protected for maintainers; others are not",
  "delete repository_file of a project": "the same",
  "create repository_file of a project": "the same",
  "update push_rules of a group":
    "the documentation says owners, as the emulator does; the policies of older releases let maintainers",
};
const leftOutOf = (action: string): string[] => Object.keys(leftOut).filter((name) => name.startsWith(action));

/** A server that lets somebody make no project in a group calls the namespace not valid. */
const isRefused = ({ status, body }: Answer): boolean =>
  [401, 403, 404].includes(status) || (status === 400 && JSON.stringify(body).includes('"namespace":["is not valid"]'));

const placeName = (kind: PlacedKind): string => `${kind.name}${isTopLevel(kind) ? "" : ` of a ${kind.parent}`}`;

/** What is wrong with the role that is said of a change: undefined where it is the least. Calls that need the answer of an earlier one are not sent. */
async function fault({ calls }: Plan, change: Change): Promise<string | undefined> {
  const at = addressOfChange(change, kinds);
  const attributes = change.attributes.map(({ path }) => path.split(".")[0] ?? "");
  const isMoved = change.action === "move" && change.from !== undefined;
  const said = rightFor(kinds, isMoved ? { ...at, path: change.from } : at, change.action, attributes);
  const own = calls.filter((call) => change.calls.includes(call.id) && request(call) !== undefined);
  const [first] = own;
  const name = `${change.action} ${placeName(kindAt(kinds, at))}`;
  if (!said || !first) return `${name}: cannot be sent`;
  const refused = await send(first, below(said.role));
  if (!isRefused(refused)) return `${name}: less than ${said.role} suffices: ${refused.status} ${JSON.stringify(refused.body)}`;
  for (const call of own) {
    // oxlint-disable-next-line no-await-in-loop -- the calls of a change follow each other
    const { status } = await send(call, roleLevels[said.role]);
    if (status === 403) {
      // oxlint-disable-next-line no-await-in-loop -- what comes next is tried without it
      await send(call, roleLevels.administrator);
      return name;
    }
    if (status >= 400) return `${name}: ${said.role} got ${status}`;
  }
  return undefined;
}

interface Tried {
  /** What was changed, such as `create hook of a group`. */
  readonly names: readonly string[];
  /** What is wrong: the name alone where the role is not enough. */
  readonly wrong: readonly string[];
}

/** Sends every change of a plan with one role less and with the role, one after the other. */
async function tried(files: JsonObject): Promise<Tried> {
  office.write("other/trueup.yaml", JSON.stringify(files));
  const plan = planIn(await trueup("plan", "other", "--json", ...deletes));
  expect(plan.refusals).toEqual([]);
  const wrong: string[] = [];
  for (const change of plan.changes) {
    // oxlint-disable-next-line no-await-in-loop -- each is tried on what the one before left
    const one = await fault(plan, change);
    if (one !== undefined) wrong.push(one);
  }
  const names = plan.changes.map((change) => `${change.action} ${placeName(kindAt(kinds, addressOfChange(change, kinds)))}`);
  return { names: [...new Set(names)].sort(), wrong: [...new Set(wrong)].sort() };
}

const company = (of: readonly Member[]): JsonObject => JSON.parse(companyFiles(of)) as JsonObject;
const namesOf = (action: string, of: readonly Member[]): string[] =>
  [...new Set(of.map(({ kind }) => `${action} ${placeName(kind)}`))].sort();

/** What can be made and deleted one by one. */
const deletable = members().filter(({ kind }) => kind.as === "map" && kind.routes.delete !== undefined);

describe("the role that is said of a kind is the least: less is refused, and it suffices", () => {
  beforeEach(apply);

  it("for an update of every kind in every place", async () => {
    const changed = changeableMembers().map((one) => ({ ...one, body: otherBody(one) }));
    const { names, wrong } = await tried(company(changed));
    expect(wrong).toEqual(leftOutOf("update").sort());
    expect(names).toEqual(namesOf("update", changed));
  });

  it("for a delete and a create of every kind in every place", async () => {
    const gone = await tried(company(deletable.map((one) => ({ ...one, body: { ensure: "absent" } }))));
    expect(gone.wrong).toEqual(leftOutOf("delete").sort());
    expect(gone.names).toEqual(namesOf("delete", deletable));
    const made = await tried(company(deletable));
    expect(made.wrong).toEqual(leftOutOf("create").sort());
    expect(made.names).toEqual(namesOf("create", deletable));
  });

  it("for groups and projects: to make, change, rename, move and delete them", async () => {
    const named = async (groups: JsonObject, projects: JsonObject) => tried({ groups, projects });
    const inside = "acme/platform/";
    const steps = [
      await named({ [`${inside}new`]: { name: "New" } }, { [`${inside}too`]: { name: "Too" } }),
      await named({ [`${inside}release`]: { description: "Other" } }, { [`${inside}deploy`]: { description: "Other" } }),
      await named({}, { [`${inside}deploy`]: { name: "Renamed" } }),
      await named({}, { "acme/deploy": { moved_from: `${inside}deploy` } }),
      await named({ [`${inside}release`]: { ensure: "absent" } }, { "acme/deploy": { ensure: "absent" } }),
    ];
    expect(steps.flatMap(({ wrong }) => wrong)).toEqual([]);
    const both = (action: string): string[] => [`${action} group`, `${action} project`];
    expect(steps.map(({ names }) => names)).toEqual([
      both("create"),
      both("update"),
      ["update project"],
      ["move project"],
      both("delete"),
    ]);
  });
});
