import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { fieldsOf, topKind } from "../../../src/core/kind.js";
import { writtenSpec } from "../../../src/desired/write/written.js";
import { kinds } from "../../../src/program/kinds.js";
import { load, loadText, problemsOf, resource } from "../workspace.js";
import { layersOf, said } from "./reading.js";

describe("what a thing says of layers", () => {
  it("leaves files without any of it as they were", async () => {
    const { state } = await loadText("projects: { acme/web: { merge_method: ff } }");
    expect("layers" in state).toBe(false);
  });

  it("takes presets in their order, those that they extend first, each once", async () => {
    const layers = layersOf(
      await loadText(`presets:
  a: { lfs_enabled: true }
  b: { extends: a, description: B }
  c: { extends: [b, a] }
projects: { acme/web: { extends: [c, a] } }
groups: { acme: { extends: b, name: Acme } }
`),
    );
    expect(layers.things.get("project:acme/web")?.presets).toEqual(["a", "b", "c"]);
    expect(layers.presets.map(({ name, kind, bodies }) => [name, kind, bodies[0]?.statements.map(said)])).toEqual([
      ["a", "group", ["lfs_enabled is true at 2:8"]],
      ["a", "project", ["lfs_enabled is true at 2:8"]],
      ["b", "group", ['description is "B" at 3:20']],
      ["b", "project", ['description is "B" at 3:20']],
      ["c", "project", []],
    ]);
  });

  it("keeps what is plain in the thing, and words beside it", async () => {
    const loaded = await loadText(`application_settings:
  default_project_visibility: { at_most: internal }
projects:
  acme/web:
    topics: { add: [shop], remove: old }
    merge_method: ff
    container_expiration_policy: { enabled: true, keep_n: { at_least: 5 } }
    approval_rules:
      R: { approvals_required: { at_least: 1 }, users: [alice] }
`);
    const layers = layersOf(loaded);
    expect(resource(loaded, "project:acme/web").spec).toEqual({
      container_expiration_policy: { enabled: true },
      merge_method: "ff",
    });
    expect(resource(loaded, "approval_rule:acme/web:R").spec).toEqual({ users: ["alice"] });
    expect(
      [...layers.things].map(([address, { bodies }]) => [
        address,
        bodies.map((body) => [body.child?.key, body.statements.map(said)]),
      ]),
    ).toEqual([
      ["application_settings", [[undefined, ['default_project_visibility at_most "internal" at 2:33']]]],
      [
        "project:acme/web",
        [
          [
            undefined,
            [
              "container_expiration_policy.keep_n at_least 5 at 7:61",
              'topics add ["shop"] at 5:15',
              'topics remove ["old"] at 5:28',
            ],
          ],
          ["R", ["approvals_required at_least 1 at 9:34"]],
        ],
      ],
    ]);
  });

  it("is cut off from policies and leaves attributes alone", async () => {
    const { things } = layersOf(
      await loadText("projects: { acme/web: { inherit: false, ignore: [topics, approval_rules.v1.2] } }"),
    );
    const thing = things.get("project:acme/web");
    expect([thing?.inherit, thing?.ignore.map(({ child, path }) => [child?.key, path])]).toEqual([
      false,
      [
        [undefined, ["topics"]],
        ["v1.2", []],
      ],
    ]);
  });

  it("may lack what a policy or preset gives", async () => {
    const rules = "projects: { acme/web: { approval_rules: { R: { users: [alice] } } } }";
    expect(await problemsOf(rules)).toEqual([expect.stringContaining("approvals_required is required")]);
    const policy = "policies: { p: { projects: [acme/*], set: { approval_rules: { R: { approvals_required: 1 } } } } }\n";
    expect((await problemsOf(policy + rules)).filter((one) => one.includes("is required"))).toEqual([]);
  });

  it("takes $default for what is documented, also without any policy, and $$default for the text", async () => {
    const loaded = await loadText("projects: { acme/web: { merge_method: $default, topics: $default, description: $$default } }");
    expect(loaded.diagnostics).toEqual([]);
    expect(resource(loaded, "project:acme/web").spec).toEqual({ description: "$default", topics: [], merge_method: "merge" });
  });
});

it("a text that is a word for people is written so that it is read as the text", async () => {
  const kind = topKind(kinds, "project");
  const written = writtenSpec(fieldsOf(kind), { description: "$default", name: "$$default" }, "");
  expect(written).toEqual({ description: "$$default", name: "$$$default" });
  const loaded = await loadText(JSON.stringify({ projects: { "acme/web": written } }));
  expect(resource(loaded, "project:acme/web").spec).toEqual({ description: "$default", name: "$$default" });
});

describe("an exception", () => {
  it("says one attribute otherwise until a day, in place of bounds too", async () => {
    const loaded = await load(
      {
        "a.yaml": `policies:
  p: { projects: [acme/*], set: { merge_method: ff, approval_rules: { R: { approvals_required: { at_least: 2 } } } } }
exceptions:
  - { policy: p, match: acme/old, attribute: merge_method, value: merge, reason: moves, until: 2027-05-31 }
  - { policy: p, match: acme/old, attribute: approval_rules.R.approvals_required, value: { at_least: 1 }, reason: small }
  - { policy: p, match: acme/new, attribute: merge_method, reason: free }
`,
      },
      { now: new Date("2027-05-31T23:59:59Z") },
    );
    const { exceptions, today } = layersOf(loaded);
    expect(today).toBe("2027-05-31");
    expect(
      exceptions.map(({ match, attribute, statement, until, origin }) => [
        match.pattern,
        attribute.text,
        statement && said(statement),
        until,
        origin.line,
      ]),
    ).toEqual([
      ["acme/new", "merge_method", undefined, undefined, 6],
      ["acme/old", "approval_rules.R.approvals_required", "approvals_required at_least 1 at 5:92", undefined, 5],
      ["acme/old", "merge_method", 'merge_method is "merge" at 4:60', "2027-05-31", 4],
    ]);
  });

  it("takes a secret by reference only, and shows no literal that stands there", async () => {
    const text = `policies: { p: { projects: [acme/*], set: { merge_method: ff } } }
exceptions: [{ policy: p, match: acme/*, attribute: integrations.asana.api_key, value: hunter2, reason: x }]
`;
    const loaded = await loadText(text);
    expect(loaded.diagnostics.map(({ rule }) => rule)).toContain("secret.literal");
    expect([...loaded.texts().values()].join("")).not.toContain("hunter2");
    // JSON says nothing of what stands in maps and sets.
    const whole = { depth: null, maxArrayLength: null, maxStringLength: null };
    expect(inspect([loaded.diagnostics, loaded.state], whole)).not.toContain("hunter2");
  });
});
