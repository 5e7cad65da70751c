/** What is right compiles, and every line below a mark is wrong: a mark over a right line is an error of its own. */
export const typedProgram = (core: string): string => `import { App, TerraformOutput, TerraformStack } from "${core}";
import { ApprovalRule, DataTrueupGroup, Group, Integration, Project, ProtectedEnvironment, ReconcileRun, TrueupProvider } from "trueup/${core}";

const app = new App();
const stack = new TerraformStack(app, "stack");
new TrueupProvider(stack, "trueup", { tier: "premium" });
const group = new Group(stack, "group", { fullPath: "acme", name: "Acme", visibility: "internal", dependsOn: [] });
const found = new DataTrueupGroup(stack, "found", { fullPath: "acme" });
const project = new Project(stack, "web", {
  fullPath: \`\${group.fullPath}/web\`,
  visibility: found.visibility,
  lfsEnabled: found.lfsEnabled,
  sharedWithGroups: [{ group: found.fullPath, accessLevel: "developer" }],
});
new TerraformOutput(stack, "id", { value: project.id });
new Integration(stack, "chat", { project: project.fullPath, pumble: { webhook: "x" } });
export const run: unknown = ReconcileRun;

// @ts-expect-error the path is missing
new Project(stack, "e1", { visibility: "private" });
// @ts-expect-error no such word
new Project(stack, "e2", { fullPath: "acme/x", visibility: "secret" });
// @ts-expect-error a name in Terraform's spelling
new Project(stack, "e3", { fullPath: "acme/x", merge_method: "ff" });
// @ts-expect-error a number
new ApprovalRule(stack, "e4", { project: "acme/x", name: "x", approvalsRequired: "two" });
// @ts-expect-error a part that there is not
new Project(stack, "e5", { fullPath: "acme/x", sharedWithGroups: [{ grup: "acme" }] });
// @ts-expect-error no integration
new Integration(stack, "e6", { project: "acme/x" });
// @ts-expect-error two integrations
new Integration(stack, "e7", { project: "acme/x", pumble: { webhook: "x" }, externalWiki: { externalWikiUrl: "https://x.example" } });
// @ts-expect-error an access level that deploys nothing
new ProtectedEnvironment(stack, "e8", { group: "acme", name: "production", deployAccessLevels: [{ accessLevel: "gest" }] });
// @ts-expect-error secrets cannot be read
export const secret: unknown = new Integration(stack, "e9", { project: "acme/x", pumble: { webhook: "x" } }).webhook;
`;
