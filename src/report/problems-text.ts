import { formatOrigin, type Problem } from "../core/errors.js";
import { codeFrame, type FrameSource, frameSource } from "./frame.js";
import { type Paint, paintFor } from "./paint.js";
import { clean, count } from "./text.js";

export interface ProblemsLook {
  readonly color: boolean;
  /** Texts of the desired-state files by the name that stands in `Problem.origin.file`; a file that is not there gets no code frame. */
  readonly frames?: ReadonlyMap<string, string>;
}

/**
 * Problems of the desired-state files, each as `file:line:column  address.attribute  what is wrong  what is allowed` with a code frame;
 * then the number of errors and warnings and a line break. Empty for no problems.
 */
export function renderProblems(problems: readonly Problem[], look: ProblemsLook): string {
  if (problems.length === 0) return "";
  const paint = paintFor(look.color);
  const sources = new Map<string, FrameSource>();
  for (const [file, text] of look.frames ?? []) {
    const own = problems.filter((problem) => problem.origin.file === file);
    if (own.length > 0) sources.set(file, frameSource(text, own));
  }
  const blocks = problems.map((problem) => {
    const source = sources.get(problem.origin.file);
    const frame = source === undefined ? [] : codeFrame(problem, source, paint);
    return [problemLine(problem, paint), ...frame, ...relatedLines(problem, paint)].join("\n");
  });
  const gap = look.frames === undefined ? "\n" : "\n\n";
  return `${blocks.join(gap)}\n\n${paint.bold(totals(problems))}\n`;
}

function problemLine(problem: Problem, paint: Paint): string {
  const subject = [problem.address, problem.attribute].filter((part) => part !== undefined).join(".");
  const isError = problem.severity === "error";
  const message = isError ? paint.red(clean(problem.message)) : paint.yellow(`warning: ${clean(problem.message)}`);
  const parts = [
    clean(formatOrigin(problem.origin)),
    ...(subject === "" ? [] : [paint.bold(clean(subject))]),
    message,
    ...(problem.allowed === undefined ? [] : [clean(problem.allowed)]),
  ];
  return parts.join("  ");
}

function relatedLines(problem: Problem, paint: Paint): string[] {
  return (problem.related ?? []).map((origin) => paint.dim(`  see also ${clean(formatOrigin(origin))}`));
}

function totals(problems: readonly Problem[]): string {
  const errors = problems.filter((problem) => problem.severity === "error").length;
  return `${count(errors, "error")}, ${count(problems.length - errors, "warning")}`;
}
