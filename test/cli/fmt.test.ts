import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { builtInProcess } from "../harness/built.js";
import { directory } from "../harness/directory.js";

const untidy = "groups: {acme: {visibility: 'private', name: Acme}} # ours\nversion: 1\n";
const tidy = "version: 1\ngroups: { acme: { name: Acme, visibility: private } } # ours\n";

it("trueup fmt writes the canonical form, lists what changed, and the second time changes nothing", async () => {
  const cwd = directory({ "trueup/a.yaml": untidy, "trueup/b.yaml": "projects: {}\n" });
  expect(await builtInProcess(["fmt"], { cwd })).toEqual({ code: 0, stdout: "trueup/a.yaml\n", stderr: "" });
  expect(readFileSync(join(cwd, "trueup/a.yaml"), "utf8")).toBe(tidy);
  expect(await builtInProcess(["fmt"], { cwd })).toEqual({ code: 0, stdout: "", stderr: "" });
  expect((await builtInProcess(["fmt", "--check"], { cwd })).code).toBe(0);
});

it("trueup fmt --check lists the files that would change, writes nothing, and exits with 1", async () => {
  const cwd = directory({ "trueup/a.yaml": untidy });
  expect(await builtInProcess(["fmt", "--check"], { cwd })).toEqual({ code: 1, stdout: "trueup/a.yaml\n", stderr: "" });
  expect(readFileSync(join(cwd, "trueup/a.yaml"), "utf8")).toBe(untidy);
});

it("trueup fmt leaves files of other tools as they are, and says so", async () => {
  const compose = "on:   push\njobs: {a: 'b'}\n";
  const cwd = directory({
    "deploy/compose.yaml": compose,
    "deploy/list.yaml": "-  a\n",
    "deploy/a.yaml": untidy,
    "deploy/b.yaml": "{}\n",
  });
  const { code, stdout, stderr } = await builtInProcess(["fmt", "."], { cwd });
  expect({ code, stdout }).toEqual({ code: 0, stdout: "deploy/a.yaml\n" });
  expect(stderr).toBe(
    ["compose", "list"]
      .map((name) => `deploy/${name}.yaml was not formatted: none of its top-level keys belongs in a trueup file\n`)
      .join(""),
  );
  expect(readFileSync(join(cwd, "deploy/compose.yaml"), "utf8")).toBe(compose);
  expect((await builtInProcess(["fmt", "--check", "."], { cwd })).code).toBe(0);
});

it("trueup fmt writes no file if one cannot be read", async () => {
  const cwd = directory({ "trueup/a.yaml": untidy, "trueup/b.yaml": "projects: {\n" });
  const { code, stderr } = await builtInProcess(["fmt"], { cwd });
  expect(code).toBe(1);
  expect(stderr).toContain("trueup/b.yaml:");
  expect(readFileSync(join(cwd, "trueup/a.yaml"), "utf8")).toBe(untidy);
});

it("trueup fmt finds nothing to change in what init wrote, and in the examples", async () => {
  const cwd = directory({});
  expect((await builtInProcess(["init"], { cwd })).code).toBe(0);
  const examples = ["acme", "everyday", "kinds", "policies"].map((name) => resolve("examples", name));
  expect(await builtInProcess(["fmt", "--check"], { cwd })).toEqual({ code: 0, stdout: "", stderr: "" });
  expect(await builtInProcess(["fmt", "--check", ...examples], { cwd })).toEqual({ code: 0, stdout: "", stderr: "" });
});
