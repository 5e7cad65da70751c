import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { inProcess } from "../harness/command-line.js";
import { directory } from "../harness/directory.js";
import { platform } from "../harness/emulator.js";

const secret = "it's a hushed value\nof two lines";

async function exporting() {
  const server = await platform({
    dialect: "vendor",
    seed: { groups: [{ full_path: "acme" }], projects: [{ path_with_namespace: "acme/web" }] },
  });
  await server.call("POST", "/projects/acme%2Fweb/variables", { key: "DEPLOY_KEY", value: secret });
  await server.call("POST", "/projects/acme%2Fweb/hooks", { url: "https://ci.example.com", token: "never-shown-token" });
  const cwd = directory({ "kept/note.txt": "" });
  const run = async (...words: string[]) =>
    inProcess(["export", "--under", "acme/**", "--out", "files", ...words], { cwd, env: server.env });
  return { cwd, run };
}

test("--env writes what the platform shows for a shell into a file that only its owner reads, and no other file has it", async () => {
  const { cwd, run } = await exporting();
  const { code, stdout, stderr } = await run("--env", "secrets.env");
  expect(code, stderr).toBe(0);
  expect(stdout + stderr).not.toContain("hushed");
  expect(stderr).toContain("1 secret is in secrets.env");
  expect(statSync(join(cwd, "secrets.env")).mode & 0o777).toBe(0o600);
  const [, name = ""] = /^(\w+)=$/m.exec(readFileSync(join(cwd, "files/.env.example"), "utf8")) ?? [];
  expect(name).toContain("DEPLOY_KEY");
  const shell = spawnSync("sh", ["-c", `. ./secrets.env && printf %s "$${name}"`], { cwd, encoding: "utf8" });
  expect(shell.stdout).toBe(secret);
  for (const file of readdirSync(join(cwd, "files")))
    expect(readFileSync(join(cwd, "files", file), "utf8")).not.toContain("hushed");
});

test.each([
  ["in a Git repository", "repository/secrets.env", "Git repository"],
  ["where a file is already", "kept/note.txt", "the file exists"],
  ["in a directory that is not there", "nowhere/secrets.env", "directory does not exist"],
])("--env writes nothing %s, nor does the export", async (_, file, why) => {
  const { cwd, run } = await exporting();
  mkdirSync(join(cwd, "repository/.git"), { recursive: true });
  const { code, stderr } = await run("--env", file);
  expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining(why) as string });
  expect(readdirSync(cwd).sort()).toEqual(["kept", "repository"]);
});
