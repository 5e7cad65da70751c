import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { inProcess } from "../harness/command-line.js";
import { directory } from "../harness/directory.js";

const files = `policies:
  baseline:
    projects: ["acme/**"]
    undeclared: include
    set: { merge_method: ff, squash_option: always, approval_rules: { Two eyes: { rule_type: any_approver, approvals_required: { at_least: 1 } } } }
  public:
    projects: ["acme/*"]
    where: { visibility: public }
    set: { lfs_enabled: false }
projects:
  acme/web: { squash_option: never }
`;

test("convert writes what policies make of each declared thing, and tells what one declaration cannot say", async () => {
  const cwd = directory({ "trueup/all.yaml": files });
  const { code, stderr } = await inProcess(["convert", "--out", "infra"], { cwd });
  expect(code).toBe(0);
  const text = stderr.replaceAll(/\s+/g, " ");
  expect(text).toContain(
    "policy public (trueup/all.yaml:6:3) is left out: whether its where is fulfilled can be told from what is live alone",
  );
  expect(text).toContain("policy baseline (trueup/all.yaml:2:3) is carried out for what the files declare alone");
  expect(text).toContain("approvals_required has a bound and no value");
  const { stdout } = await inProcess(["convert", "--out", "infra", "--format", "json"], { cwd });
  const written = (JSON.parse(stdout) as { files: { file: string }[] }).files;
  expect(written).toEqual([]);
  const made = readFileSync(join(cwd, "infra", "acme.tf"), "utf8");
  expect(made).toMatch(/merge_method\s+= "ff"/);
  expect(made).toMatch(/squash_option\s+= "never"/);
  expect(made).not.toContain("lfs_enabled");
});
