// @module-tag slow
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { makeGroup, makeProject } from "../answers.js";
import { type Platform, startPlatform } from "../platform.js";

type Property = {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly items?: Property;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly properties?: Readonly<Record<string, Property>>;
  readonly "x-tier"?: string;
  readonly "x-since"?: string;
  readonly "x-until"?: string;
  readonly "x-unreadable"?: boolean;
};

/** Attributes with tests of their own, by what is odd about them. */
const APART = {
  group: ["path", "name", "visibility", "avatar", "emails_enabled", "shared_runners_setting", "file_template_project_id"],
  project: [
    "path",
    "name",
    "visibility",
    "avatar",
    "topics",
    "tag_list",
    "default_branch",
    "public_builds",
    "container_expiration_policy_attributes",
    "merge_trains_enabled",
    "mr_default_target_self",
    "mirror",
    "repository_access_level",
    "import_url",
    "emails_enabled",
    "warn_about_potentially_unwanted_characters",
    "show_diff_preview_in_email",
    // Switches: another view of the access levels.
    "issues_enabled",
    "merge_requests_enabled",
    "wiki_enabled",
    "jobs_enabled",
    "snippets_enabled",
    "container_registry_enabled",
  ],
} as const;

function updatable(kind: keyof typeof APART): [string, Property][] {
  const file = new URL(`../../../schemas/api/${kind}.json`, import.meta.url);
  const schema = JSON.parse(readFileSync(file, "utf8")) as { $defs: { update: { properties: Record<string, Property> } } };
  const apart: readonly string[] = APART[kind];
  return Object.entries(schema.$defs.update.properties).filter(([name]) => !apart.includes(name));
}

/** A value of the property that is not the one before. */
function another(property: Property, before: unknown): unknown {
  const types = [property.type ?? []].flat();
  if (property.enum !== undefined) return property.enum.find((value) => value !== before && value !== null);
  if (types.includes("boolean")) return before !== true;
  if (types.includes("integer"))
    return Math.min((typeof before === "number" ? before : (property.minimum ?? 1)) + 1, property.maximum ?? 999);
  if (types.includes("array")) return property.items === undefined ? [] : [another(property.items, undefined)];
  if (types.includes("object"))
    return Object.fromEntries(
      Object.entries(property.properties ?? {}).map(([name, inner]) => [name, another(inner, undefined)]),
    );
  return "some text";
}

async function checkAll(
  platform: Platform,
  kind: keyof typeof APART,
  path: string,
  isThere: (property: Property) => boolean,
): Promise<void> {
  for (const [name, property] of updatable(kind)) {
    // oxlint-disable-next-line no-await-in-loop -- one attribute after the other
    const before = (await platform.call("GET", path)).body as Record<string, unknown>;
    const value = another(property, before[name]);
    // oxlint-disable-next-line no-await-in-loop -- as above
    const sent = await platform.call("PUT", path, { json: { [name]: value, description: `with ${name}` } });
    expect(sent, `${name}: ${JSON.stringify(value)}`).toMatchObject({ status: 200 });
    // oxlint-disable-next-line no-await-in-loop -- as above
    const after = (await platform.call("GET", path)).body as Record<string, unknown>;
    if (name === "description") continue;
    if (property["x-unreadable"] === true || !isThere(property)) expect(after, name).not.toHaveProperty(name);
    // A reply may say more of what a number points at.
    else if (typeof value === "object" && value !== null) expect(after[name], name).toMatchObject(value);
    else expect(after[name], name).toEqual(value);
  }
}

test.each(["neutral", "vendor"] as const)("every group attribute is changed and read back on a %s instance", async (dialect) => {
  for (const serverVersion of ["15.4.0", "19.0.0"]) {
    // oxlint-disable-next-line no-await-in-loop -- one server after the other
    const platform = await startPlatform({ seed: "none", dialect, serverVersion });
    // oxlint-disable-next-line no-await-in-loop -- as above
    await checkAll(platform, "group", `/groups/${await makeGroup(platform, "acme")}`, (property) =>
      isIn(property, serverVersion),
    );
  }
});

test.each(["neutral", "vendor"] as const)(
  "every project attribute is changed and read back on a %s instance",
  async (dialect) => {
    for (const serverVersion of ["15.4.0", "19.0.0"]) {
      // oxlint-disable-next-line no-await-in-loop -- one server after the other
      const platform = await startPlatform({ seed: "none", dialect, serverVersion });
      // oxlint-disable-next-line no-await-in-loop -- as above
      const id = await makeProject(platform, "web", { mirror: true, import_url: "https://git.example.com/web.git" });
      // oxlint-disable-next-line no-await-in-loop -- as above
      await checkAll(platform, "project", `/projects/${id}`, (property) => isIn(property, serverVersion));
    }
  },
);

test("an unlicensed instance keeps and shows no licensed attribute of groups and projects", async () => {
  const platform = await startPlatform({ seed: "none", tier: "free", serverVersion: "19.0.0" });
  const isFree = (property: Property): boolean => property["x-tier"] === undefined && isIn(property, "19.0.0");
  await checkAll(platform, "group", `/groups/${await makeGroup(platform, "acme")}`, isFree);
  await checkAll(platform, "project", `/projects/${await makeProject(platform, "web")}`, isFree);
});

function isIn(property: Property, version: string): boolean {
  const major = Number.parseFloat(version);
  const [since, until] = [property["x-since"], property["x-until"]].map((text) =>
    text === undefined ? undefined : Number.parseFloat(text),
  );
  return (since === undefined || since <= major) && (until === undefined || until > major);
}
