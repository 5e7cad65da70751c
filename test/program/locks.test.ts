// @module-tag slow
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { AttributeLock } from "../../src/core/fields.js";
import type { Json, JsonObject } from "../../src/core/json.js";
import { kinds } from "../../src/program/kinds.js";
import { openProgram, type Program } from "../harness/program.js";

let program: Program;
beforeEach(async () => {
  program = await openProgram({
    tier: "ultimate",
    dialect: "vendor",
    // The first release of which it is said that it knows every attribute with a lock.
    serverVersion: "19.0.0",
    seed: {
      groups: [
        { full_path: "acme", name: "Acme" },
        { full_path: "acme/deep", name: "Deep" },
        { full_path: "other", name: "Other" },
      ],
      projects: [{ path_with_namespace: "acme/deep/api", name: "API" }],
    },
  });
});
afterEach(() => program.close());

const at = (path: string) => encodeURIComponent(path);

/** Every lock that a kind knows of. */
const locks: readonly (readonly [at: string, kind: string, attribute: string, lock: AttributeLock])[] = [
  ...kinds.values(),
].flatMap((kind) =>
  Object.entries(kind.fields).flatMap(([attribute, { lockedBy = [] }]) =>
    lockedBy.map((lock) => [`${kind.name}.${attribute} by ${lock.field} of ${lock.kind}`, kind.name, attribute, lock] as const),
  ),
);

/** A value that the lock does not leave: the other flag, another word, or a list with something in it. */
function otherThan(lock: AttributeLock, attribute: string): Json {
  if (lock.noMore) return [{ group: "other", access_level: "developer" }];
  return attribute === "shared_runners_setting" ? "enabled" : (lock.value ?? false) === false;
}

/** Closes a lock in the group at the top, or in the instance. */
async function close({ kind, field, is, value }: AttributeLock, attribute: string): Promise<void> {
  const where = kind === "group" ? "/groups/acme" : "/application/settings";
  // What has no value of its own is locked at the one that it has there.
  const own = value === undefined ? { [attribute]: false } : {};
  await program.call("PUT", where, { ...own, [field]: is });
}

/** What the files say of the thing below, and the request that says the same. */
function saidBelow(kind: string, attribute: string, value: Json) {
  const spec = { [attribute]: value };
  const project = { projects: { "acme/deep/api": kind === "project" ? spec : { [kind]: spec } } };
  return kind === "group" ? { groups: { "acme/deep": spec } } : project;
}

const routes: Readonly<Record<string, readonly [method: string, path: string]>> = {
  group: ["PUT", `/groups/${at("acme/deep")}`],
  project: ["PUT", `/projects/${at("acme/deep/api")}`],
  approval_settings: ["POST", `/projects/${at("acme/deep/api")}/approvals`],
  job_token_scope: ["PATCH", `/projects/${at("acme/deep/api")}/job_token_scope`],
};
const shownAs: Readonly<Record<string, string>> = { enabled: "inbound_enabled" };

async function shownBelow(kind: string, attribute: string): Promise<Json | undefined> {
  const [, path = ""] = routes[kind] ?? [];
  return ((await program.call("GET", path)) as JsonObject)[shownAs[attribute] ?? attribute];
}

describe("what is locked above", () => {
  test("is known to kinds of groups, projects, approvals and tokens of jobs", () => {
    expect(new Set(locks.map(([, kind]) => kind))).toEqual(new Set(Object.keys(routes)));
  });

  test.each(locks)(
    "%s: the server takes no other value, and the plan says so before it is asked",
    async (_at, kind, attribute, lock) => {
      await close(lock, attribute);
      const value = otherThan(lock, attribute);
      const before = await shownBelow(kind, attribute);
      const plan = await program.plan(saidBelow(kind, attribute, value));
      expect(plan.refusals.map(({ rule }) => rule)).toEqual(["locked"]);
      expect(plan.refusals[0]?.message).toContain(`${lock.field} of ${lock.kind}`);

      const [method = "", path = ""] = routes[kind] ?? [];
      const other = (await program.call("GET", "/groups/other")) as { readonly id: number };
      const sent = lock.noMore
        ? program.call("POST", `${path}/share`, { group_id: other.id, group_access: 30 })
        : program.call(method, path, { [attribute]: value });
      const refused = await sent.then(
        () => false,
        () => true,
      );
      expect(await shownBelow(kind, attribute)).toEqual(before);
      if (!refused) expect(before).not.toEqual(value);
      if (lock.noMore) return;
      const equal = await program.plan(saidBelow(kind, attribute, before ?? null));
      expect([equal.refusals, equal.calls]).toEqual([[], []]);
    },
  );

  test("is no refusal where the same plan opens it first, and then it sticks", async () => {
    for (const path of ["acme", "acme/deep"])
      // oxlint-disable-next-line no-await-in-loop -- the upper group forces its value on the lower one
      await program.call("PUT", `/groups/${at(path)}`, { shared_runners_setting: "disabled_and_unoverridable" });
    const open = { shared_runners_setting: "enabled" };
    const plan = await program.settle({
      groups: { acme: open, "acme/deep": open },
      projects: { "acme/deep/api": { shared_runners_enabled: true } },
    });
    expect(plan.changes).toHaveLength(3);
  });
});

describe("what is asked because of locks", () => {
  test("is nothing where no change touches an attribute that can be locked", async () => {
    const files = (description: string) => ({ projects: { "acme/deep/api": { description, shared_runners_enabled: true } } });
    const planned = await program.plan(files("Serves"));
    const plain = await program.plan({ projects: { "acme/deep/api": { description: "Serves" } } });
    expect(planned.stats.requests).toBe(plain.stats.requests);
  });

  test("is one read for all that lies in one group", async () => {
    await program.call("PUT", "/groups/acme", { shared_runners_setting: "disabled_and_unoverridable" });
    const names = ["one", "two", "three", "four", "five"];
    const group = (await program.call("GET", `/groups/${at("acme/deep")}`)) as { readonly id: number };
    await Promise.all(names.map((name) => program.call("POST", "/projects", { name, path: name, namespace_id: group.id })));
    const files = (spec: object) => ({ projects: Object.fromEntries(names.map((name) => [`acme/deep/${name}`, spec])) });
    const without = await program.plan(files({ merge_method: "ff" }));
    const plan = await program.plan(files({ merge_method: "ff", shared_runners_enabled: true }));
    expect(plan.refusals.map(({ addresses }) => addresses.length)).toEqual([5]);
    expect(plan.stats.requests - without.stats.requests).toBe(1);
  });
});
