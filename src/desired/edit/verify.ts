import { type FileDiagnostic, TrueupError } from "../../core/errors.js";
import { canonicalJson, isObject, type Json } from "../../core/json.js";
import { readSource } from "../read-file.js";
import { type EditedDocument, plainOf } from "./document.js";
import { commentsOf } from "./page.js";

/** Makes sure that a file as it would be written says what is to stand there, with all comments. Throws TrueupError `edit.failed`. */
export function verify({ source, root }: EditedDocument, after: string): void {
  const diagnostics: FileDiagnostic[] = [];
  const read = readSource(source, diagnostics, new Map([[source.absolute, after]]));
  const [diagnostic] = diagnostics;
  if (diagnostic) throw editFailed(source.file, `it could not be read any more: ${diagnostic.message}`);
  const desired = plainOf(root);
  const different = difference(read.value ?? null, desired, []);
  if (different) throw editFailed(source.file, `${different.join(".") || "the whole"} would not say what was asked for`);
  const left = new Map<string, number>();
  for (const { text } of commentsOf(read.text)) left.set(text, (left.get(text) ?? 0) + 1);
  for (const { text } of commentsOf(source.text)) {
    const count = left.get(text) ?? 0;
    if (count === 0) throw editFailed(source.file, "a comment would be lost");
    left.set(text, count - 1);
  }
}

/** The way to the first difference; an empty file says the same as an empty mapping. */
function difference(value: Json, other: Json, way: readonly string[]): readonly string[] | undefined {
  if (canonicalJson(value) === canonicalJson(other)) return undefined;
  if (way.length === 0 && isEmpty(value) && isEmpty(other)) return undefined;
  if (!isObject(value) || !isObject(other)) return way;
  for (const key of new Set([...Object.keys(value), ...Object.keys(other)])) {
    const deeper = difference(value[key] ?? null, other[key] ?? null, [...way, key]);
    if (deeper) return deeper;
  }
  return way;
}

function isEmpty(value: Json): boolean {
  return value === null || (isObject(value) && Object.keys(value).length === 0);
}

/** A file that cannot be edited without losing something or saying something else too. */
export function editFailed(file: string, reason: string): TrueupError {
  return new TrueupError({
    code: "edit.failed",
    where: file,
    message: `${file} cannot be edited: ${reason}`,
    hint: "Nothing was written. Change this place by hand, or simplify how it is written (anchors, flow style), and run it again.",
  });
}
