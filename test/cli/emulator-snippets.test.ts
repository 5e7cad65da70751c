import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

/** The code of a section of the page, by the language that it says. */
function snippet(language: string): string {
  const found = new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\n\`\`\``).exec(readFileSync("docs/emulator.md", "utf8"))?.[1];
  if (found === undefined) throw new Error(`docs/emulator.md has no ${language}`);
  return found;
}

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "snippets-"));
  mkdirSync(join(folder, "bin"));
  // What npx does where the package is installed.
  const npx = join(folder, "bin", "npx");
  writeFileSync(npx, `#!/bin/sh\nshift\nexec "${process.execPath}" "${resolve("dist/cli/main.js")}" "$@"\n`);
  chmodSync(npx, 0o755);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(program: string, words: readonly string[]) {
  const env = { ...process.env, PATH: `${join(folder, "bin")}${delimiter}${process.env["PATH"]}` };
  return spawnSync(program, words, { cwd: folder, env, encoding: "utf8" });
}

const isThere = (program: string, word: string): boolean => spawnSync(program, [word], { stdio: "ignore" }).error === undefined;

test("a suite in Node starts the emulator as the page says, and puts it back between tests", { tags: ["slow"] }, () => {
  writeFileSync(join(folder, "platform.mjs"), snippet("js"));
  writeFileSync(
    join(folder, "use.mjs"),
    `import { startEmulator } from "./platform.mjs";
const { url, token, reset, stop } = await startEmulator();
const headers = { "private-token": token, "content-type": "application/json" };
const made = await fetch(url + "/api/v4/projects", { method: "POST", headers, body: JSON.stringify({ name: "web" }) });
const back = await reset();
const left = await (await fetch(url + "/api/v4/projects", { headers })).json();
console.log(made.status, back.status, left.length);
stop();
`,
  );
  const { stdout, stderr } = run(process.execPath, ["use.mjs"]);
  expect({ stdout, stderr }).toEqual({ stdout: "201 204 0\n", stderr: "" });
});

test("the code for other languages is such as their compilers take, where these are", { tags: ["slow"] }, () => {
  writeFileSync(join(folder, "conftest.py"), snippet("python"));
  writeFileSync(join(folder, "platform.go"), `${snippet("go")}\n`);
  if (isThere("python3", "--version")) expect(run("python3", ["-m", "py_compile", "conftest.py"]).stderr).toBe("");
  if (isThere("gofmt", "-h")) expect(run("gofmt", ["-l", "platform.go"]).stdout).toBe("");
});
