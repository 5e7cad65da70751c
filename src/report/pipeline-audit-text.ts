import type { PipelineAudit, PipelineFlaw } from "../core/pipeline-audit.js";
import { reportJson } from "./json.js";
import { type Look, paintFor, usableWidth } from "./paint.js";
import { clean, codeMark, count, wrapClean } from "./text.js";

/** What an audit of a repository found, for a terminal: each flaw with what mends it, then what could not be seen. Ends with a line break. */
export function renderPipelineAudit({ hosting, flaws, unseen }: PipelineAudit, look: Look): string {
  const paint = paintFor(look.color);
  const width = usableWidth(look.width) - 2;
  const summary = `${clean(hosting)}: ${count(flaws.length, "setting")} to change`;
  const lines = [
    flaws.length > 0 ? paint.yellow(summary) : paint.green(`${clean(hosting)}: nothing to change in what was seen`),
    ...flaws.flatMap((flaw) => ["", paint.bold(codeMark(flaw.code)), ...flawLines(flaw, hosting, width)]),
    ...(unseen.length === 0 ? [] : [""]),
    ...unseen.map(({ what, reason }) => `not seen: ${clean(what)} (${clean(reason)})`),
  ];
  return `${lines.join("\n")}\n`;
}

/** The document `trueup.pipeline/1`. Ends with a line break. */
export function pipelineAuditJson(audit: PipelineAudit): string {
  return reportJson({ format: "trueup.pipeline/1", ...audit });
}

function flawLines({ message, mend }: PipelineFlaw, hosting: string, width: number): string[] {
  const lines = wrapClean(message, width).map((line) => `  ${line}`);
  if ("place" in mend) return [...lines, ...wrapClean(`Change it: ${mend.place}`, width).map((line) => `  ${line}`)];
  const entry = ["projects:", `  ${clean(hosting)}:`, ...mend.lines.map((line) => `    ${clean(line)}`)];
  return [...lines, "  Declare it:", ...entry.map((line) => `    ${line}`)];
}
