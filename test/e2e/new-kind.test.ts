import { execFile, spawn } from "node:child_process";
import { appendFile, cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Plan } from "../../src/core/plan.js";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../..", import.meta.url));

/** All there is to say of protected branches of projects and groups, which this project does not manage: one file. */
const kindFile = `import { flag } from "../core/fields.js";
import { defineKind } from "../core/kind.js";

/** Branches that not everybody may push to. */
export const protectedBranch = defineKind({
  name: "protected_branch",
  title: "Protected branch",
  description: "A branch that not everybody may push to.",
  source: "the reference of real servers",
  as: "map",
  parents: {
    project: {
      file: "protected_branches",
      routes: {
        list: "GET /projects/{project}/protected_branches",
        create: "POST /projects/{project}/protected_branches",
        update: "PUT /projects/{project}/protected_branches/{key}",
        updateSince: "99.0",
        delete: "DELETE /projects/{project}/protected_branches/{key}",
      },
    },
    group: {
      file: "protected_branches",
      tier: "premium",
      since: "17.6",
      routes: {
        list: "GET /groups/{group}/protected_branches",
        create: "POST /groups/{group}/protected_branches",
        update: "PATCH /groups/{group}/protected_branches/{key}",
        delete: "DELETE /groups/{group}/protected_branches/{key}",
      },
    },
  },
  inherent: { inherited: true },
  key: { description: "The branch, or a wildcard.", write: "name", read: "name" },
  fields: { allow_force_push: flag("Whether a push may rewrite history.", { default: false, carried: true }) },
  example: { allow_force_push: true },
  exampleKey: "release/*",
});
`;

const files = `groups:
  acme:
    name: Acme
    protected_branches:
      main: { allow_force_push: false }
projects:
  acme/web:
    protected_branches:
      release/*: { allow_force_push: true }
`;

describe("a new kind", () => {
  let scratch = "";
  let server: { url: string; token: string; stop: () => void };

  beforeAll(async () => {
    scratch = await mkdtemp(join(tmpdir(), "trueup-kind-"));
    for (const part of ["src", "schemas", "scripts", "package.json", "tsconfig.json", "tsconfig.build.json", "CHANGELOG.md"]) {
      await cp(join(root, part), join(scratch, part), { recursive: true });
    }
    await symlink(join(root, "node_modules"), join(scratch, "node_modules"));
    await writeFile(join(scratch, "src/kinds/protected-branch.ts"), kindFile);
    await appendFile(join(scratch, "CHANGELOG.md"), "- Protected branches.\n");
    await run("npm", ["run", "generate", "--silent"], { cwd: scratch });
    await run(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", "tsconfig.build.json"], { cwd: scratch });
    await run(process.execPath, ["scripts/build-checks.mjs"], { cwd: scratch });
    await mkdir(join(scratch, "files"));
    server = await startEmulator(scratch);
  });
  afterAll(async () => {
    server.stop();
    await rm(scratch, { recursive: true });
  });

  const trueup = async (...words: string[]) => {
    const env = { ...process.env, TRUEUP_URL: server.url, TRUEUP_TOKEN: server.token };
    return run(process.execPath, ["dist/cli/main.js", ...words], { cwd: scratch, env }).then(
      ({ stdout }) => ({ code: 0, stdout }),
      (error: { code: number; stdout: string; stderr: string }) => ({ code: error.code, stdout: error.stdout + error.stderr }),
    );
  };

  it("needs one file, one changelog line and npm run generate to be validated, planned, applied and found converged", async () => {
    const file = join(scratch, "files/trueup.yaml");
    await writeFile(file, files.replace("allow_force_push", "allow_forced_push"));
    const bad = await trueup("validate", "files");
    expect(bad).toMatchObject({ code: 1 });
    expect(bad.stdout).toContain("allow_force_push");

    await writeFile(file, files);
    expect(await trueup("validate", "files")).toMatchObject({ code: 0 });
    const planned = await trueup("plan", "files");
    expect(planned.stdout).toContain("protected_branch:acme/web:release/*");
    expect(await trueup("apply", "files", "--yes")).toMatchObject({ code: 0 });
    expect(await trueup("plan", "files", "--detailed-exitcode")).toMatchObject({ code: 0 });

    await writeFile(file, files.replace("true", "false"));
    expect(await trueup("drift", "files")).toMatchObject({ code: 2 });
    expect(await trueup("apply", "files", "--yes")).toMatchObject({ code: 0 });
    expect(await trueup("plan", "files", "--detailed-exitcode")).toMatchObject({ code: 0 });
    expect((await trueup("explain", "protected_branch:acme:main", "--path", "files")).stdout).toContain("allow_force_push");
    expect((await trueup("export", "--out", "exported", "--yes")).stdout).toContain("exported");
    const exported = await trueup("explain", "protected_branch:acme:main", "--path", "exported");
    expect(exported).toMatchObject({ code: 0 });
    expect(await trueup("plan", "exported", "--detailed-exitcode")).toMatchObject({ code: 0 });
    const counted = JSON.parse((await trueup("plan", "files", "--unmanaged", "--json")).stdout) as Plan;
    expect(counted.coverage?.kinds).toContainEqual({ kind: "protected_branch", live: 2, managed: 2 });
    await writeFile(
      file,
      files.replace("release/*", "other/*").replace("main:", "stable:") + "delete_undeclared: { protected_branches: true }\n",
    );
    const swept = JSON.parse((await trueup("plan", "files", "--json")).stdout) as Plan;
    expect(swept.changes.map(({ action, parent, address }) => `${action} ${parent} ${address}`).sort()).toEqual([
      "create group protected_branch:acme:stable",
      "create project protected_branch:acme/web:other/*",
      "delete group protected_branch:acme:main",
      "delete project protected_branch:acme/web:release/*",
    ]);
    expect((await trueup("schema", "protected_branch")).stdout).toContain("Whether a push may rewrite history.");
  });
});

async function startEmulator(cwd: string) {
  const child = spawn(
    process.execPath,
    ["dist/cli/main.js", "emulator", "--seed", "none", "--server-version", "17.6.0", "--json"],
    {
      cwd,
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  const line = await new Promise<string>((resolve, reject) => {
    child.once("exit", () => reject(new Error("the emulator ended before it was ready")));
    child.stdout.once("data", (chunk: Buffer) => resolve(chunk.toString()));
  });
  const { url, token } = JSON.parse(line) as { url: string; token: string };
  return { url, token, stop: () => void child.kill("SIGTERM") };
}
