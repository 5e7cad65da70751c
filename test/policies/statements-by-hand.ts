import type { Origin } from "../../src/core/errors.js";
import type { Value } from "../../src/core/json.js";
import type { Statement, Word } from "../../src/core/layer.js";

/** A place of a file named for its line. */
export function placeAt(line: number): Origin {
  return { file: "layers.yaml", line, column: 1 };
}

/** One statement about an attribute, by its dotted path. */
export function said(path: string, word: Word, value: Value, line = 1): Statement {
  return { path: path.split("."), word, value, origin: placeAt(line), origins: {} };
}
