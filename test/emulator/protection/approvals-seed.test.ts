import { expect, test } from "vitest";
import { startPlatform } from "../platform.js";

test("the built-in seed has approval settings, approval rules and protected environments", async () => {
  const platform = await startPlatform();
  const read = async (path: string) => (await platform.call("GET", path)).body;
  expect(await read("/projects/acme-labs%2Fwebsite/approvals")).toMatchObject({ reset_approvals_on_push: false });
  expect(await read("/projects/acme-labs%2Fplatform%2Fapi/approval_rules")).toMatchObject([
    {
      name: "Security",
      rule_type: "regular",
      users: [{ username: "alice" }, { username: "carol" }],
      groups: [{ full_path: "acme-labs/platform/tools" }],
      protected_branches: [{ name: "main" }],
    },
    { name: "Coverage", rule_type: "report_approver", report_type: "code_coverage" },
  ]);
  expect(await read("/groups/acme-labs/protected_environments")).toMatchObject([
    {
      name: "production",
      required_approval_count: 1,
      deploy_access_levels: [{ access_level: 40 }, { access_level_description: "Platform" }],
      approval_rules: [{ access_level_description: "Alice Archer", required_approvals: 1 }, { required_approvals: 2 }],
    },
  ]);
});

test("a seed of one's own has what it says, by names", async () => {
  const platform = await startPlatform({
    seed: {
      users: [{ username: "zoe" }],
      groups: [{ full_path: "lab", members: { zoe: 50 } }],
      projects: [{ path_with_namespace: "lab/tool", branches: ["main"], protected_branches: ["main"] }],
      approval_settings: [{ project: "lab/tool", require_password_to_approve: true }],
      approval_rules: [
        { project: "lab/tool", name: "Owners", approvals_required: 1, groups: ["lab"], protected_branches: ["main"] },
      ],
      protected_environments: [{ group: "lab", name: "testing", deploy_access_levels: [{ user: "zoe" }] }],
    },
  });
  const read = async (path: string) => (await platform.call("GET", path)).body;
  expect(await read("/projects/lab%2Ftool/approvals")).toMatchObject({ require_password_to_approve: true });
  expect(await read("/projects/lab%2Ftool/approval_rules")).toMatchObject([
    { name: "Owners", groups: [{ full_path: "lab" }], eligible_approvers: [{ username: "zoe" }] },
  ]);
  expect(await read("/groups/lab/protected_environments/testing")).toMatchObject({
    deploy_access_levels: [{ access_level_description: "zoe" }],
  });
});

test("a seed that names what it does not have is refused", async () => {
  const rule = { project: "lab/tool", name: "Owners", approvals_required: 1 };
  await expect(startPlatform({ seed: { approval_rules: [rule] } })).rejects.toThrow(
    "the seed names a project that it does not have: lab/tool",
  );
  const settings = { project: "lab/tool", other: true };
  await expect(startPlatform({ seed: { approval_settings: [settings] } })).rejects.toThrow("approval_settings");
});
