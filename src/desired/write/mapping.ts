import { escapeDefaultWord } from "../../core/default-value.js";
import { isObject, type Value } from "../../core/json.js";
import { type Kinds, verbatimPlaces } from "../../core/kind.js";
import { isPlaceholder, isSecret } from "../../core/placeholders.js";
import { pointerStep } from "../../core/steps.js";
import { escapeLiteral } from "../secrets.js";
import { apart, attributeLines } from "./body.js";
import { head, leftOut, textOf } from "./files.js";

/** What stands at the top of a new file: policies, groups, projects and so on, each with what is in it. */
export type FileMapping = { readonly [section: string]: Value };

/** Whole things stand under sections, each with an empty line before it. */
const spacedSections = new Set(["policies", "presets", "groups", "projects"]);

/** The text of a file at the root that says this; what is not in the files stands as comments at its end. */
export function mappingText(
  mapping: FileMapping,
  { kinds, heading, remarks }: { readonly kinds: Kinds; readonly heading: string; readonly remarks: readonly string[] },
): string {
  const isVerbatim = verbatimPlaces(kinds);
  const sections = Object.entries(mapping).map(([name, value]) => {
    const plain = written(value, pointerStep(name), isVerbatim);
    if (!spacedSections.has(name) || !isObject(plain)) return attributeLines(name, plain);
    return apart(
      name,
      Object.entries(plain).map(([key, body = null]) => attributeLines(key, body)),
    );
  });
  return textOf([head(0, heading), ...sections, leftOut(remarks)]);
}

function written(value: Value, at: string, isVerbatim: (pointer: string) => boolean): Value {
  if (typeof value === "string") return isVerbatim(at) ? value : escapeDefaultWord(escapeLiteral(value));
  if (isSecret(value)) return value.$secret;
  if (Array.isArray(value)) return value.map((item: Value, index) => written(item, `${at}/${index}`, isVerbatim));
  if (!isObject(value) || isPlaceholder(value)) return value;
  const parts = Object.entries(value).map(
    ([name, part = null]) => [name, written(part, at + pointerStep(name), isVerbatim)] as const,
  );
  return Object.fromEntries(parts);
}
