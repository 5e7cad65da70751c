import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { inProcess, top } from "../harness/command-line.js";
import { directory, write } from "../harness/directory.js";
import { describeTerraform, terraform } from "../terraform/command.js";

const topics = `version: 1
topics:
  typescript: { title: TypeScript }
`;

const read = (cwd: string, file: string): string => readFileSync(join(cwd, file), "utf8");

describe("convert", () => {
  test("turns files into a Terraform configuration, and says what has no counterpart", async () => {
    const cwd = directory();
    const { code, stdout, stderr } = await inProcess(["convert", "--out", "infra", join(top, "examples/acme")], { cwd });
    expect(code).toBe(0);
    expect(stdout).toMatch(/Wrote \d+ files: \d+ things added, 0 changed, 0 taken out\.\n$/);
    expect(stderr).toContain("project:acme/shop/prototype: ensure: absent has no counterpart");
    expect(stderr).not.toContain("warning");
    expect(readdirSync(join(cwd, "infra")).sort()).toEqual(["acme.tf", "assets", "instance.tf", "main.tf", "variables.tf"]);
    expect(readFileSync(join(cwd, "infra/assets/shop.png"))).toEqual(readFileSync(join(top, "examples/acme/assets/shop.png")));
  });

  test("writes the same files again, replaces those that it wrote, and names what is left of an earlier run", async () => {
    const cwd = directory({ "trueup/topics.yaml": topics, "trueup/acme.yaml": "version: 1\ngroups:\n  acme: {}\n" });
    await inProcess(["convert"], { cwd });
    expect((await inProcess(["convert"], { cwd })).stdout).toBe("Nothing to write: the files say that already.\n");
    write(join(cwd, "trueup/topics.yaml"), topics.replace("title: TypeScript", "title: TS"));
    write(join(cwd, "trueup/acme.yaml"), "version: 1\n");
    const { code, stdout, stderr } = await inProcess(["convert", "--yes"], { cwd });
    expect(code).toBe(0);
    expect(stdout).toContain('+  title = "TS"');
    expect(stderr).toContain("terraform/acme.tf is of an earlier run");
    expect(read(cwd, "terraform/instance.tf")).toContain('title = "TS"');
  });

  test("touches no file that somebody changed since, or wrote without it", async () => {
    const cwd = directory({ "trueup/topics.yaml": topics });
    await inProcess(["convert"], { cwd });
    const changed = read(cwd, "terraform/instance.tf").replace("TypeScript", "Mine");
    write(join(cwd, "terraform/instance.tf"), changed);
    write(join(cwd, "trueup/topics.yaml"), topics.replace("title: TypeScript", "title: TS"));
    const { code, stderr } = await inProcess(["convert", "--yes"], { cwd });
    expect(code).toBe(1);
    expect(stderr).toContain("terraform/instance.tf");
    expect(stderr).toContain("somebody else wrote this file, or changed it");
    expect(read(cwd, "terraform/instance.tf")).toBe(changed);
    const other = directory({ "trueup/topics.yaml": topics, "terraform/main.tf": "# mine\n" });
    expect(await inProcess(["convert", "--yes"], { cwd: other })).toMatchObject({ code: 1, stdout: "" });
    expect(readdirSync(join(other, "terraform"))).toEqual(["main.tf"]);
  });

  test("refuses files that are not sound", async () => {
    const cwd = directory({ "trueup/topics.yaml": topics.replace("title", "titel") });
    const { code, stderr } = await inProcess(["convert"], { cwd });
    expect(code).toBe(1);
    expect(stderr).toContain("did you mean title?");
  });
});

describe("convert from the state of another provider", () => {
  const state = JSON.stringify({
    format_version: "1.0",
    values: {
      root_module: {
        resources: [
          {
            address: "gitlab_group.acme",
            mode: "managed",
            type: "gitlab_group",
            name: "acme",
            values: { id: "7", name: "Acme", path: "acme", full_path: "acme", parent_id: 0, visibility_level: "private" },
          },
          { address: "gitlab_user.zoe", mode: "managed", type: "gitlab_user", name: "zoe", values: { id: "3", username: "zoe" } },
        ],
      },
    },
  });

  test("writes trueup files, and tells what has no counterpart", async () => {
    const cwd = directory({ "state.json": state });
    const { code, stderr } = await inProcess(["convert", "--from", "gitlab-terraform", "state.json"], { cwd });
    expect(code).toBe(0);
    expect(stderr).toContain("gitlab_user");
    expect(read(cwd, "trueup/acme.yaml")).toContain("groups:\n  acme:\n    name: Acme\n");
    expect((await inProcess(["validate"], { cwd })).code).toBe(0);
    const again = await inProcess(["convert", "--from", "gitlab-terraform", "state.json", "--layout", "single"], { cwd });
    expect(again.code).toBe(0);
    write(join(cwd, "trueup/acme.yaml"), "version: 1\n");
    const taken = await inProcess(["convert", "--from", "gitlab-terraform", "state.json", "--yes"], { cwd });
    expect(taken).toMatchObject({ code: 1, stdout: "" });
    expect(taken.stderr).toContain("there is such a file already");
  });

  test("goes straight to a configuration for this provider that imports all of it", async () => {
    const cwd = directory({ "state.json": state });
    const words = ["convert", "--from", "gitlab-terraform", "--to", "hcl-import", "state.json"];
    expect(await inProcess(words, { cwd })).toMatchObject({ code: 0 });
    expect(read(cwd, "terraform/imports.tf")).toContain('id = "group:acme"');
    expect(read(cwd, "terraform/acme.tf")).toContain('name       = "Acme"');
  });

  test.each([
    [["convert", "--from", "gitlab-terraform"], "takes one file, not 0"],
    [["convert", "--from", "gitlab-terraform", "missing.json"], "missing.json"],
    [["convert", "--to", "yaml"], "trueup files are YAML already"],
  ])("%j is refused", async (words, said) => {
    const { code, stdout, stderr } = await inProcess(words, { cwd: directory() });
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain(said);
  });
});

describeTerraform("the example company, converted", () => {
  test.each(["hcl", "hcl-import"])("needs no formatting (%s)", async (language) => {
    const cwd = directory();
    await inProcess(["convert", "--to", language, join(top, "examples/acme")], { cwd });
    const run = await terraform(["fmt", "-check", "-diff", "-recursive"], join(cwd, "terraform"));
    expect(run).toEqual({ exitCode: 0, stdout: "", stderr: "" });
  });
});
