export { type CopyReport, renderCopy } from "./copy-text.js";
export { type ErrorLook, renderError } from "./error-text.js";
export { type FileSides, renderFiles, renderGaps, renderWritten } from "./files-text.js";
export { renderComplianceMarkdown } from "./compliance-markdown.js";
export { renderCompliance } from "./compliance-text.js";
export { renderList, renderListMarkdown } from "./list-text.js";
export { renderPerson, renderPersonMarkdown } from "./person-text.js";
export {
  complianceJson,
  explainJson,
  listJson,
  personJson,
  planJson,
  planPieces,
  resultJson,
  statusJson,
  tokenScopeJson,
} from "./json.js";
export { explainedLines } from "./explained-text.js";
export type { Look } from "./paint.js";
export { planCounts, type PlanLook, planLines, renderPlan, summaryLine } from "./plan-text.js";
export { type DiagnosticsLook, renderDiagnostics } from "./diagnostics-text.js";
export { type Progress, type ProgressStream, progress } from "./progress.js";
export { renderResult, resultLine } from "./result-text.js";
export { renderStatus } from "./status-text.js";
export { renderTokenScope } from "./token-scope-text.js";
