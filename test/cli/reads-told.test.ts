// @module-tag slow
import { expect, it } from "vitest";
import { inProcess } from "../harness/command-line.js";
import { directory } from "../harness/directory.js";
import { platform } from "../harness/emulator.js";

const names = Array.from({ length: 60 }, (_, index) => `acme/p${index}`);

it("a plan says before it reads how many requests that takes, where they are many", async () => {
  const projects = names.map((name) => ({ path_with_namespace: name }));
  const server = await platform({ tier: "ultimate", seed: { groups: [{ full_path: "acme" }], projects } });
  const set = { approval_settings: { reset_approvals_on_push: true }, integrations: { asana: { api_key: "${env:KEY}" } } };
  const files = (undeclared: string) => ({
    "a.yaml": JSON.stringify({ policies: { all: { projects: ["acme/**"], undeclared, set } } }),
  });
  const env = { ...server.env, KEY: "s3cret-of-asana" };
  const many = await inProcess(["plan"], { cwd: directory(files("include")), env });
  expect(many.stderr).toContain("Reading the platform: at least 120 requests.");
  const few = await inProcess(["plan"], { cwd: directory(files("ignore")), env });
  expect(few.stderr).not.toContain("requests");
});
