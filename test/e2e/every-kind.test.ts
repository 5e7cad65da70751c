// @module-tag slow
import { afterAll, beforeAll, expect, it } from "vitest";
import type { ExplainedAttribute } from "../../src/core/explained.js";
import type { Json, JsonObject } from "../../src/core/json.js";
import { fieldsOf, isTopLevel } from "../../src/core/kind.js";
import type { Plan } from "../../src/core/plan.js";
import { readCosts } from "../../src/core/read-costs.js";
import { compareStrictness, isOrdered } from "../../src/core/strictness.js";
import { inProcess } from "../harness/command-line.js";
import { type Directory, openDirectory } from "../harness/directory.js";
import { type RunningEmulator, openEmulator } from "../harness/emulator.js";
import { acknowledged, mustHide } from "../harness/fixture.js";
import {
  type Member,
  changeableMembers,
  companyFiles,
  companySecrets,
  members,
  otherBody,
  runPipeline,
} from "./company-of-all.js";
import { deletes, planIn } from "./matrix-run.js";

/** What all have in common that need an instance with one of every kind. */
const slow = { tags: ["slow"] };

let platform: RunningEmulator;
let office: Directory;

beforeAll(async () => {
  platform = await openEmulator({
    tier: "ultimate",
    dialect: "vendor",
    serverVersion: "19.0.0",
    seed: { users: [{ username: "alice" }, { username: "bob" }] },
  });
  office = openDirectory({ "trueup/company.yaml": companyFiles() });
  await ends(0, "apply", "--yes");
  await runPipeline(platform);
  await ends(0, "apply", "--yes");
});
afterAll(async () => {
  await platform?.close();
  office?.close();
});

async function trueup(...words: readonly string[]) {
  const ran = await inProcess(acknowledged(words), { cwd: office.path, env: { ...companySecrets, ...platform.env } });
  mustHide(Object.values(companySecrets), `the output of trueup ${words.join(" ")}`, ran.stdout + ran.stderr);
  return ran;
}

async function ends(code: number, ...words: readonly string[]): Promise<string> {
  const ran = await trueup(...words);
  expect(ran.code, `trueup ${words.join(" ")}\n${ran.stdout}${ran.stderr}`).toBe(code);
  return ran.stdout;
}

/** Writes files that say what these members are, and this. */
function write(more: JsonObject, of: readonly Member[] = []): void {
  office.write("some/trueup.yaml", JSON.stringify({ ...(JSON.parse(companyFiles(of)) as JsonObject), ...more }));
}

const planned = async (...words: readonly string[]): Promise<Plan> => planIn(await trueup("plan", "some", "--json", ...words));

/** What of the members hangs on groups and projects, which policies are for. */
const hanging = members().filter(({ kind }) => !isTopLevel(kind));

/** Policies by the addresses of members: each says something of that one alone. */
function policies(
  said: (member: Member) => JsonObject | undefined,
  more: (member: Member) => JsonObject = () => ({}),
): JsonObject {
  const entries = hanging.flatMap((member) => {
    const set = said(member);
    const { kind, path = "", key, address } = member;
    const body = { [kind.file]: key === undefined ? set : { [key]: set } } as JsonObject;
    return set ? [[nameOf(address), { [`${kind.parent}s`]: [path], set: body, ...more(member) }] as const] : [];
  });
  return { policies: Object.fromEntries(entries) };
}

const nameOf = (address: string): string => address.replaceAll(/\W+/g, "-");

it("explain names the line of each attribute of every kind under every parent, and what is live at the top", slow, async () => {
  const lines = companyFiles().split("\n");
  for (const { address, body, kind } of members()) {
    const isTop = isTopLevel(kind);
    const text = await ends(0, "explain", address, "--format", "json", ...(isTop ? ["--live"] : []));
    const told = JSON.parse(text) as { attributes: readonly (ExplainedAttribute & { attribute: string })[]; isLive?: boolean };
    expect([address, told.isLive]).toEqual([address, isTop ? true : undefined]);
    expect([address, told.attributes.map(({ attribute }) => attribute).sort()]).toEqual([address, Object.keys(body).sort()]);
    for (const { path, source } of told.attributes.flatMap((one) => one.lines)) {
      const line = lines[Number(source.split(":")[1]) - 1];
      expect([address, line]).toEqual([address, expect.stringContaining(JSON.stringify(path.split(".").at(-1)))]);
    }
  }
});

const nameless = (route: string): string => route.replaceAll(/\{\w+\}/g, "{}").replace("/api/v4/", "/");

it("a plan of what is there reads each list once, and one by one only what lists do not show", slow, async () => {
  await platform.reset();
  await ends(0, "plan", "--detailed-exitcode");
  const { routes } = await platform.requests();
  const expected = members().flatMap(({ kind, body }) =>
    readCosts(kind)
      .filter(({ only, attributes }) => !only && (attributes?.some((name) => Object.hasOwn(body, name)) ?? true))
      .map(({ route }) => [nameless(route.split("?")[0] ?? ""), 1] as const),
  );
  const ofTrees = ["GET /groups/{}", "GET /projects/{}", "GET /license", "GET /metadata", "GET /user"];
  const read = Object.entries(routes).map(([route, count]) => [nameless(route), count] as const);
  expect(Object.fromEntries(read.filter(([route]) => !ofTrees.includes(route)))).toEqual(Object.fromEntries(expected));
});

/** Attributes of a member that have an order and are shown, with the least and the most that they may be, and what they are now. */
function orderedOf({ kind, key, body }: Member) {
  return Object.entries(fieldsOf(kind, { key }))
    .filter(([, field]) => isOrdered(field) && !field.unreadable && !field.deprecated)
    .map(([name, field]) => {
      const { values, min = 0, max = min + 7 } = field;
      const ends: readonly [Json, Json] = [values?.[0] ?? min, values?.at(-1) ?? max];
      return { name, field, ends, now: body[name] ?? field.default ?? null };
    });
}

/** What a body must say of a member to make one. */
function requiredOf({ kind, key, body }: Member): JsonObject {
  return Object.fromEntries(Object.entries(body).filter(([name]) => fieldsOf(kind, { key })[name]?.required));
}

it.each([
  ["at_least", 1],
  ["at_most", 0],
] as const)("policies bound whatever of a kind has an order: %s", slow, async (word, end) => {
  const boundsOf = (member: Member) =>
    orderedOf(member).map(({ name, ends: limits }) => [name, { [word]: limits[end] }] as const);
  write(
    policies((member) => {
      const bounds = Object.fromEntries(boundsOf(member));
      return Object.keys(bounds).length === 0 ? undefined : { ...requiredOf(member), ...bounds };
    }),
  );
  const expected = hanging.flatMap((member) =>
    orderedOf(member)
      .filter(({ field, now, ends: limits }) => compareStrictness(field, now, limits[end]) !== 0)
      .map(
        ({ name, ends: limits }) => `${member.address} ${name}: ${JSON.stringify(limits[end])}, policy ${nameOf(member.address)}`,
      ),
  );
  const { changes, refusals } = await planned();
  const found = changes.flatMap(({ address, attributes }) =>
    attributes.map(({ path, after, layer }) => `${address} ${path}: ${JSON.stringify(after)}, ${layer}`),
  );
  expect([refusals, found.sort()]).toEqual([[], expected.sort()]);
  expect(expected.length).toBeGreaterThan(7);
});

it(
  "policies enforce each attribute of every kind: a body that says otherwise is an error, and the same is none",
  slow,
  async () => {
    const firm = policies(
      ({ body }) => body,
      ({ kind, key, body }) => ({
        enforce: Object.keys(body).map((name) => [kind.file, ...(key === undefined ? [] : [key]), name].join(".")),
      }),
    );
    write(firm);
    expect((await planned()).changes).toEqual([]);
    const others = changeableMembers().filter(({ kind }) => !isTopLevel(kind));
    write(
      firm,
      others.map((one) => ({ ...one, body: otherBody(one) })),
    );
    const { problems } = JSON.parse(await ends(1, "validate", "some", "--json")) as {
      problems: readonly { rule: string; address: string }[];
    };
    expect(problems.map(({ rule, address }) => `${rule} ${address}`).sort()).toEqual(
      others.map(({ address }) => `policy.enforced ${address}`).sort(),
    );
  },
);

/** What somebody says otherwise of a member, and other values plainly in place of its secrets. */
function plainlyOther(member: Member): JsonObject {
  const fields = fieldsOf(member.kind, { key: member.key });
  const plain = Object.keys(member.body).filter((name) => typeof fields[name]?.secret === "object");
  return { ...otherBody(member), ...Object.fromEntries(plain.map((name) => [name, "no-secret-at-all"])) };
}

it("a report of compliance tells of every kind what violates, and no secret that is live", slow, async () => {
  const others = changeableMembers().filter(({ kind }) => !isTopLevel(kind));
  write(policies((member) => (others.some(({ address }) => address === member.address) ? plainlyOther(member) : undefined)));
  const told = await ends(2, "report", "compliance", "some", "--format", "json");
  expect(others.filter(({ address }) => !told.includes(JSON.stringify(address))).map(({ address }) => address)).toEqual([]);
});

/** Kinds of which servers let nobody delete one that is in use, so that none goes for not being declared. */
const inUse: ReadonlySet<string> = new Set(["environment"]);
/** What the server itself has protected. */
const ofItself = ["protected_branch:acme/platform/deploy:main", "protected_branch:acme/platform/web:main"];

it("delete_undeclared takes the strays of each list and none that are inherited; guards count each kind", slow, async () => {
  const strays = members().filter(
    ({ kind }) => kind.as === "map" && kind.routes.delete !== undefined && !kind.committed && !inUse.has(kind.name),
  );
  const gone = (globs: readonly string[]) => ({
    delete_undeclared: Object.fromEntries(strays.map(({ kind }) => [kind.file, isTopLevel(kind) ? true : globs])) as JsonObject,
  });
  write(gone(["acme/platform", "acme/platform/**"]));
  const below = [...strays.filter(({ kind }) => kind.parent !== "group").map(({ address }) => address), ...ofItself];
  const { changes, refusals } = await planned("--max-deletes", "0");
  expect(changes.map(({ action, address }) => `${action} ${address}`).sort()).toEqual(
    below.map((address) => `delete ${address}`).sort(),
  );
  expect(
    refusals
      .filter(({ rule }) => rule === "guard.max-deletes")
      .flatMap(({ addresses }) => addresses)
      .sort(),
  ).toEqual(below.sort());
  await ends(0, "apply", "some", "--yes", ...deletes);
  expect((await planned()).changes).toEqual([]);
  write(gone(["**"]));
  const above = strays.filter(({ kind }) => kind.parent === "group").map(({ address }) => `delete ${address}`);
  expect((await planned()).changes.map(({ action, address }) => `${action} ${address}`).sort()).toEqual(above.sort());
  await ends(0, "apply", "some", "--yes", ...deletes);
  expect((await planned()).changes).toEqual([]);
});
