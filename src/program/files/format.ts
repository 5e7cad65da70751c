import { type FileDiagnostic, InvalidFilesError } from "../../core/errors.js";
import { isObject } from "../../core/json.js";
import { projectProperties } from "../../core/project-schema.js";
import { formatter } from "../../desired/edit/format.js";
import { findFiles, readSource, type SourceFile, topNames } from "../../desired/index.js";
import { kinds } from "../kinds.js";
import type { RunContext } from "../server/run-context.js";
import type { FilesDraft } from "./draft.js";
import type { FileChange } from "./write.js";

/** Files in canonical form. */
interface FormatDraft extends Pick<FilesDraft, "changes" | "root"> {
  /** Files that are left as they are, because no key of desired state or of a project file stands at their top: another tool's, perhaps. */
  readonly foreign: readonly string[];
}

/**
 * Finds the files of desired state whose text is not canonical, with their text in that form; nothing is written yet. Files may have errors, but must be readable YAML. Throws InvalidFilesError if one is not,
 * TrueupError `edit.failed` if one cannot be formatted without loss, and what finding files throws.
 */
export async function draftFormat(paths: readonly string[], { cwd, projectPlace }: RunContext): Promise<FormatDraft> {
  const { files, root } = await findFiles(paths, cwd, undefined, projectPlace?.file);
  const diagnostics: FileDiagnostic[] = [];
  const sources = files.map((file) => readSource(file, diagnostics));
  if (diagnostics.some(({ severity }) => severity === "error")) throw new InvalidFilesError(diagnostics);
  const format = formatter(kinds);
  const names = new Set([...topNames(kinds), ...Object.keys(projectProperties(kinds))]);
  const foreign = new Set(sources.filter((source) => isForeign(source, names)));
  const changes = sources.flatMap((source): FileChange[] => {
    if (foreign.has(source)) return [];
    const after = format(source);
    const mark = source.byteOrderMark ? "\uFEFF" : "";
    const { file, absolute, text } = source;
    return after === text ? [] : [{ file, absolute, before: mark + text, after: mark + after }];
  });
  return { changes, root, foreign: [...foreign].map(({ file }) => file) };
}

function isForeign({ value }: SourceFile, names: ReadonlySet<string>): boolean {
  if (value === undefined || value === null) return false;
  if (!isObject(value)) return true;
  const keys = Object.keys(value);
  return keys.length > 0 && !keys.some((key) => names.has(key));
}
