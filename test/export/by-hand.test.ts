// @module-tag slow
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { EmulatorOptions } from "../../src/emulator/index.js";
import { inProcess, type Ran } from "../harness/command-line.js";
import { directory } from "../harness/directory.js";
import { platform, type RunningEmulator } from "../harness/emulator.js";

/** Files on a platform that was made as they say. */
async function appliedFrom(files: Readonly<Record<string, string>>, options: EmulatorOptions = {}) {
  const server = await platform(options);
  const cwd = directory(Object.fromEntries(Object.entries(files).map(([name, text]) => [`files/${name}`, text])));
  const run = (...given: readonly string[]): Promise<Ran> => inProcess(given, { cwd, env: server.env });
  const applied = await run("apply", "files", "--yes");
  expect(applied.code, applied.stdout + applied.stderr).toBe(0);
  return { server, run, read: (name: string) => readFileSync(join(cwd, "files", name), "utf8") };
}

/** Exit 0 and nothing to do. */
function expectEmpty({ code, stdout, stderr }: Ran): void {
  expect(stdout + stderr).toContain("Nothing to do");
  expect(code).toBe(0);
}

async function ruleOf({
  call,
}: RunningEmulator): Promise<{ readonly id: number; readonly users: readonly { readonly id: number }[] }> {
  const [rule] = (await call("GET", "/projects/acme%2Fweb/approval_rules")) as [
    { readonly id: number; readonly users: readonly { readonly id: number }[] },
  ];
  return rule;
}

describe.each(["neutral", "vendor"] as const)("a rule that is for all protected branches (%s)", (dialect) => {
  const text = `groups: { acme: { name: Acme } }
projects:
  acme/web:
    initialize_with_readme: true
    approval_rules:
      # who keeps it safe
      Security: { approvals_required: 1, users: [root], protected_branches: [main] } # one branch
`;

  test("after one branch, made by hand, is exported into the files that say otherwise", async () => {
    const { server, run, read } = await appliedFrom({ "a.yaml": text }, { dialect });
    const { id, users } = await ruleOf(server);
    const body = { name: "Security", approvals_required: 1, user_ids: users.map((one) => one.id) };
    await server.call("PUT", `/projects/acme%2Fweb/approval_rules/${id}`, { ...body, applies_to_all_protected_branches: true });
    const exported = await run("export", "--out", "files", "--under", "acme", "--yes");
    expect(exported.code, exported.stderr).toBe(0);
    expect(read("a.yaml")).toContain("applies_to_all_protected_branches: true");
    expect(read("a.yaml")).toMatch(/# who keeps it safe\n[^#]*# one branch\n/);
    expectEmpty(await run("drift", "files"));
  });

  test("is exported without a word about branches", async () => {
    const { run, read } = await appliedFrom(
      { "a.yaml": text.replace("protected_branches: [main]", "applies_to_all_protected_branches: true") },
      { dialect },
    );
    const { stderr } = await run("export", "--out", "files/other", "--under", "acme");
    expect(stderr).not.toContain("Security");
    expect(read("other/acme.yaml")).not.toContain("        protected_branches");
  });
});

test("a picture that was taken away by hand is unset in the files that name it", async () => {
  const files = { "a.yaml": "topics:\n  typescript: { title: TypeScript, avatar: picture.gif } # with a picture\n" };
  const { server, run, read } = await appliedFrom({ ...files, "picture.gif": "GIF89a" });
  const [topic] = (await server.call("GET", "/topics")) as [{ readonly id: number }];
  await server.call("PUT", `/topics/${topic.id}`, { avatar: "" });
  const adopted = await run("drift", "files", "--adopt-all", "--yes");
  expect(adopted.code, adopted.stderr).toBe(0);
  expect(read("a.yaml")).toBe("topics:\n  typescript: { title: TypeScript, avatar: null } # with a picture\n");
  expectEmpty(await run("drift", "files"));
});

test("a group that is still to be moved is told where it is, also where only that place is exported", async () => {
  const server = await platform();
  await server.call("POST", "/groups", { name: "Old", path: "old", visibility: "public" });
  const bodies = ["new: { name: New, moved_from: old } # soon", "new/sub: { name: Sub }", "other: { name: Other }"];
  const cwd = directory({ "files/a.yaml": `groups:\n  ${bodies.join("\n  ")}\n` });
  const exported = await inProcess(["export", "--out", "files", "--under", "old", "--yes"], { cwd, env: server.env });
  expect(exported.code, exported.stderr).toBe(0);
  const text = readFileSync(join(cwd, "files/a.yaml"), "utf8");
  expect(text).toBe("groups:\n  old:\n    name: Old\n    visibility: public\n  # soon\n  other: { name: Other }\n");
});

test("who was added by hand stands beside the other members in one word", async () => {
  const text = "groups:\n  acme:\n    name: Acme\n    members:\n      root: owner # who made it\n";
  const seed = { users: [{ username: "alice" }] };
  const { server, run, read } = await appliedFrom({ "a.yaml": text }, { dialect: "vendor", seed });
  const [{ id } = { id: 0 }] = (await server.call("GET", "/users?username=alice")) as { id: number }[];
  await server.call("POST", "/groups/acme/members", { user_id: id, access_level: 30 });
  const exported = await run("export", "--out", "files", "--under", "acme", "--yes");
  expect(exported.code, exported.stderr).toBe(0);
  expect(read("a.yaml")).toMatch(/ {6}alice: developer\n {6}root: owner # who made it\n/);
  expectEmpty(await run("drift", "files"));
});
