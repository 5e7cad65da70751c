import { describe, expect, it } from "vitest";
import { acme, planned, type Shown, type Surroundings, web } from "./in-memory.js";

/** The rules by which a plan is refused. */
async function refused(files: object, live: readonly Shown[] = [], around: Surroundings = {}): Promise<string[]> {
  return (await planned(files, live, around)).refusals.map(({ rule }) => rule);
}

const topics = (count: number, spec: object) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`topic-${index}`, spec]));
const shownTopics = (count: number): Shown[] =>
  Array.from({ length: count }, (_, index) => ({ kind: "topic", path: `topic-${index}`, id: index + 1 }));

describe("a delete", () => {
  it("of what holds data wants leave for its kind", async () => {
    const files = { groups: { acme: { ensure: "absent" } } };
    expect(await refused(files, [acme])).toEqual(["guard.allow-delete"]);
    expect(await refused(files, [acme], { allowDelete: ["project"] })).toEqual(["guard.allow-delete"]);
    expect(await refused(files, [acme], { allowDelete: ["group"] })).toEqual([]);
  });

  it("of what no file declares is refused at the line that asks for such deletes", async () => {
    const { refusals, changes } = await planned({ delete_undeclared: { groups: true } }, [acme]);
    expect(refusals).toMatchObject([{ rule: "guard.allow-delete", source: changes[0]?.source }]);
    expect(changes[0]?.source).toMatch(/:\d+:\d+$/);
  });

  it("of many at once wants their number", async () => {
    const files = { topics: topics(11, { ensure: "absent" }) };
    const live = shownTopics(100);
    const { refusals, changes } = await planned(files, live);
    expect(refusals).toMatchObject([{ rule: "guard.max-deletes", source: changes[0]?.source }]);
    expect(changes[0]?.source).toMatch(/:\d+:\d+$/);
    expect(await refused(files, live, { maxDeletes: 10 })).toEqual(["guard.max-deletes"]);
    expect(await refused(files, live, { maxDeletes: 11 })).toEqual([]);
    expect(await refused({ topics: topics(10, { ensure: "absent" }), delete_undeclared: {} }, live)).toEqual([
      "guard.max-deletes",
    ]);
  });

  it("of most of a few wants their number too", async () => {
    const absent = topics(5, { ensure: "absent" });
    const kept = Object.fromEntries(Object.entries(topics(30, {})).slice(5));
    expect(await refused({ topics: { ...absent, "topic-5": {} } }, shownTopics(6))).toEqual(["guard.max-deletes"]);
    expect(await refused({ topics: { ...absent, ...kept } }, shownTopics(30))).toEqual([]);
    expect(await refused({ topics: topics(4, { ensure: "absent" }) }, shownTopics(4))).toEqual([]);
  });

  it("of a group warns of what else goes with it, but for what is on its way out already", async () => {
    const leaving: Shown = { ...web, path: "acme/old", id: 3, leaves: true };
    const plan = await planned({ groups: { acme: { ensure: "absent" } } }, [acme, web, leaving], { allowDelete: ["group"] });
    expect(plan.warnings.map(({ rule, message }) => [rule, message])).toEqual([
      ["delete.contents", "deleting it also deletes 1 more: project:acme/web"],
    ]);
  });
});

describe("what the server lacks is refused before anything is written:", () => {
  const rules = { projects: { "acme/web": { approval_rules: { Any: { rule_type: "any_approver", approvals_required: 1 } } } } };

  it("a tier, also where only one attribute needs it", async () => {
    const tier = (tier: "free" | "premium") => ({ capabilities: { tier } });
    expect(await refused(rules, [acme, web], tier("free"))).toEqual(["tier"]);
    expect(await refused(rules, [acme, web], tier("premium"))).toEqual([]);
    expect(await refused({ groups: { acme: { ldap_cn: "devs", ldap_access: "developer" } } }, [acme], tier("free"))).toContain(
      "tier",
    );
  });

  it("a release, counted number by number, and one that is past", async () => {
    const version = (version: string) => ({ capabilities: { version } });
    const name = "only_allow_merge_if_all_status_checks_passed";
    const newer = { projects: { "acme/web": { [name]: true } } };
    expect(await refused(newer, [acme, web], version("15.4.9"))).toEqual(["version"]);
    const shown = { ...web, spec: { ...web.spec, [name]: false } };
    expect(await refused(newer, [acme, shown], version("15.5.0"))).toEqual([]);
    expect(await refused(newer, [acme, shown], version("15.10.1-ee"))).toEqual([]);
    const older = { projects: { "acme/web": { approval_settings: { require_password_to_approve: true } } } };
    expect(await refused(older, [acme, web], version("19.9.0"))).toEqual([]);
    expect(await refused(older, [acme, web], version("20.0.0"))).toEqual(["version"]);
  });

  it("a role", async () => {
    const user = { id: 5, username: "alice", administrator: false };
    expect(await refused({ topics: { node: { title: "Node" } } }, [], { capabilities: { user } })).toEqual(["role"]);
  });
});

describe("what a plan stands on is there:", () => {
  it("the group of a new project", async () => {
    expect(await refused({ projects: { "acme/web": {} } })).toEqual(["parent.missing"]);
    expect(await refused({ projects: { "acme/web": {} } }, [acme])).toEqual([]);
  });

  it("the project of what a target leaves over", async () => {
    const files = {
      projects: { "acme/web": { integrations: { "external-wiki": { external_wiki_url: "https://wiki.example" } } } },
    };
    const targets = ["integration:**"];
    expect(await refused(files, [acme], { targets })).toEqual(["parent.missing"]);
    expect(await refused(files, [acme, web], { targets })).toEqual([]);
  });

  it("what the platform wants beside a switch, which goes along where nobody manages it, but for secrets", async () => {
    const shown: Shown = { ...web, spec: { merge_trains_enabled: false, merge_pipelines_enabled: true } };
    const kept = await planned({ projects: { "acme/web": { merge_trains_enabled: true } } }, [acme, shown]);
    expect(kept.refusals).toEqual([]);
    expect(kept.calls.map(({ body }) => body)).toEqual([{ merge_trains_enabled: true, merge_pipelines_enabled: true }]);
    const proxy = { asset_proxy_enabled: true, asset_proxy_url: "https://proxy.example" };
    const live: Shown = {
      kind: "application_settings",
      spec: { asset_proxy_enabled: false, asset_proxy_url: "https://other.example", asset_proxy_secret_key: "the-live-key" },
    };
    const alone = await planned({ application_settings: proxy }, [live]);
    expect(alone.refusals.map(({ rule }) => rule)).toEqual(["requires"]);
    expect(JSON.stringify(alone)).not.toContain("the-live-key");
    const shownUrl = { ...live, spec: { ...live.spec, asset_proxy_url: proxy.asset_proxy_url } };
    const both = await planned({ application_settings: { ...proxy, asset_proxy_secret_key: "${env:SECRET}" } }, [shownUrl]);
    expect(both.refusals).toEqual([]);
    expect(both.calls.map(({ body }) => Object.keys(body ?? {}).sort())).toEqual([
      ["asset_proxy_enabled", "asset_proxy_secret_key", "asset_proxy_url"],
    ]);
  });

  it("what is needed to create a thing", async () => {
    expect(await refused({ topics: { node: {} } })).toEqual(["create.required"]);
    expect(await refused({ topics: { node: { title: "Node" } } })).toEqual([]);
    expect(await refused({ topics: { node: {} } }, [{ kind: "topic", path: "node" }])).toEqual([]);
  });

  it("users that may be named", async () => {
    const files = { projects: { "acme/web": { approval_rules: { Two: { approvals_required: 1, users: ["alice"] } } } } };
    const ids = { alice: 5 };
    expect(await refused(files, [acme, web])).toEqual(["reference"]);
    expect(await refused(files, [acme, web], { ids })).toEqual(["reference.ineligible"]);
    expect(await refused(files, [acme, web], { ids, members: ["alice"] })).toEqual([]);
  });
});

describe("nothing is more open than what it lies in:", () => {
  const project = (spec: object) => ({ projects: { "acme/web": spec } });

  it("by what the files say", async () => {
    expect(await refused(project({ visibility: "public" }), [acme])).toEqual(["visibility"]);
    expect(await refused(project({ visibility: "private" }), [acme])).toEqual([]);
    expect(await refused({ groups: { acme: { visibility: "public" } }, ...project({ visibility: "public" }) }, [acme])).toEqual(
      [],
    );
  });

  it("by the instance's default", async () => {
    const settings = (visibility: string): Shown => ({
      kind: "application_settings",
      spec: { default_project_visibility: visibility },
    });
    expect(await refused(project({}), [acme, settings("public")])).toEqual(["visibility"]);
    expect(await refused(project({}), [acme, settings("private")])).toEqual([]);
  });
});

describe("a create that only bounds of policies ask for", () => {
  const rules = { X: { rule_type: "any_approver", approvals_required: { at_least: 1 } } };
  const files = (project: object) => ({
    groups: { acme: {} },
    projects: { "acme/web": project },
    policies: { base: { projects: ["acme/**"], set: { approval_rules: rules } } },
  });
  const left = "; only bounds ask for it (policy base), which hold also with inherit: false: declare the rest of it,";

  it("says so, and what to do, where the bounds do not say enough", async () => {
    const { refusals } = await planned(files({ inherit: false }), [acme]);
    expect(refusals).toMatchObject([
      { rule: "approval-rule.nobody", message: expect.stringContaining(left) as string, addresses: ["approval_rule:acme/web:X"] },
    ]);
    expect(await refused(files({}), [acme])).toEqual([]);
    expect(await refused(files({ inherit: false, approval_rules: { X: { rule_type: "any_approver" } } }), [acme])).toEqual([]);
  });

  it("is an ordinary refusal where the thing says more itself", async () => {
    const own = { approval_rules: { X: { rule_type: "regular" } } };
    const { refusals } = await planned(files({ inherit: false, ...own }), [acme]);
    expect(refusals.map(({ rule }) => rule)).toEqual(["approval-rule.nobody"]);
    expect(refusals[0]?.message).not.toContain("only bounds");
  });
});
