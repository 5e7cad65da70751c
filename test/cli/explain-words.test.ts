import { describe, expect, it } from "vitest";
import { placedKinds, placesOf } from "../../src/core/kind.js";
import { explainAttribute } from "../../src/derive/explain.js";
import { explainWord } from "../../src/derive/file-words.js";
import { bundle } from "../../src/derive/schema-files.js";
import { kinds } from "../../src/program/kinds.js";
import { inProcess, json } from "../harness/command-line.js";
import { directory } from "../harness/directory.js";

async function explained(...words: readonly string[]): Promise<string> {
  const { code, stdout } = await inProcess(["explain", ...words], { cwd: directory() });
  expect(code).toBe(0);
  return stdout;
}

function properties(schema: unknown): string[] {
  return Object.keys((schema as { readonly properties?: object }).properties ?? {});
}

describe("explain knows every word that may stand in a file", () => {
  const schema = bundle(kinds);
  const definitions = schema["$defs"] as Readonly<Record<string, unknown>>;

  it("at the top", () => {
    const unknown = properties(schema).filter((word) => !kinds.has(word) && explainWord(kinds, word).length === 0);
    expect(unknown).toEqual([]);
  });

  it.each([...kinds.values()].map((kind) => [kind.name, kind] as const))("in bodies of %s", (name, kind) => {
    const bodies = Object.entries(definitions).filter(([definition]) => definition === name || definition.startsWith(`${name}.`));
    expect(bodies.length).toBeGreaterThan(0);
    for (const [definition, body] of bodies) {
      const unknown = properties(body).filter(
        (word) => !explainAttribute(kind, word) && explainWord(kinds, word, placesOf(kind)).length === 0,
      );
      expect(unknown, definition).toEqual([]);
    }
  });

  it("in place of values, and in policies and exceptions", () => {
    const own = [
      "at_least",
      "at_most",
      "one_of",
      "add",
      "remove",
      "includes",
      "excludes",
      "set",
      "where",
      "rollout",
      "until",
      "url",
    ];
    for (const word of own) expect(explainWord(kinds, word), word).not.toEqual([]);
  });

  it("and says of none that it is one which is none", () => {
    for (const word of ["constructor", "__proto__", "toString", ""]) expect(explainWord(kinds, word)).toEqual([]);
  });
});

describe("explain of a word", () => {
  it("says what it means, what it takes, and everywhere that it stands", async () => {
    const text = await explained("ensure");
    expect(text).toContain("absent deletes it");
    expect(text).toMatch(/takes +present, absent\n/);
    expect(text).toMatch(/default +present\n/);
    for (const kind of placedKinds(kinds)) if (kind.routes.delete !== undefined) expect(text).toContain(kind.title.toLowerCase());
  });

  it("tells meanings apart that differ from kind to kind", async () => {
    const text = await explained("moved_from");
    expect(text).toContain("Old full path");
    expect(text).toContain("Old name");
    expect(await explained("project", "moved_from")).not.toContain("Old name");
  });

  it.each([
    ["delete_undeclared", "topics"],
    ["extends", "Presets"],
    ["approval_rules", "trueup explain approval_rule"],
    ["integrations", "datadog"],
    ["unchecked", "a mapping"],
  ])("%s names %s", async (word, said) => {
    expect(await explained(word)).toContain(said);
  });

  it("is JSON where that is asked for", async () => {
    const told = json(await explained("unchecked", "--json"));
    expect(told).toMatchObject({ word: "unchecked", meanings: [{ facts: { takes: "a mapping or null" } }] });
  });

  it("still refuses what is neither word nor kind, and guesses", async () => {
    const { code, stderr } = await inProcess(["explain", "projct"], { cwd: directory() });
    expect(code).toBe(1);
    expect(stderr).toContain("Did you mean project?");
  });
});

describe("explain of one integration", () => {
  it("lists its own parameters by its key and no others, declared or not", async () => {
    const [byKey, byAddress] = [await explained("integration", "datadog"), await explained("integration:acme/web:datadog")];
    expect(byKey).toMatch(/^Integration datadog \(integration\)\n/);
    expect(byKey).toContain("monitoring_site");
    expect(byKey).not.toContain("build_key");
    expect(byAddress).toBe(byKey);
  });

  it("explains one of them, which another integration may have otherwise", async () => {
    const text = await explained("integration", "bamboo.password");
    expect(text).toMatch(/^integration password\n/);
    expect(text).toMatch(/secret +give it as/);
  });

  it("says which there are", async () => {
    expect(await explained("integration")).toContain("emails-on-push");
  });
});
