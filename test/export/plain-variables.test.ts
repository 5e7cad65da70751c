// @module-tag slow
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { inProcess, type Ran } from "../harness/command-line.js";
import { directory, expectNoSecretIn } from "../harness/directory.js";
import { platform } from "../harness/emulator.js";

const secrets = { masked: "masked-value-of-deploys", hidden: "hidden-value-of-deploys", token: "glpat-token-of-deploys" };
const variables = [
  { key: "LOG_LEVEL", value: "info" },
  { key: "LOG_LEVEL", value: "warning", environment_scope: "production" },
  { key: "EMPTY", value: "" },
  { key: "LITERAL", value: "$HOME/${env:HOME}/${file:a}", raw: true },
  { key: "SETTINGS", value: "a: settings in a file", variable_type: "file" },
  { key: "MASKED", value: secrets.masked, masked: true },
  { key: "HIDDEN", value: secrets.hidden, masked_and_hidden: true },
  { key: "WITHIN", value: `around ${secrets.masked}` },
  { key: "TOKEN", value: "short" },
  { key: "OTHER", value: secrets.token },
];
const plain = ["LOG_LEVEL", "LOG_LEVEL", "EMPTY", "LITERAL"];
const hidden = [...Object.values(secrets), "a: settings in a file"];

/** A group with these variables, and a directory. */
async function company() {
  const server = await platform({ dialect: "vendor", serverVersion: "19.0.0-ee" });
  await server.call("POST", "/groups", { name: "Acme", path: "acme" });
  for (const one of variables) await server.call("POST", "/groups/acme/variables", one);
  const cwd = directory();
  const run = (...words: readonly string[]): Promise<Ran> => inProcess(words, { cwd, env: server.env, secrets: hidden });
  return { cwd, run, read: (name: string) => readFileSync(join(cwd, name), "utf8") };
}

const references = (text: string): number => text.match(/\$\{env:\w+\}/g)?.length ?? 0;

test("--plain-variables writes in clear what is neither masked, hidden nor a file, and does not look like a secret; the plan is empty with no value set", async () => {
  const { cwd, run, read } = await company();
  const exported = await run("export", "--out", "files", "--plain-variables");
  expect(exported.code, exported.stdout + exported.stderr).toBe(0);
  expect(exported.stderr).not.toContain("in clear");
  const text = read("files/acme.yaml");
  for (const line of ["value: info", "value: warning"]) expect(text).toContain(line);
  expect(references(text.replaceAll("$${env", ""))).toBe(variables.length - plain.length);
  expectNoSecretIn(join(cwd, "files"), hidden);
  const { code, stdout } = await run("plan", "files", "--detailed-exitcode");
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining("Nothing to do") });
  expect(stdout).toContain("5 values of variable are not compared: no value for the reference");
});

test("an export without --plain-variables says in numbers what that would do, and writes no value", async () => {
  const { run, read } = await company();
  const { code, stderr } = await run("export", "--out", "files");
  expect(code).toBe(0);
  expect(stderr).toContain(`${plain.length} of ${variables.length} variables could be in clear: --plain-variables`);
  expect(references(read("files/acme.yaml"))).toBe(variables.length);
});
