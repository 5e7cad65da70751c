// @module-tag slow
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isObject, type Json, type JsonObject } from "../../../src/core/json.js";
import {
  fieldsOf,
  topParent,
  isTopLevel,
  kindAt,
  kindOf,
  parentsOf,
  isLive,
  liveKinds,
  placedKinds,
} from "../../../src/core/kind.js";
import { secret } from "../../../src/core/placeholders.js";
import { dataDiagnostics, diagnostics } from "../../../src/derive/terraform/check-configuration.js";
import { configOf } from "../../../src/derive/terraform/config-of.js";
import { notYetKnown } from "../../../src/derive/terraform/written.js";
import { checkDeclaration } from "../../../src/desired/write/expressible.js";
import { kinds } from "../../../src/program/kinds.js";
import { anyDeclaration } from "../../desired/declarations.js";
import { hasValues, twoValues } from "../../e2e/values.js";
import { draws } from "../../ring.js";
import { resource, withSecrets } from "./resource.js";

/** What is found, a line each: where, and what. */
function found(kind: string, config: JsonObject): string[] {
  return diagnostics(resource(kind), config).map(({ severity, path, message, allowed }) =>
    [
      `${severity === "warning" ? "warning: " : ""}${path.join(".")}: ${message}`,
      ...(allowed === undefined ? [] : [allowed]),
    ].join(" | "),
  );
}

function exampleOf(name: string): JsonObject {
  const kind = kindOf(kinds, name);
  const [parent = topParent] = parentsOf(kind);
  const isChild = parent !== topParent;
  const path = isChild ? (kinds.get(parent)?.exampleKey ?? "") : kind.exampleKey;
  return configOf(
    resource(name),
    { parent, path, key: isChild ? kind.exampleKey : undefined },
    kind.example as JsonObject,
  ) as JsonObject;
}

/** Every attribute of every kind, with two values that the platform takes; a reference to a secret stands for its value. */
const matrix = placedKinds(kinds)
  .filter(isLive)
  .flatMap((kind) =>
    (kind.shapes ? Object.keys(kind.shapes) : [undefined]).flatMap((key) =>
      Object.entries(fieldsOf(kind, { key }))
        .filter(([, field]) => !field.deprecated?.alias && hasValues(field))
        .map(([name, field]) => {
          const at = [kind.name, ...(key === undefined ? [] : [key]), name].join(".");
          const asSecret = (value: Json) => (field.secret && typeof value === "string" ? secret(value) : value);
          const child = kind.as === "map" && key === undefined && !isTopLevel(kind) ? kind.exampleKey : key;
          return { at, kind: kind.name, parent: kind.parent, key: child, name, values: twoValues(field, at).map(asSecret) };
        }),
    ),
  );

/** The configuration with some of its values not known yet. */
function clouded(config: JsonObject): fc.Arbitrary<JsonObject> {
  const cloud = (value: Json): fc.Arbitrary<Json> => {
    const inner = Array.isArray(value)
      ? fc.tuple(...value.map((item: Json) => cloud(item)))
      : isObject(value)
        ? clouded(value)
        : fc.constant(value);
    return fc.oneof({ weight: 3, arbitrary: inner as fc.Arbitrary<Json> }, { weight: 1, arbitrary: fc.constant(notYetKnown) });
  };
  const names = Object.keys(config);
  return fc
    .tuple(...names.map((name) => cloud(config[name] ?? null)))
    .map((values) => Object.fromEntries(names.map((name, index) => [name, values[index]])));
}

describe("a configuration that is right", () => {
  it.each(liveKinds(kinds).map(({ name }) => name))("is the example of %s", (name) => {
    expect(found(name, exampleOf(name))).toEqual([]);
  });

  it.each(matrix)("may give $at", ({ kind, parent, key, name, values }) => {
    for (const value of values) {
      const place = { parent, path: "acme/web", key };
      const config = withSecrets(configOf(resource(kind), place, { [name]: value }), "https://example.com/secret");
      // What it needs beside it is not the matter here: only whether this value is taken.
      const about = diagnostics(resource(kind), config).filter(
        ({ rule, path, severity }) => severity === "error" && /^(schema|duplicate)/.test(rule) && path.includes(name),
      );
      expect(about).toEqual([]);
    }
  });

  it("stays right while some of it is not known yet", () => {
    const any = fc
      .constantFrom(...liveKinds(kinds).map(({ name }) => name))
      .chain((name) => clouded(exampleOf(name)).map((config) => ({ name, config })));
    fc.assert(
      fc.property(any, ({ name, config }) => {
        expect(found(name, config)).toEqual([]);
      }),
      { numRuns: draws(500) },
    );
  });

  it("is whatever the files take", () => {
    fc.assert(
      fc.property(anyDeclaration, (declaration) => {
        const { kind, spec } = declaration;
        fc.pre(isLive(kindAt(kinds, declaration)) && checkDeclaration(declaration, kinds).length === 0);
        // What refers to a secret is a variable in a configuration.
        const config = withSecrets(configOf(resource(kind), declaration, spec), notYetKnown);
        const errors = diagnostics(resource(kind), config).filter(
          ({ severity, rule }) => severity === "error" && rule !== "schema.required",
        );
        expect(errors).toEqual([]);
      }),
      { numRuns: draws(500) },
    );
  });
});

describe("what is wrong with a configuration is told before anything is planned, at its attribute", () => {
  const web = { full_path: "acme/web" };

  it.each<[string, string, JsonObject, string[]]>([
    [
      "a word that is none",
      "project",
      { ...web, visibility: "publik" },
      ["visibility: must be one of private, internal, public | did you mean public?"],
    ],
    [
      "a number out of bounds",
      "approval_rule",
      { project: "acme/web", name: "x", approvals_required: 101 },
      ["approvals_required: must be at most 100"],
    ],
    ["part of a number", "project", { ...web, build_timeout: 1.5 }, ["build_timeout: must be a whole number"]],
    ["a text that is too long", "topic", { name: "a", title: "x".repeat(256) }, ["title: must have at most 255 characters"]],
    [
      "a form that is not right",
      "appearance",
      { message_font_color: "red" },
      ["message_font_color: does not have the right form | a colour such as #E75E40"],
    ],
    [
      "an address that is none",
      "integration",
      { project: "acme/web", external_wiki: { external_wiki_url: "wiki" } },
      ["external_wiki.external_wiki_url: must be a URL such as https://example.com"],
    ],
    [
      "a needed secret that is empty",
      "integration",
      { project: "acme/web", assembla: { token: "" } },
      ["assembla.token: must not be empty"],
    ],
    [
      "a day that is none",
      "group",
      { full_path: "acme", name: "A", shared_with_groups: [{ group: "b2", access_level: "guest", expires_at: "2030-02-31" }] },
      ["shared_with_groups.0.expires_at: must be a date such as 2026-01-31"],
    ],
    [
      "a level that is not taken here",
      "project",
      { ...web, shared_with_groups: [{ group: "acme", access_level: "60" }] },
      [
        "shared_with_groups.0.access_level: must be one of guest, planner, reporter, security_manager, developer, maintainer, owner, or their numbers",
      ],
    ],
    [
      "two names for one group",
      "project",
      {
        ...web,
        shared_with_groups: [
          { group: "acme", access_level: "guest" },
          { group: "Acme", access_level: "owner" },
        ],
      },
      ["shared_with_groups.1: names the same as another item"],
    ],
    [
      "an entry that means nobody",
      "protected_environment",
      { group: "acme", name: "staging", deploy_access_levels: [{}] },
      ["deploy_access_levels.0: exactly one of access_level, user, group must be given"],
    ],
    [
      "an entry that means two",
      "protected_environment",
      { group: "acme", name: "staging", deploy_access_levels: [{ user: "a", group: "b2" }] },
      ["deploy_access_levels.0: exactly one of access_level, user, group must be given"],
    ],
    [
      "an entry without its level",
      "project",
      { ...web, shared_with_groups: [{ group: "acme" }] },
      ["shared_with_groups.0.access_level: access_level is required"],
    ],
    ["what is required and null", "group", { full_path: "acme", name: null }, ["name: name is required"]],
    [
      "a tier that is none",
      "protected_environment",
      { group: "acme", name: "prod", deploy_access_levels: [{ user: "a" }] },
      ['name: "prod" is no protected environment: must be one of production, staging, testing, development, other'],
    ],
    [
      "a name that is too long",
      "topic",
      { name: "x".repeat(256), title: "X" },
      [`name: "${"x".repeat(256)}": the name has more than 255 characters`],
    ],
    [
      "a path that cannot be",
      "group",
      { full_path: "acme//web", name: "A" },
      ['full_path: "acme//web": a segment of the path is empty'],
    ],
    [
      "a project without a namespace",
      "project",
      { full_path: "web" },
      ['full_path: "web": the full path must begin with a namespace, as in acme/web'],
    ],
    [
      "a parent that cannot be",
      "approval_settings",
      { project: "web" },
      ['project: "web": the full path must begin with a namespace, as in acme/web'],
    ],
    ["an integration that says not which", "integration", { project: "acme/web" }, [": it does not say what it is | one of "]],
    [
      "two integrations in one",
      "integration",
      { project: "acme/web", external_wiki: { external_wiki_url: "https://a.example" }, assembla: { token: "x" } },
      ["external_wiki: assembla is given too: one resource is one of them | a resource of its own for each"],
    ],
    [
      "unchecked that is known",
      "project",
      { ...web, unchecked: { description: "x", Odd: 1 } },
      [
        "unchecked.description: description is an attribute of its own | description beside unchecked",
        "unchecked.Odd: the name of an attribute has only small letters, digits and _",
      ],
    ],
    [
      "a name under unset that is none",
      "project",
      { ...web, unset: ["descripton"] },
      ['unset.0: there is no attribute "descripton" | did you mean description?'],
    ],
    [
      "a name under unset that cannot be",
      "project",
      { ...web, unset: ["archived", "full_path"] },
      ["unset.0: archived cannot be unset", "unset.1: full_path cannot be unset"],
    ],
    [
      "what is set and unset",
      "project",
      { ...web, description: "x", unset: ["description"] },
      ["unset.0: description is given a value and unset at the same time | one of both"],
    ],
    [
      "what the kind itself refuses",
      "project",
      { ...web, merge_trains_enabled: true, merge_pipelines_enabled: false },
      [
        "merge_trains_enabled: merge trains need pipelines on the merged result | merge_pipelines_enabled: true, or merge_trains_enabled: false",
      ],
    ],
  ])("%s", (_, kind, config, desired) => {
    const lines = found(kind, config).map((line) => line.replace(/(?<=it is \| one of ).*/, ""));
    expect(lines).toEqual(desired);
  });

  it("a deprecated spelling, with what to use; beside its replacement it is refused", () => {
    expect(found("project", { ...web, wiki_enabled: false })).toEqual([
      "warning: wiki_enabled: wiki_enabled is deprecated | Use wiki_access_level in its place.",
    ]);
    expect(found("project", { ...web, wiki_enabled: false, wiki_access_level: "enabled" })).toEqual([
      "wiki_enabled: wiki_access_level and wiki_enabled are the same attribute | only wiki_access_level",
      "warning: wiki_enabled: wiki_enabled is deprecated | Use wiki_access_level in its place.",
    ]);
  });

  it("a password in an address, because it would be kept in plans and state", () => {
    const [line = ""] = found("project", { ...web, import_url: "https://bot:hunter2@example.com/web.git" });
    expect(line).toMatch(/^warning: import_url: the address holds a password/);
    expect(line).not.toContain("hunter2");
    expect(found("project", { ...web, import_url: "https://example.com/web.git" })).toEqual([]);
  });

  it("a name in a data source by which nothing can be found", () => {
    const of = (kind: string, config: JsonObject) =>
      dataDiagnostics(resource(kind), config).map(({ path, message, allowed }) => [path.join("."), message, allowed]);
    expect(of("project", { full_path: "web" })).toEqual([
      ["full_path", '"web": the full path must begin with a namespace, as in acme/web', undefined],
    ]);
    expect(of("integration", { project: notYetKnown, slug: "external_wiki" })).toEqual([
      ["slug", expect.stringMatching(/^"external_wiki" is no integration/), "did you mean external-wiki?"],
    ]);
    expect(of("topic", { name: null })).toEqual([["name", "name is required", undefined]]);
    expect(of("approval_rule", { project: "acme/web", name: "Security" })).toEqual([]);
  });

  it("the kind's own checks wait for what is not known yet", () => {
    const settings = { delayed_project_deletion: true, delayed_group_deletion: notYetKnown };
    expect(found("application_settings", settings)).toEqual([]);
    expect(found("application_settings", { ...settings, delayed_group_deletion: false })).toHaveLength(1);
  });
});
