export * from "./index.js";
export { NullReconcileRun } from "./null-reconcile-run.js";
