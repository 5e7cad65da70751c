// @module-tag slow
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { inProcess } from "../harness/command-line.js";
import { directory } from "../harness/directory.js";
import { platform } from "../harness/emulator.js";

test("an export puts each thing into a file whose scope allows it, and names the scope that is missing for the others", async () => {
  const groups = ["acme", "acme/shop", "acme/shop/web", "acme/bank", "acme/till"].map((path) => ({
    full_path: path,
    name: path.split("/").at(-1) ?? "",
  }));
  const projects = ["acme/bank/vault", "acme/shop/till", "acme/shop/web/site", "acme/till/lone", "acme/tools"].map((path) => ({
    path_with_namespace: path,
    name: path.split("/").at(-1) ?? "",
  }));
  const server = await platform({ seed: { groups, projects } });
  const scopes = [
    'company.yaml: [group:acme, "acme/*", settings]',
    "teams/shop/**: [acme/shop/**]",
    "teams/bank/**: [acme/bank/**]",
    "teams/web/**: [acme/shop/web/**]",
  ];
  const cwd = directory({
    "trueup.yaml": `scopes:\n${scopes.map((line) => `  trueup/${line}\n`).join("")}`,
    "trueup/company.yaml": "groups: { acme: { name: acme } }\n",
    "trueup/teams/shop/shop.yaml": "projects:\n  acme/shop/till: { name: till }\n",
  });
  const { code, stdout, stderr } = await inProcess(["export", "--yes"], { cwd, env: server.env });
  expect(code, stdout + stderr).toBe(0);
  const read = (name: string): string[] =>
    readFileSync(join(cwd, "trueup", name), "utf8").match(/\bacme(?:\/[a-z/]+)?(?=:)/g) ?? [];
  expect(read("company.yaml").toSorted()).toEqual(["acme", "acme/bank", "acme/shop", "acme/till", "acme/tools"]);
  expect(read("teams/shop/shop.yaml").toSorted()).toEqual(["acme/shop/till", "acme/shop/web", "acme/shop/web/site"]);
  const lines = readFileSync(join(cwd, "trueup/company.yaml"), "utf8").split("\n");
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(120);
  const told = (stdout + stderr).replaceAll(/\s+/g, " ");
  expect(told).toContain(
    "project:acme/bank/vault: is not declared: no file is there that may say acme/bank/vault; create one where these scopes allow it: trueup/teams/bank/**: [acme/bank/**] (trueup.yaml:4:",
  );
  expect(stdout + stderr).toContain(
    "project:acme/till/lone: is not declared: no scope of the project file allows acme/till/lone",
  );
});
