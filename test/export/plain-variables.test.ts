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
  return { ...server, cwd, run, read: (name: string) => readFileSync(join(cwd, name), "utf8") };
}

const references = (text: string): number => text.match(/\$\{env:\w+\}/g)?.length ?? 0;

test("--plain-variables writes in clear what is neither masked, hidden nor a file, and does not look like a secret; the plan is empty with no value set", async () => {
  const { cwd, run, read } = await company();
  const exported = await run("export", "--out", "files", "--plain-variables");
  expect(exported.code, exported.stdout + exported.stderr).toBe(0);
  expect(exported.stderr).not.toContain("in clear");
  const text = read("files/acme.yaml");
  for (const line of ["LOG_LEVEL: info", "LOG_LEVEL@production: warning"]) expect(text).toContain(line);
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

test("drift --adopt writes plain variables in clear into files that have some in clear; secrets stay references, and the next drift needs no other value", async () => {
  const { call, cwd, run, read, env } = await company();
  const url = "/groups/acme/variables";
  for (const { key } of variables.filter(({ key: own }) => own !== "LOG_LEVEL" && own !== "MASKED"))
    await call("DELETE", `${url}/${key}`);
  expect((await run("export", "--out", "files", "--plain-variables")).code).toBe(0);
  await call("PUT", `${url}/LOG_LEVEL?filter[environment_scope]=*`, { value: "trace" });
  await call("PUT", `${url}/LOG_LEVEL?filter[environment_scope]=production`, { value: secrets.token });
  await call("POST", url, { key: "REGION", value: "north" });
  await call("POST", url, { key: "SETTINGS", value: "a: settings in a file", variable_type: "file" });
  const withValues = (...words: readonly string[]) =>
    inProcess(words, { cwd, env: { ...env, ACME_MASKED_VALUE: secrets.masked }, secrets: hidden });
  const adopted = await withValues("drift", "files", "--undeclared", "--adopt-all", "--yes");
  expect(adopted.code, adopted.stderr).toBe(0);
  expect(adopted.stderr).toContain("Variables in clear: 2, as these files have others in clear. Secrets stay references.\n");
  const text = read("files/acme.yaml");
  for (const line of ["LOG_LEVEL: trace", "REGION: north"]) expect(text).toContain(line);
  expect(references(text)).toBe(3);
  expectNoSecretIn(join(cwd, "files"), hidden);
  const names = [...text.matchAll(/\$\{env:(\w+)\}/g)].map(([, name = ""]) => name);
  const valueOf = (name: string): string =>
    name.includes("SETTINGS") ? "a: settings in a file" : name.includes("LOG") ? secrets.token : secrets.masked;
  const next = await inProcess(["drift", "files", "--undeclared=variable:**"], {
    cwd,
    env: { ...env, ...Object.fromEntries(names.map((name) => [name, valueOf(name)])) },
    secrets: hidden,
  });
  expect(next, next.stdout + next.stderr).toMatchObject({ code: 0 });
});

test("drift --adopt writes references into files that have no variable in clear, and says so", async () => {
  const { call, cwd, run, read, env } = await company();
  for (const { key } of variables.slice(2)) await call("DELETE", `/groups/acme/variables/${key}`);
  expect((await run("export", "--out", "files")).code).toBe(0);
  await call("POST", "/groups/acme/variables", { key: "REGION", value: "north" });
  const values = { ACME_LOG_LEVEL_VALUE: "info", ACME_LOG_LEVEL_PRODUCTION_VALUE: "warning" };
  const adopted = await inProcess(["drift", "files", "--undeclared", "--adopt", "variable:**", "--yes"], {
    cwd,
    env: { ...env, ...values },
  });
  expect(adopted.code, adopted.stderr).toBe(0);
  expect(adopted.stderr).toContain(
    "1 of 1 variables could be in clear: no variable of these files is, so trueup wrote references\n",
  );
  expect(read("files/acme.yaml")).toMatch(/REGION: \$\{env:ACME_REGION_VALUE\}\n/);
});
