import { dataText, isData, type TextOrData } from "../report/data-formats.js";
import type { FilesDraft } from "../trueup.js";
import { confirm, writing } from "./confirm.js";
import { exit, type ExitCode } from "./exit.js";
import { tellWarnings } from "./planning.js";
import type { Session } from "./session.js";

/** What commander makes of the options of commands that write files. */
export interface WritingFlags {
  readonly yes?: true;
  readonly format: TextOrData;
  readonly verbose?: true;
}

/** Files that list the secrets which others refer to. */
const namesSecrets = /(?:^|[/\\])(?:\.env\.example|variables\.tf)$/;

/**
 * Shows what would become of files, asks where one that is there would change, and writes. New files need no question. Answers the exit code: 0 if the files
 * say what is live now.
 */
export async function reviewAndWrite(draft: FilesDraft, flags: WritingFlags, session: Session): Promise<ExitCode> {
  const { output } = session;
  const { renderFiles, renderGaps, renderWritten } = await import("../report/index.js");
  const { writeDraft } = await import("../trueup.js");
  const { changes, gaps, diagnostics } = draft;
  await tellWarnings(diagnostics, session);
  output.note(renderGaps(gaps, { color: output.noteColor, width: output.width, verbose: flags.verbose === true }));
  if (flags.format === "text") output.result(renderFiles(changes, output));
  const replaces = changes.some(({ before }) => before !== undefined);
  if (replaces && !flags.yes && !(await confirm(`Write these ${changes.length} files?`, session, writing))) {
    output.note("Nothing was written.\n");
    return exit.failed;
  }
  await writeDraft(draft);
  if (isData(flags.format)) output.result(await dataText(flags.format, `${JSON.stringify(resultOf(draft), undefined, 2)}\n`));
  else output.result(renderWritten(changes, draft.summary, draft));
  const example = changes.find(({ file }) => namesSecrets.test(file));
  if (example) output.note(`Secrets are not written down: set the variables of ${example.file} before you apply.\n`);
  const { plain, of } = draft.couldBePlain ?? { plain: 0, of: 0 };
  const { inClear } = draft;
  const advice = inClear === undefined ? "--plain-variables" : "no variable of these files is, so trueup wrote references";
  if (plain > 0) output.note(`${plain} of ${of} variables could be in clear: ${advice}\n`);
  if (inClear) output.note(`Variables in clear: ${inClear}, as these files have others in clear. Secrets stay references.\n`);
  if (draft.unfolded) throw draft.unfolded;
  return exit.ok;
}

function resultOf({ changes, gaps, summary, requests }: FilesDraft): object {
  return {
    files: changes.map(({ file, before }) => ({ file, action: before === undefined ? "create" : "update" })),
    summary,
    gaps,
    stats: { requests },
  };
}
