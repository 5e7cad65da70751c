import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import formats from "ajv-formats";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { isObject, type JsonObject } from "../../src/core/json.js";
import { topParent, type Kind, liveKinds, parentsOf } from "../../src/core/kind.js";
import { orderKinds, registryText, type FoundKind } from "../../src/derive/registry.js";
import { bundle, kindSchema, schemaFiles } from "../../src/derive/schema-files.js";
import { kinds } from "../../src/program/kinds.js";
import { sample } from "../ring.js";

const top = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
const command = "run: npm run generate";

function strictAjv(): Ajv2020 {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: false, allErrors: true });
  formats.default(ajv);
  // A format of the standard that this library does not check.
  ajv.addFormat("iri", true);
  ajv.addVocabulary(["x-secret", "x-pattern-hint"]);
  return ajv;
}

function at(value: unknown, ...steps: string[]): JsonObject {
  let node: unknown = value;
  for (const step of steps) node = isObject(node) ? node[step] : undefined;
  if (!isObject(node)) throw new Error(`no object at ${steps.join(".")}`);
  return node;
}

async function findKinds(): Promise<FoundKind[]> {
  const found: FoundKind[] = [];
  for (const file of readdirSync(path.join(top, "src/kinds")).sort()) {
    if (!file.endsWith(".ts") || file.endsWith(".gen.ts")) continue;
    const exported = (await import(path.join(top, "src/kinds", file))) as Record<string, unknown>;
    for (const [name, value] of Object.entries(exported)) {
      if (isObject(value) && "parents" in value && "fields" in value) {
        found.push({
          name,
          from: `./${file.replace(/\.ts$/, ".js")}`,
          kind: (typeof value["name"] === "string" ? kinds.get(value["name"]) : undefined) ?? missing(file),
        });
      }
    }
  }
  return found;
}

function missing(file: string): never {
  throw new Error(`src/kinds/${file} is not in the registry; ${command}`);
}

describe("generated files", () => {
  it("are those that the kinds give", async () => {
    for (const [name, text] of schemaFiles(kinds)) {
      expect(readFileSync(path.join(top, "schemas", name), "utf8") === text, `schemas/${name} is stale; ${command}`).toBe(true);
    }
    const registry = readFileSync(path.join(top, "src/kinds/index.gen.ts"), "utf8");
    expect(registry === registryText(await findKinds()), `src/kinds/index.gen.ts is stale; ${command}`).toBe(true);
    for (const [folder, all] of [
      ["kinds", [...kinds.values()]],
      ["api", liveKinds(kinds)],
    ] as const) {
      const names = readdirSync(path.join(top, "schemas", folder)).map((file) => file.replace(".json", ""));
      expect(names.sort(), `schemas/${folder} holds other files; ${command}`).toEqual(all.map(({ name }) => name).sort());
    }
  });

  it("are checked by the script that writes them, from the sources", async () => {
    const run = promisify(execFile)(process.execPath, [path.join(top, "scripts/generate.mjs"), "--check"]);
    await expect(run).resolves.toMatchObject({ stderr: "" });
  });
});

describe("the registry", () => {
  it("lists kinds in the order in which they are applied, however they were found", async () => {
    const found = await findKinds();
    const ordered = orderKinds(found.toReversed()).map(({ kind }) => kind);
    expect(ordered).toEqual(orderKinds(found).map(({ kind }) => kind));
    const place = (name: string) => ordered.findIndex((kind) => kind.name === name);
    for (const kind of ordered) {
      const holders = [...parentsOf(kind), kind.tree?.parent ?? topParent].filter(
        (name) => name !== topParent && name !== kind.name,
      );
      const before = [...holders, ...(kind.tree ? [kind.tree.defaultVisibility.kind] : [])];
      for (const name of before) expect(place(name), `${name} comes before ${kind.name}`).toBeLessThan(place(kind.name));
      // What stands at the top only comes before all that may stand inside of something.
      const isAtTop = (one: Kind) => parentsOf(one).every((name) => name === topParent);
      const inside = ordered.findIndex((other) => !isAtTop(other));
      expect(place(kind.name) < inside || inside < 0, kind.name).toBe(isAtTop(kind));
    }
  });

  it("refuses a kind that stands under none", async () => {
    const [first] = await findKinds();
    if (!first) throw new Error("no kinds");
    const kind: Kind = { ...first.kind, name: "lost", parents: { nothing: { file: "lost", routes: {} } } };
    expect(() => orderKinds([{ ...first, kind }])).toThrow("the kind lost stands under nothing, which is no kind");
  });
});

describe("JSON Schemas of the files", () => {
  const check = strictAjv().compile(bundle(kinds));

  it.each(sample([...kinds.values()], 8).map((kind) => [kind.name, kind] as const))(
    "of %s are sound, and take its example",
    (_, kind) => {
      const ajv = strictAjv();
      const schema = kindSchema(kind);
      const validate = ajv.compile(schema);
      expect([validate(kind.example), validate.errors]).toEqual([true, null]);
      expect(schema["$id"]).toBe(`kinds/${kind.name}.json`);
    },
  );

  it("take a whole file with bodies inside bodies", () => {
    const file = {
      version: 1,
      instance: { url: "https://platform.example.com" },
      application_settings: { spamfilter_enabled: true, spamfilter_api_key: "${env:SPAM_KEY}", unchecked: { newer: 5 } },
      topics: { typescript: { title: "TypeScript", avatar: "./ts.png" } },
      groups: {
        acme: { name: "Acme", protected_environments: { production: { deploy_access_levels: [{ access_level: 40 }] } } },
        old: null,
      },
      projects: {
        "acme/web": {
          topics: ["typescript"],
          approval_settings: { reset_approvals_on_push: true },
          approval_rules: { Security: { approvals_required: 2, users: ["alice", 7] } },
          integrations: { "emails-on-push": { recipients: "team@example.com" } },
        },
        "acme/old": { ensure: "absent" },
      },
      delete_undeclared: { topics: true, projects: ["acme/*"] },
    };
    expect([check(file), check.errors]).toEqual([true, null]);
  });

  it.each([
    [{ topics: { a: { title: "x", nope: 1 } } }],
    [{ application_settings: { spamfilter_api_key: "literal" } }],
    [{ groups: { acme: { protected_environments: { prod: {} } } } }],
    [{ projects: { "acme/web": { merge_method: { at_least: 1, add: ["x"] } } } }],
    [{ projects: { "acme/web": { topics: { at_least: ["x"] } } } }],
    [{ policies: { p: { projects: ["**"], set: { visibility: "ff" } } } }],
    [{ exceptions: [{ policy: "p", match: "**" }] }],
    [{ projects: { "acme/web": { approval_rules: { R: { approvals_required: "2" } } } } }],
    [{ delete_undeclared: { appearance: true } }],
    [{ version: 2 }],
  ])("refuse %j", (file) => {
    expect(check(file)).toBe(false);
  });

  it("take a variable wherever a value stands in a file, also inside of a text, but not for a secret", () => {
    const whole = "${var:it}";
    for (const file of [
      { projects: { "acme/web": { merge_method: whole, archived: whole, topics: whole, build_timeout: whole } } },
      { projects: { "acme/web": { approval_rules: { Two: { approvals_required: whole, users: whole } } } } },
      { instance: { url: "https://${var:it}.example.com", dialect: whole }, delete_undeclared: { topics: whole } },
      { vars: { it: { type: "list", default: ["a"], values: ["a", "b"], description: "It." }, other: null } },
    ])
      expect(check(file), JSON.stringify(check.errors)).toBe(true);
    for (const file of [
      { projects: { "acme/web": { archived: "a ${var:it}" } } },
      { projects: { "acme/web": { archived: "${var:1}" } } },
      { application_settings: { spamfilter_api_key: whole } },
      { vars: { "1": {} } },
      { vars: { it: { type: "map" } } },
    ])
      expect(check(file), JSON.stringify(file)).toBe(false);
  });

  it("take policies, presets, exceptions, and words where values stand", () => {
    const rules = { "Two eyes": { rule_type: "any_approver", approvals_required: { at_least: 1 } } };
    const file = {
      policies: {
        baseline: {
          projects: ["acme/**"],
          where: { visibility: "public", topics: { includes: "service" } },
          rollout: "10%",
          set: { merge_method: "$default", approval_rules: rules },
          initial: { description: "Ask" },
          ignore: ["topics"],
        },
      },
      presets: { service: { container_expiration_policy: { keep_n: { at_most: 10 } } }, strict: { extends: "service" } },
      exceptions: [
        { policy: "baseline", match: "acme/x", attribute: "merge_method", value: "merge", reason: "x", until: "2027-05-31" },
      ],
      // What an integration requires may come from a policy or a preset.
      projects: {
        "acme/web": {
          extends: ["service"],
          inherit: false,
          ignore: ["topics"],
          topics: { add: ["shop"] },
          integrations: { "emails-on-push": {} },
        },
      },
    };
    expect([check(file), check.errors]).toEqual([true, null]);
  });

  it("describe every attribute for hover texts, with tier, release and what replaces it", () => {
    const project = at(bundle(kinds), "$defs", "project", "properties");
    expect(at(project, "issues_template")["description"]).toMatch(/ Needs tier premium\./);
    expect(at(project, "emails_enabled")["description"]).toMatch(/ Since \d+\.\d+\./);
    expect(at(project, "tag_list")).toMatchObject({ deprecated: true, description: "Deprecated: use topics." });
    const settings = at(bundle(kinds), "$defs", "application_settings", "properties");
    expect(at(settings, "gravatar_enabled")["description"]).toMatch(/^The vendor's name of avatarservice_enabled\. /);
    const bodies = Object.entries(at(bundle(kinds), "$defs")).filter(([name]) => !/^(?:var|words)\./.test(name));
    for (const [, definition] of bodies) {
      // Beside its object, a body may be one value alone: the object stands first then.
      const whole = isObject(definition) && Array.isArray(definition["anyOf"]) ? definition["anyOf"][0] : definition;
      for (const [name, property] of Object.entries(at(whole, "properties"))) {
        expect(isObject(property) && ("description" in property || "$ref" in property), name).toBe(true);
      }
    }
  });
});

describe("JSON Schemas of the API", () => {
  const files = schemaFiles(kinds);
  const api = (name: string) => JSON.parse(files.get(`api/${name}.json`) ?? "{}") as unknown;

  it("speak in the names and types of the wire", () => {
    const rule = at(api("approval_rule"), "$defs", "create");
    expect(rule["required"]).toEqual(["name", "approvals_required"]);
    expect(at(rule, "properties", "user_ids")).toMatchObject({ type: "array", items: { type: "integer" } });
    const environment = at(
      api("protected_environment"),
      "$defs",
      "create",
      "properties",
      "deploy_access_levels",
      "items",
      "properties",
    );
    expect(Object.keys(environment)).toEqual(["access_level", "user_id", "group_id", "group_inheritance_type"]);
    expect(at(environment, "access_level")["enum"]).toEqual([30, 40, 60]);
    const project = at(api("project"), "$defs", "create", "properties");
    expect(at(project, "namespace_id")["type"]).toEqual(["integer", "null"]);
    expect(at(project, "container_expiration_policy_attributes")["type"]).toBe("object");
    expect(at(api("topic"), "$defs", "update", "properties", "avatar")).toMatchObject({ format: "binary" });
  });

  it("tell of vendor names, tiers, secrets and what is never returned", () => {
    const { $defs: definitions } = api("application_settings") as { readonly $defs: unknown };
    expect(at(definitions, "update", "properties", "spamfilter_api_key")).toMatchObject({
      "x-vendor-name": "akismet_api_key",
      "x-secret": true,
    });
    expect(at(definitions, "update", "properties", "searchengine_indexing")).toMatchObject({
      "x-tier": "premium",
      type: "boolean",
    });
    const token = at(api("integration"), "$defs", "assembla", "properties", "token");
    expect(token).toMatchObject({ "x-secret": true, "x-unreadable": true });
    expect(Object.keys(at(api("integration"), "$defs", "resource", "properties"))).not.toContain("token");
    expect(Object.keys(at(api("integration"), "$defs"))).toHaveLength(54);
  });

  it("send a list that travels as text as text", () => {
    const form = at(api("application_settings"), "$defs", "update", "properties", "searchengine_url");
    expect(form["type"]).toBe("string");
  });

  it("split what only create or only update takes", () => {
    const project = at(api("project"), "$defs");
    const names = (request: string) => Object.keys(at(project, request, "properties"));
    expect(names("create")).toContain("namespace_id");
    expect(names("update")).not.toContain("namespace_id");
    expect(names("update")).toContain("ci_separated_caches");
    expect([...names("create"), ...names("update")]).not.toContain("archived");
  });
});
