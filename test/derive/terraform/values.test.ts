import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Fields } from "../../../src/core/fields.js";
import { isObject, type JsonObject, type Spec, type Value } from "../../../src/core/json.js";
import { fieldsOf, liveKinds, topParent, kindOf, parentsOf } from "../../../src/core/kind.js";
import { normalSpec } from "../../../src/core/normal-form.js";
import { isFile, isSecret } from "../../../src/core/placeholders.js";
import { configOf } from "../../../src/derive/terraform/config-of.js";
import { specOf } from "../../../src/derive/terraform/spec-of.js";
import { notYetKnown } from "../../../src/derive/terraform/written.js";
import { kinds } from "../../../src/program/kinds.js";
import { anyDeclaration } from "../../desired/declarations.js";
import { replaced, resource, withSecrets } from "./resource.js";

/**
 * What a declaration says, without what only files have: deprecated spellings that were not rewritten, and null for what an entry leaves out. A number as a name is
 * taken for an id.
 */
function spoken(fields: Fields, spec: Spec): Spec {
  const kept = Object.entries(spec)
    .filter(([name]) => !fields[name]?.deprecated?.alias)
    .map(([name, value]) => [name, fields[name]?.type === "entries" ? withoutNulls(value ?? null) : value] as const);
  const named = (value: Value) => (typeof value === "string" && /^\d+$/.test(value) ? `n${value}` : undefined);
  return Object.fromEntries(
    kept.map(([name, value]) => [name, value === null || isSecret(value) ? value : replaced(value ?? null, named)]),
  );
}

function withoutNulls(entries: Value): Value {
  if (!Array.isArray(entries)) return entries;
  return entries.map((entry: Value) =>
    isObject(entry) ? Object.fromEntries(Object.entries(entry).filter(([, part]) => part !== null)) : entry,
  );
}

/** The file form with secrets as values and pictures by path. */
function plain(spec: Spec, secrets: Readonly<Record<string, string>>): Spec {
  const made = replaced(spec, (value) => (isSecret(value) ? (secrets[value.$secret ?? ""] ?? null) : undefined));
  return isObject(made) ? made : {};
}

const named = new Set(liveKinds(kinds).map(({ name }) => name));
const ofResources = anyDeclaration.filter(({ kind }) => named.has(kind));

describe("a configuration", () => {
  it("says what was declared, whatever that is: made of a declaration and read back it is the same", () => {
    fc.assert(
      fc.property(ofResources, (declaration) => {
        const { kind, parent, path, key } = declaration;
        const fields = fieldsOf(kindOf(kinds, kind), { key, parent });
        const spec = spoken(fields, declaration.spec);
        const asked = specOf(resource(kind), withSecrets(configOf(resource(kind), declaration, spec), "the value"));
        const said = { parent: asked.parent, path: asked.path, key: asked.key, unknown: asked.unknown };
        expect(said).toEqual({ parent, path, key, unknown: [] });
        const pictures = Object.fromEntries(
          Object.entries(spec).flatMap(([name, value]) => (isFile(value) ? [[name, value.$file]] : [])),
        );
        expect(asked.pictures).toEqual(pictures);
        const desired = Object.fromEntries(
          Object.entries(withSecrets(spec, "the value")).filter(
            ([name]) => !Object.hasOwn(pictures, name) || spec[name] === null,
          ),
        );
        expect(normalSpec(fields, plain(asked.spec, asked.secrets))).toEqual(normalSpec(fields, desired));
      }),
      { numRuns: 500 },
    );
  });

  it.each(liveKinds(kinds))("says the example of $title", (kind) => {
    const [parent = topParent] = parentsOf(kind);
    const path = parent === topParent ? kind.exampleKey : "acme/web";
    const key = parent === topParent || !kind.key ? undefined : kind.exampleKey;
    const config = configOf(resource(kind.name), { parent, path, key }, kind.example as JsonObject) as JsonObject;
    const asked = specOf(resource(kind.name), config);
    expect(asked).toMatchObject({ ...(path === undefined ? {} : { path }), ...(key === undefined ? {} : { key }) });
    const fields = fieldsOf(kind, { key });
    expect(normalSpec(fields, plain(asked.spec, asked.secrets))).toEqual(normalSpec(fields, kind.example as Spec));
  });

  it("may give access levels and references by number, as text", () => {
    const config = { full_path: "acme/web", shared_with_groups: [{ group: "12", access_level: "30" }], mirror_user_id: "alice" };
    expect(specOf(resource("project"), config).spec).toEqual({
      mirror_user_id: "alice",
      shared_with_groups: [{ group: 12, access_level: "developer" }],
    });
  });

  it("names what no number is written like, as files do", () => {
    const config = { full_path: "acme", name: "Acme", unique_project_download_limit_alertlist: ["0", "007", "7"] };
    expect(specOf(resource("group"), config).spec).toMatchObject({ unique_project_download_limit_alertlist: ["0", "007", 7] });
  });

  it("may use deprecated spellings, which are read as their replacement", () => {
    const config = { full_path: "acme/web", wiki_enabled: false, public_builds: true };
    expect(specOf(resource("project"), config)).toMatchObject({
      spec: { wiki_access_level: "disabled", public_jobs: true },
      paths: { wiki_access_level: ["wiki_enabled"], public_jobs: ["public_builds"] },
    });
  });

  it("unsets what it names under unset, inside of records and integrations too", () => {
    const project = { full_path: "acme/web", unset: ["description", "container_expiration_policy.keep_n", "archived"] };
    expect(specOf(resource("project"), project).spec).toEqual({
      description: null,
      container_expiration_policy: { keep_n: null },
    });
    const integration = { project: "acme/web", campfire: { token: "x", token_version: 3 }, unset: ["campfire.room"] };
    expect(specOf(resource("integration"), integration)).toEqual({
      path: "acme/web",
      key: "campfire",
      spec: { token: { $secret: "token" }, room: null },
      secrets: { token: "x" },
      versions: { token: 3 },
      pictures: {},
      paths: { token: ["campfire", "token"], room: ["campfire", "room"] },
      unknown: [],
    });
  });

  it("takes under unchecked a word that a newer release has added, and says it there again", () => {
    const { spec } = specOf(resource("project"), { full_path: "acme/web", unchecked: { merge_method: "newest" } });
    expect(spec).toEqual({ merge_method: "newest" });
    expect(configOf(resource("project"), { path: "acme/web" }, spec)).toEqual({
      full_path: "acme/web",
      unchecked: { merge_method: "newest" },
    });
  });

  it("sends what the schema does not know as it is, whatever it is called", () => {
    const unchecked = JSON.parse('{"__proto__": {"a": 1}, "new_flag": true, "description": "no"}') as JsonObject;
    const { spec, paths } = specOf(resource("project"), { full_path: "acme/web", unchecked });
    expect(JSON.stringify(spec)).toBe('{"__proto__":{"a":1},"new_flag":true}');
    expect(paths["new_flag"]).toEqual(["unchecked", "new_flag"]);
  });

  it("leaves out what is not known yet, and says where that is", () => {
    const config = {
      full_path: notYetKnown,
      description: notYetKnown,
      topics: ["a", notYetKnown],
      visibility: "private",
      container_expiration_policy: { enabled: true, cadence: notYetKnown },
    };
    expect(specOf(resource("project"), config)).toEqual({
      spec: { visibility: "private", container_expiration_policy: { enabled: true } },
      secrets: {},
      versions: {},
      pictures: {},
      paths: { visibility: ["visibility"], container_expiration_policy: ["container_expiration_policy"] },
      unknown: [["full_path"], ["description"], ["topics", 1], ["container_expiration_policy", "cadence"]],
    });
  });
});
