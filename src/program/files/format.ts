import { type FileDiagnostic, InvalidFilesError } from "../../core/errors.js";
import { formatter } from "../../desired/edit/format.js";
import { findFiles, readSource } from "../../desired/index.js";
import { kinds } from "../kinds.js";
import type { RunContext } from "../server/run-context.js";
import type { FilesDraft } from "./draft.js";
import type { FileChange } from "./write.js";

/**
 * Finds the files of desired state whose text is not canonical, with their text in that form; nothing is written yet. Files may have errors, but must be readable YAML. Throws InvalidFilesError if one is not,
 * TrueupError `edit.failed` if one cannot be formatted without loss, and what finding files throws.
 */
export async function draftFormat(
  paths: readonly string[],
  { cwd, projectPlace }: RunContext,
): Promise<Pick<FilesDraft, "changes" | "root">> {
  const { files, root } = await findFiles(paths, cwd, undefined, projectPlace?.file);
  const diagnostics: FileDiagnostic[] = [];
  const sources = files.map((file) => readSource(file, diagnostics));
  if (diagnostics.some(({ severity }) => severity === "error")) throw new InvalidFilesError(diagnostics);
  const format = formatter(kinds);
  const changes = sources.flatMap((source): FileChange[] => {
    const after = format(source);
    const mark = source.byteOrderMark ? "\uFEFF" : "";
    const { file, absolute, text } = source;
    return after === text ? [] : [{ file, absolute, before: mark + text, after: mark + after }];
  });
  return { changes, root };
}
