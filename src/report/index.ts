export { type CopyReport, renderCopy } from "./copy-text.js";
export { type ErrorLook, renderError } from "./error-text.js";
export { type FileSides, renderFiles, renderGaps, renderWritten } from "./files-text.js";
export { planJson, resultJson } from "./json.js";
export type { Look } from "./paint.js";
export { planCounts, type PlanLook, planLines, renderPlan, summaryLine } from "./plan-text.js";
export { type DiagnosticsLook, renderDiagnostics } from "./diagnostics-text.js";
export { type Progress, type ProgressStream, progress } from "./progress.js";
export { renderResult, resultLine } from "./result-text.js";
