// @module-tag slow
import { describe, expect, test } from "vitest";
import type { Field } from "../../src/core/fields.js";
import type { Json } from "../../src/core/json.js";
import { isLive, placesOf } from "../../src/core/kind.js";
import { tiers } from "../../src/core/names.js";
import { attributes, kinds } from "./kinds.js";
import { inheritedValue, Nursery, oddities, type Server, type Thing } from "./newborn.js";

const always = "every file says it";
const byRelease = "releases differ in what it is at first";
const unset = "it is null until somebody sets it, and null cannot be written";

/** Readable attributes that can not be null and whose value nobody can tell beforehand: an export always writes them. */
const unknown: Readonly<Record<string, string>> = {
  "application_settings.commit_email_hostname": "it is made of the server's host name",
  "application_settings.default_branch_protection_defaults.allowed_to_push": byRelease,
  "application_settings.default_branch_protection_defaults.allowed_to_merge": byRelease,
  "appearance.logo": unset,
  "appearance.header_logo": unset,
  "appearance.favicon": unset,
  "broadcast_message.starts_at": "it is when it was made",
  "broadcast_message.ends_at": "it is an hour after that",
  "environment.tier": "it is guessed from the name",
  "group.visibility": always,
  "group.ldap_cn": unset,
  "group.ldap_access": unset,
  "group.max_artifacts_size": unset,
  "group.duo_core_features_enabled": unset,
  "group.default_branch_protection_defaults": "it comes from a setting of the instance that the documents do not have",
  "group.default_branch_protection_defaults.allowed_to_push": "the same",
  "group.default_branch_protection_defaults.allowed_to_merge": "the same",
  "project.visibility": always,
  "project.container_expiration_policy": "its parts have defaults of their own",
  "project.mirror_user_id": "it is who switched the mirror on",
  "project.max_pipelines_per_merge_train": unset,
  "approval_rule.report_type": unset,
  "protected_branch.allowed_to_push": "of one that comes by itself the group or the instance says it",
  "protected_branch.allowed_to_merge": "the same",
};

/** Sources that cannot be tried on the emulator. */
const untried: Readonly<Record<string, string>> = {
  "group.prevent_sharing_groups_outside_hierarchy": "subgroups do not show it",
  "project.name": "every new project tries it",
  "project.show_diff_preview_in_email": "groups are known to have it from 17.10 on",
};

const servers: readonly Server[] = (["neutral", "vendor"] as const).flatMap((dialect) =>
  ["15.4.0", "17.5.0"].flatMap((version) => tiers.map((tier) => ({ dialect, version, tier }))),
);
/** Nobody vouches for what attributes are at first that facts of releases alone know. */
const neverLive = kinds.filter((kind) => !placesOf(kind).some(isLive)).map(({ name }) => name);
const plain = new Set(attributes().flatMap(({ at, field }) => (field.plain ? [at] : [])));
const isNeverLive = (at: string): boolean => neverLive.includes(at.split(".", 1)[0] ?? "");
const skip = (at: string): boolean => Object.hasOwn(unknown, at) || plain.has(at) || isNeverLive(at);

/** Attributes that a reply can show and that a file can say, with what is known of them before anybody sets them. */
function isKnown({ default: usual, defaultFrom, nullable }: Field): boolean {
  return usual !== undefined || defaultFrom !== undefined || nullable !== undefined;
}

test("what every attribute is while nobody sets it is known, or it is listed with a reason", () => {
  const identities = new Set(
    attributes().flatMap(({ at, field }) =>
      Object.keys(field.identity ? (field.fields ?? {}) : {}).map((name) => `${at}.${name}`),
    ),
  );
  const open = attributes().filter(
    ({ at, field }) =>
      !(isKnown(field) || field.plain || isNeverLive(at)) &&
      !(field.required ?? field.secret ?? field.unreadable) &&
      !field.deprecated &&
      field.exported !== false &&
      !(at.endsWith("[]") || identities.has(at) || at.includes("ai_settings_attributes.") || at.includes("through_namespace.")) &&
      at !== "project.import_url",
  );
  expect([...new Set(open.map(({ at }) => at))].sort()).toEqual(Object.keys(unknown).sort());
});

test("a source of a default is an attribute of a kind, with values that it has, or a setting of real servers", () => {
  for (const kind of kinds) {
    for (const [name, field] of Object.entries(kind.fields)) {
      for (const source of field.defaultFrom ?? []) {
        if (typeof source === "string") continue;
        const from = kinds.find((one) => one.name === source.kind);
        const there = from?.fields[source.field];
        if (source.field !== "shared_runners_enabled") expect(there, `${kind.name}.${name}`).toBeDefined();
        for (const meant of Object.values(source.values ?? {})) {
          if (field.values) expect(field.values, `${kind.name}.${name}`).toContain(meant);
        }
      }
    }
  }
});

/** One of each, made with as little as the platform takes. */
async function oneOfEach(nursery: Nursery): Promise<Thing[]> {
  const acme = await nursery.group("acme");
  const sub = await nursery.group("sub", acme);
  const web = await nursery.project("web", acme);
  const mirror = { mirror: true, import_url: "https://example.com/first.git" };
  return [
    await nursery.settings(),
    await nursery.see("appearance", "/application/appearance"),
    await nursery.topic("typescript"),
    acme,
    sub,
    web,
    await nursery.project("deep", sub, { initialize_with_readme: true }),
    await nursery.project("open", undefined, { visibility: "public" }),
    ...(nursery.has("approval_rule") ? [await nursery.project("mirror", acme, mirror)] : []),
    ...(await nursery.children(web, acme)),
  ];
}

describe.each(servers)("on a new server, $dialect $version $tier", { tags: ["slow"] }, (server) => {
  test("everything is as its kind says while nobody sets it", async () => {
    const nursery = await Nursery.open(server);
    const things = await oneOfEach(nursery);
    const settings = await nursery.settings();
    expect(things.flatMap((thing) => oddities(thing, settings, skip))).toEqual([]);
  });

  test("what is new follows the settings and the groups that give it its values", async () => {
    const nursery = await Nursery.open(server);
    await nursery.call("PUT", "/application/settings", {
      default_project_creation: 1,
      default_branch_protection: 1,
      default_branch_name: "trunk",
      default_ci_config_path: "ci/all.yml",
      auto_devops_enabled: false,
      keep_latest_artifact: false,
      shared_runners_enabled: false,
    });
    const plain = await nursery.group("plain");
    const first = await nursery.project("first", plain, { initialize_with_readme: true });
    const settings = await nursery.settings();
    await nursery.call("PUT", "/application/settings", { shared_runners_enabled: true });
    const holder = await changedGroup(nursery);
    const sub = await nursery.group("sub", holder);
    const near = await nursery.project("near", holder);
    const second = await nursery.project("second", sub, { initialize_with_readme: true });
    const loud = await nursery.project("loud", plain, { emails_enabled: false, visibility: "private" });
    const open = await nursery.project("open", undefined, { visibility: "public" });
    const later = await nursery.settings();
    const made = [plain, first].map((thing) => [thing, settings] as const);
    const madeLater = [sub, near, second, loud, open].map((thing) => [thing, later] as const);
    const all = [...made, ...madeLater];
    expect(all.flatMap(([thing, then]) => oddities(thing, then, skip))).toEqual([]);
    const followed = new Set(all.flatMap(([thing, then]) => followedBy(thing, then)));
    const sourced = [plain, first].flatMap(({ kind, spec }) =>
      Object.keys(spec).flatMap((name) => (kind.fields[name]?.defaultFrom ? [`${kind.name}.${name}`] : [])),
    );
    const missed = sourced.filter((at) => !followed.has(at) && !Object.hasOwn(untried, at));
    expect(missed).toEqual([]);
  });
});

/** A group whose values are not those of a new one. */
async function changedGroup(nursery: Nursery): Promise<Thing> {
  const { id } = await nursery.group("holder");
  const at = `/groups/${id}`;
  await nursery.call("PUT", at, {
    share_with_group_lock: true,
    emails_disabled: true,
    lfs_enabled: false,
    auto_devops_enabled: true,
    shared_runners_setting: "disabled_with_override",
    default_branch: "develop",
    show_diff_preview_in_email: false,
    math_rendering_limits_enabled: false,
    web_based_commit_signing_enabled: true,
    duo_features_enabled: false,
    auto_duo_code_review_enabled: true,
  });
  return nursery.see("group", at, { path: "holder" }, ["name"]);
}

/** Attributes of a new thing whose value is one that only a source can have given it. */
function followedBy(thing: Thing, settings: Thing): string[] {
  return Object.entries(thing.kind.fields).flatMap(([name, field]) => {
    const given: Json | undefined = inheritedValue(thing, name, settings);
    const isOther = given !== undefined && given !== field.default && thing.spec[name] !== undefined;
    return isOther && !thing.said.has(name) ? [`${thing.kind.name}.${name}`] : [];
  });
}
