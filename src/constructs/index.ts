export type { AttributeName, AttributeNames, TerraformBody } from "./attributes.js";
export * from "./classes.gen.js";
export { TrueupProvider, type TrueupProviderProps } from "./provider.js";
export { TrueupDataSource, TrueupResource } from "./resource.js";
export { SecretVariable, type SecretVariableProps } from "./secret-variable.js";
export { ReconcileRun } from "./reconcile-run.js";
export type { ReconcileRunProps } from "./reconcile-command.js";
