export { type ErrorLook, renderError } from "./error-text.js";
export { type FileSides, renderFiles, renderGaps } from "./files-text.js";
export { planJson, resultJson } from "./json.js";
export type { Look } from "./paint.js";
export { renderPlanMarkdown } from "./plan-markdown.js";
export { type PlanLook, renderPlan, summaryLine } from "./plan-text.js";
export { type ProblemsLook, renderProblems } from "./problems-text.js";
export { type Progress, type ProgressStream, progress } from "./progress.js";
export { renderResult, resultLine } from "./result-text.js";
