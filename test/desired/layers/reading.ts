import { expect } from "vitest";
import type { Layers, Statement } from "../../../src/core/layer.js";
import type { Loaded } from "../../../src/desired/index.js";
import { line } from "../workspace.js";

/** A statement on one line, with its place. */
export function said({ path, word, value, origin }: Statement): string {
  return `${path.join(".")} ${word} ${JSON.stringify(value)} at ${origin.line}:${origin.column}`;
}

/** The layers of files in which nothing is wrong. */
export function layersOf(loaded: Loaded): Layers {
  expect(loaded.diagnostics.filter(({ severity }) => severity === "error").map(line)).toEqual([]);
  const { layers } = loaded.state;
  if (!layers) throw new Error("the files have no layers");
  return layers;
}
