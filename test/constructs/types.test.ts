import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { installPacked, type PackedInstall } from "../packed.js";
import { coreNames, packagesOf } from "./cores.js";

const run = promisify(execFile);

/** What is right compiles, and every line below a mark is wrong: a mark over a right line is an error of its own. */
const program = (core: string): string => `import { App, TerraformOutput, TerraformStack } from "${core}";
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

describe.each(coreNames)("types for %s", (core) => {
  let install: PackedInstall | undefined;
  beforeAll(async () => {
    install = await installPacked(packagesOf(core));
    for (const name of ["program.ts", "program.cts"]) writeFileSync(join(install.place, name), program(core));
  });
  afterAll(() => install?.remove());

  it.each([
    ["node16", { module: "node16", moduleResolution: "node16", skipLibCheck: true }, "program.ts"],
    ["node16 in CommonJS", { module: "node16", moduleResolution: "node16", skipLibCheck: true }, "program.cts"],
    ["bundler", { module: "preserve", moduleResolution: "bundler" }, "program.ts"],
    ["node10", { module: "commonjs", moduleResolution: "node10", ignoreDeprecations: "6.0", skipLibCheck: true }, "program.ts"],
  ])("are there under moduleResolution %s, and every wrong property is an error", async (_, options, file) => {
    expect(await install?.compile([file], options)).toBe("");
  });

  it("are classes that ESM and CommonJS programs import by name, the same ones", async () => {
    const place = install?.place ?? "";
    const names = "DataTrueupApi, DesiredState, Project, TrueupProvider";
    writeFileSync(
      join(place, "same.mjs"),
      `import { createRequire } from "node:module";
import { ${names} } from "trueup/${core}";
const required = createRequire(import.meta.url)("trueup/${core}");
console.log(Object.entries({ ${names} }).every(([name, value]) => typeof value === "function" && required[name] === value));
console.log(Object.keys(required).filter((name) => name.includes("Null")).join());
`,
    );
    const { stdout } = await run(process.execPath, ["same.mjs"], { cwd: place });
    expect(stdout).toBe(core === "cdktf" ? "true\nNullReconcileRun\n" : "true\n\n");
  });
});
