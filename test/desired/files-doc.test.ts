import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type Json, isObject } from "../../src/core/json.js";
import { topKind } from "../../src/core/kind.js";
import { layeringProperties, layersProperties } from "../../src/core/layer-schema.js";
import { boundWords, editWords } from "../../src/core/layer.js";
import { kinds } from "../../src/program/kinds.js";
import { line, loadText } from "./workspace.js";

const page = readFileSync(new URL("../../docs/files.md", import.meta.url), "utf8");
const examples = [...page.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map(([, text = ""]) => text);

describe("the page about the file format", () => {
  it.each(examples.map((text, index) => [index + 1, text] as const))(
    "shows files that are valid: example %i",
    async (_, text) => {
      const { diagnostics, state } = await loadText(text, { now: new Date("2027-01-01T00:00:00Z") });
      expect(diagnostics.filter(({ severity }) => severity === "error").map(line)).toEqual([]);
      expect(state.resources.length + (state.layers?.policies.length ?? 0)).toBeGreaterThan(0);
    },
  );

  it("names every key of policies, exceptions and things, and every word", () => {
    const layers = layersProperties(kinds);
    const keys = [keysAt(layers["policies"], "additionalProperties"), keysAt(layers["exceptions"], "items")].flat();
    const names = [...keys, ...Object.keys(layeringProperties(topKind(kinds, "project"))), ...boundWords, ...editWords];
    expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
    expect(names.length).toBeGreaterThan(20);
  });
});

function keysAt(schema: Json | undefined, keyword: string): readonly string[] {
  const inner = isObject(schema) ? schema[keyword] : undefined;
  const properties = isObject(inner) ? inner["properties"] : undefined;
  return isObject(properties) ? Object.keys(properties) : [];
}
