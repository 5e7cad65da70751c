import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/core/json.js";
import { fieldsOf, topKind } from "../../src/core/kind.js";
import { locksFromAbove } from "../../src/engine/plan/locks.js";
import type { Need } from "../../src/engine/snapshot/needs.js";
import { kinds } from "../../src/program/kinds.js";
import { acme, decision, planned, project, type Shown, type Surroundings } from "./in-memory.js";

const settings = (marks: JsonObject, spec: JsonObject = {}): Shown => ({ kind: "application_settings", spec, marks });
const groupAt = (path: string, id: number, spec: JsonObject = {}): Shown => ({
  kind: "group",
  path,
  id,
  spec: { name: path, visibility: "private", ...spec },
});
const closed = { shared_runners_setting: "disabled_and_unoverridable" };
const open = { shared_runners_setting: "enabled" };
const runners = (on: boolean) => ({ shared_runners_enabled: on });
const approvals = (path: string, spec: JsonObject): Shown => ({ kind: "approval_settings", parent: "project", path, spec });

/** What is refused because it is locked. */
async function locked(files: object, live: readonly Shown[], around: Surroundings = {}): Promise<string[]> {
  const { refusals } = await planned(files, live, around);
  return refusals.filter(({ rule }) => rule === "locked").map(({ message }) => message);
}

describe("what a group locks", () => {
  const top = groupAt("acme", 1, closed);
  const web = project("acme/web", 2, { spec: runners(false) });

  it("is refused once for all projects in it, with who locks, what, and what to do", async () => {
    const names = Array.from({ length: 7 }, (_, index) => `acme/p${index}`);
    const files = { projects: Object.fromEntries(names.map((name) => [name, runners(true)])) };
    const live = names.map((name, index) => project(name, index + 10, { spec: runners(false) }));
    const { refusals } = await planned(files, [top, ...live]);
    expect(refusals).toEqual([
      {
        rule: "locked",
        message:
          "shared_runners_setting of group:acme is disabled_and_unoverridable, so shared_runners_enabled can only be false: " +
          "declare that or nothing, or change shared_runners_setting there first",
        addresses: names.map((name) => `project:${name}`),
        source: "trueup.json:1:25",
      },
    ]);
  });

  it("is no call where the files say the same, and no refusal where they say nothing of it", async () => {
    for (const spec of [runners(false), { description: "Storefront" }]) {
      const plan = await planned({ projects: { "acme/web": spec } }, [
        top,
        { ...web, spec: { ...web.spec, description: "Storefront" } },
      ]);
      expect([plan.refusals, plan.calls]).toEqual([[], []]);
    }
  });

  it("is asked for nobody who does not touch it", async () => {
    const { basis, state, options, facts } = await decision({ projects: { "acme/web": { merge_method: "ff" } } }, [
      top,
      { ...web, spec: { ...web.spec, merge_method: "merge" } },
    ]);
    const { decidePlan } = await import("../../src/engine/plan/decide-plan.js");
    const asked: Need[] = [];
    const { plan } = decidePlan(basis, state, options, ((need: Need) => {
      asked.push(need);
      return facts(need);
    }) as typeof facts);
    expect(plan.calls).toHaveLength(1);
    expect(asked.filter((need) => "attributes" in need && need.attributes.includes("shared_runners_setting"))).toEqual([]);
  });

  it("is no refusal where the same plan opens it", async () => {
    const files = { groups: { acme: open }, projects: { "acme/web": runners(true) } };
    expect(await locked(files, [top, web])).toEqual([]);
  });

  it("is refused where the same plan closes it, also of what stays as it is", async () => {
    const files = { groups: { acme: closed }, projects: { "acme/web": runners(true) } };
    const live = [groupAt("acme", 1, open), project("acme/web", 2, { spec: runners(true) })];
    expect(await locked(files, live)).toHaveLength(1);
    expect(await locked({ groups: { acme: closed }, projects: { "acme/web": runners(false) } }, live)).toEqual([]);
  });

  it("holds for what lies deeper, and opening the top alone does not open what was closed below it", async () => {
    const live = [top, groupAt("acme/deep", 3, closed), project("acme/deep/api", 4, { spec: runners(false) })];
    const files = { groups: { acme: open }, projects: { "acme/deep/api": runners(true) } };
    const [message] = await locked(files, live);
    expect(message).toContain("shared_runners_setting of group:acme/deep is disabled_and_unoverridable, so");
    expect(await locked({ ...files, groups: { acme: open, "acme/deep": open } }, live)).toEqual([]);
    const [own] = await locked({ groups: { "acme/deep": open } }, live);
    expect(own).toContain(
      "of group:acme is disabled_and_unoverridable, so shared_runners_setting can only be disabled_and_unoverridable",
    );
  });

  it("holds in a group that is made by the plan, by way of the one above it", async () => {
    const files = { groups: { "acme/new": { name: "New" } }, projects: { "acme/new/api": runners(true) } };
    const [message] = await locked(files, [top]);
    expect(message).toContain("of group:acme is disabled_and_unoverridable, so shared_runners_enabled can only be false");
  });

  it("is as it is there, where the lock is a flag of its own, from any group above", async () => {
    const live = [
      groupAt("acme", 1, { lock_math_rendering_limits_enabled: true, math_rendering_limits_enabled: false }),
      groupAt("acme/two", 2, { lock_math_rendering_limits_enabled: false }),
      groupAt("acme/two/three", 3, { math_rendering_limits_enabled: false }),
    ];
    const say = (on: boolean) => ({ groups: { "acme/two/three": { math_rendering_limits_enabled: on } } });
    const [message] = await locked(say(true), live);
    expect(message).toContain(
      "lock_math_rendering_limits_enabled of group:acme is true, so math_rendering_limits_enabled can only be false",
    );
    expect(await locked(say(false), live)).toEqual([]);
  });

  it("keeps groups from being added to a list, and lets those go that are there", async () => {
    const share = (group: string, access_level = "developer") => ({ group, access_level });
    const lock = groupAt("acme", 1, { share_with_group_lock: true });
    const shared = project("acme/web", 2, { spec: { shared_with_groups: [share("one"), share("two")] } });
    const groups = [groupAt("one", 7), groupAt("two", 8), groupAt("three", 9)];
    const say = (...list: object[]) =>
      locked({ projects: { "acme/web": { shared_with_groups: list } } }, [lock, shared, ...groups]);
    expect(await say(share("one"), share("two"))).toEqual([]);
    expect(await say(share("two"))).toEqual([]);
    for (const list of [
      [share("one"), share("three")],
      [share("one", "guest"), share("two")],
    ])
      expect(await say(...list)).toEqual([
        "share_with_group_lock of group:acme is true, so nothing can be added to shared_with_groups: leave that out, or change share_with_group_lock there first",
      ]);
  });
});

describe("what the instance locks", () => {
  const web = project("acme/web", 2);
  const files = (spec: object) => ({ projects: { "acme/web": { approval_settings: spec } } });
  const live = [
    acme,
    web,
    approvals("acme/web", { merge_requests_author_approval: false, disable_overriding_approvers_per_merge_request: true }),
  ];
  const lock = settings({ prevent_merge_requests_author_approval: true, disable_overriding_approvers_per_merge_request: true });

  it("is one refusal for each attribute, and none where the files say the same", async () => {
    const said = { merge_requests_author_approval: true, disable_overriding_approvers_per_merge_request: false };
    const messages = await locked(files(said), [...live, lock]);
    expect(messages).toHaveLength(2);
    expect(messages[1]).toContain(
      "prevent_merge_requests_author_approval of application_settings is true, so merge_requests_author_approval can only be false",
    );
    const same = { merge_requests_author_approval: false, disable_overriding_approvers_per_merge_request: true };
    expect(await locked(files(same), [...live, lock])).toEqual([]);
    expect(await locked(files(said), [...live, settings({ prevent_merge_requests_author_approval: false })])).toEqual([]);
  });

  it("is not guessed for a token that may not read its settings", async () => {
    const user = { id: 5, username: "alice", administrator: false };
    const said = { merge_requests_author_approval: true };
    expect(await locked(files(said), [...live, lock], { capabilities: { user } })).toEqual([]);
  });

  it("is what the files say of it, before what is live", async () => {
    const off = {
      application_settings: { keep_latest_artifact: false },
      projects: { "acme/web": { keep_latest_artifact: true } },
    };
    const shown = project("acme/web", 2, { spec: { keep_latest_artifact: true } });
    expect(await locked(off, [acme, shown, settings({}, { keep_latest_artifact: true })])).toHaveLength(1);
    const on = { ...off, application_settings: { keep_latest_artifact: true } };
    expect(await locked(on, [acme, shown, settings({}, { keep_latest_artifact: false })])).toEqual([]);
  });
});

describe("whether an attribute is locked", () => {
  it("can be asked of anything, with who locks it and at what", async () => {
    const { basis, facts } = await decision({}, [groupAt("acme", 1, closed), project("acme/web", 2)]);
    const kind = topKind(kinds, "project");
    const thing = { kind, path: "acme/web", fields: fieldsOf(kind) };
    const lockOf = locksFromAbove(basis, { observed: [] }, facts);
    expect(lockOf(thing, "shared_runners_enabled")).toEqual({
      by: "group:acme",
      field: "shared_runners_setting",
      is: "disabled_and_unoverridable",
      value: false,
    });
    expect(lockOf(thing, "merge_method")).toBeUndefined();
    expect(lockOf({ ...thing, path: "other/web" }, "shared_runners_enabled")).toBeUndefined();
  });

  it("is the same whichever other things are asked about before", async () => {
    const groups = [groupAt("a", 1, closed), groupAt("a/b", 2, open), groupAt("c", 3, open)];
    const { basis, facts } = await decision({}, groups);
    const kind = topKind(kinds, "project");
    const ask = (paths: readonly string[]) => {
      const lockOf = locksFromAbove(basis, { observed: [] }, facts);
      return new Map(paths.map((path) => [path, lockOf({ kind, path, fields: fieldsOf(kind) }, "shared_runners_enabled")?.by]));
    };
    const paths = ["a/x", "a/b/x", "c/x", "d/x"];
    const due = ask(paths);
    fc.assert(
      fc.property(fc.shuffledSubarray(paths), (some) => {
        for (const [path, by] of ask(some)) expect(by).toBe(due.get(path));
      }),
    );
    expect([...due.values()]).toEqual(["group:a", undefined, undefined, undefined]);
  });
});
