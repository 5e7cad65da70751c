import { execFile, spawn } from "node:child_process";
import { appendFile, cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../..", import.meta.url));

/** All there is to say of protected branches, which this project does not manage: one file. */
const kindFile = `import { flag } from "../core/fields.js";
import { defineKind } from "../core/kind.js";

/** Branches that not everybody may push to. */
export const protectedBranch = defineKind({
  name: "protected_branch",
  title: "Protected branch",
  description: "A branch that not everybody may push to.",
  source: "the reference of real servers",
  place: { under: "project", as: "map", file: "protected_branches" },
  key: { description: "The branch, or a wildcard.", write: "name", read: "name" },
  routes: {
    list: "GET /projects/{project}/protected_branches",
    create: "POST /projects/{project}/protected_branches",
    update: "PUT /projects/{project}/protected_branches/{key}",
    updateSince: "99.0",
    delete: "DELETE /projects/{project}/protected_branches/{key}",
  },
  fields: { allow_force_push: flag("Whether a push may rewrite history.", { default: false, carried: true }) },
  example: { allow_force_push: true },
  exampleKey: "release/*",
});
`;

const files = `groups:
  acme: { name: Acme }
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
    expect((await trueup("schema", "protected_branch")).stdout).toContain("Whether a push may rewrite history.");
  });
});

async function startEmulator(cwd: string) {
  const child = spawn(process.execPath, ["dist/cli/main.js", "emulator", "--seed", "none", "--json"], {
    cwd,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const line = await new Promise<string>((resolve, reject) => {
    child.once("exit", () => reject(new Error("the emulator ended before it was ready")));
    child.stdout.once("data", (chunk: Buffer) => resolve(chunk.toString()));
  });
  const { url, token } = JSON.parse(line) as { url: string; token: string };
  return { url, token, stop: () => void child.kill("SIGTERM") };
}
