// @module-tag slow
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { inProcess, top } from "../harness/command-line.js";
import { directory } from "../harness/directory.js";
import { platform } from "../harness/emulator.js";

const secrets = { ACME_SPAM_KEY: "spam-key-of-this-test", ACME_CHAT_WEBHOOK: "https://chat.example/hooks/of-this-test" };

/** The example company, on a platform of its own. */
async function company(): Promise<Readonly<Record<string, string>>> {
  const { env } = await platform();
  const applied = await inProcess(["apply", join(top, "examples/acme"), "--yes", "--ack", "weakening:application_settings"], {
    env: { ...env, ...secrets },
  });
  expect(applied.code, applied.stderr).toBe(0);
  return env;
}

/** Texts of a directory by name, without comments and `main.tf`, which say where they came from. */
function textsOf(cwd: string): Readonly<Record<string, string>> {
  const files = readdirSync(cwd).filter((name) => name.endsWith(".tf") && name !== "main.tf");
  return Object.fromEntries(files.map((name) => [name, readFileSync(join(cwd, name), "utf8").replaceAll(/^#.*\n/gm, "")]));
}

describe("export as a Terraform configuration", () => {
  test.each(["hcl", "hcl-import"])("says what converted files say (%s)", async (language) => {
    const env = await company();
    const cwd = directory();
    expect(await inProcess(["export", "--format", language, "--out", "live"], { cwd, env })).toMatchObject({ code: 0 });
    expect(await inProcess(["export"], { cwd, env })).toMatchObject({ code: 0 });
    expect(await inProcess(["convert", "--to", language, "--out", "converted"], { cwd, env })).toMatchObject({ code: 0 });
    expect(textsOf(join(cwd, "live"))).toEqual(textsOf(join(cwd, "converted")));
    expect(readFileSync(join(cwd, "live/acme.tf"), "utf8")).toContain('resource "trueup_project" "acme_shop_web"');
    expect(existsSync(join(cwd, "live/imports.tf"))).toBe(language === "hcl-import");
  });

  test("names the server, takes a part, and reports as JSON", async () => {
    const env = await company();
    const cwd = directory();
    const words = ["export", "--format", "hcl", "--under", "acme/shop/**", "--kind", "project", "--json"];
    const { code, stdout } = await inProcess(words, { cwd, env });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      files: expect.arrayContaining([{ file: "terraform/acme.tf", action: "create" }]) as unknown,
    });
    expect(readFileSync(join(cwd, "terraform/main.tf"), "utf8")).toContain(`url = "${env["TRUEUP_URL"] ?? ""}"`);
    expect(readFileSync(join(cwd, "terraform/acme.tf"), "utf8")).toMatch(/full_path += "acme\/shop\/mobile"/);
  });
});
