// @module-tag slow
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { inProcess, type Ran } from "../harness/command-line.js";
import { directory } from "../harness/directory.js";
import { platform, type RunningEmulator } from "../harness/emulator.js";

/** All files of a directory, by name. */
function filesOf(place: string): Readonly<Record<string, string>> {
  const names = readdirSync(place, { recursive: true, encoding: "utf8" }).filter((name) => name.includes("."));
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(place, name), "utf8")]));
}

test.each(["per-group", "per-project"])("a second export into folded files changes no byte (layout %s)", async (layout) => {
  const server = await platform({ seed: "default" });
  const projects = (await server.call("GET", "/projects?per_page=100&archived=false")) as readonly { readonly id: number }[];
  for (const { id } of projects)
    // oxlint-disable-next-line no-await-in-loop -- one after the other, as a person would
    await server.call("PUT", `/projects/${id}`, { merge_method: "ff", squash_option: "always", lfs_enabled: false });
  const cwd = directory();
  const run = async (...words: readonly string[]) => {
    const { code, stdout, stderr } = await inProcess(["export", "--out", "files", ...words], { cwd, env: server.env });
    expect(code, stdout + stderr).toBe(0);
  };
  await run("--fold", "--layout", layout);
  const before = filesOf(join(cwd, "files"));
  expect(Object.values(before).join("\n")).toMatch(/^(?:policies|presets):$/m);
  await run("--layout", layout, "--yes");
  expect(filesOf(join(cwd, "files"))).toEqual(before);
});

/** Four projects: three of one merge method, and one that nobody set anything of. */
async function projects(): Promise<RunningEmulator> {
  const attributes = { merge_method: "ff", squash_option: "always" };
  const some = [attributes, attributes, { ...attributes, merge_method: "rebase_merge" }, {}].map((given, index) => ({
    path_with_namespace: `acme/app-${index}`,
    name: `App ${index}`,
    visibility: "private",
    attributes: { ...given, description: `Number ${index}` },
  }));
  return platform({ seed: { groups: [{ full_path: "acme", name: "Acme", visibility: "private" }], projects: some } });
}

/** Files of one project and one policy, after an export into them. */
async function exportedInto(server: RunningEmulator, policy: string) {
  const head = "version: 1\ngroups: { acme: { name: Acme, visibility: private } }\nprojects:\n  acme/app-0: { name: App 0 }\n";
  const cwd = directory({ "files/a.yaml": `${head}${policy}` });
  const run = (...words: readonly string[]): Promise<Ran> => inProcess(words, { cwd, env: server.env });
  const kinds = ["project", "protected_branch"].flatMap((kind) => ["--kind", kind]);
  const { code, stdout, stderr } = await run("export", "--out", "files", "--yes", ...kinds);
  expect(code, stdout + stderr).toBe(0);
  const text = readFileSync(join(cwd, "files/a.yaml"), "utf8");
  return { text, added: text.slice(0, text.indexOf("policies:")), told: stdout + stderr, run };
}

test("projects that an export adds to files say only what the policies for them do not give, and override what is otherwise", async () => {
  const { added, text, run } = await exportedInto(
    await projects(),
    `policies:
  house:
    projects: [acme/**]
    set: { merge_method: ff, squash_option: always, visibility: { at_most: internal } }
    ignore: [description]
`,
  );
  expect(added.match(/(?:acme\/app|merge_method|squash_option|visibility|description).*/g)).toEqual([
    "visibility: private } }",
    "acme/app-0: { name: App 0, visibility: private }",
    "acme/app-1:",
    "visibility: private",
    "acme/app-2:",
    "visibility: private",
    "merge_method: rebase_merge",
    "acme/app-3:",
    "visibility: private",
    "merge_method: merge",
    "squash_option: default_off",
  ]);
  expect(text).toContain("set: { merge_method: ff, squash_option: always, visibility: { at_most: internal } }");
  const planned = await run("plan", "files", "--detailed-exitcode");
  expect(planned.code, planned.stdout + planned.stderr).toBe(0);
});

test("what a policy enforces or asks for and is not live is told by an export, and stays out of the bodies", async () => {
  const server = await projects();
  await server.call("POST", "/projects/acme%2Fapp-1/protected_branches", { name: "stable" });
  const { added, told } = await exportedInto(
    server,
    `policies:
  house:
    projects: [acme/**]
    enforce: [squash_option]
    set:
      squash_option: never
      protected_branches:
        stable: { allowed_to_push: [{ access_level: maintainer }], allowed_to_merge: [{ access_level: maintainer }] }
`,
  );
  expect(added).not.toMatch(/squash_option|protected_branches/);
  expect(told).toContain("project:acme/app-1: squash_option is left as it is: policy house enforces it at files/a.yaml:8:15");
  expect(told).toContain("protected_branch:acme/app-2:stable: it is not there, and files/a.yaml:");
  expect(told).not.toContain("protected_branch:acme/app-1:stable: it is not there");
});

test("what a policy asks for of a project that is gone is not told: the project is taken out of the files", async () => {
  const { added, told, run } = await exportedInto(
    await projects(),
    `  acme/gone: { name: Gone }
policies:
  house:
    projects: [acme/gone]
    set:
      protected_branches:
        stable: { allowed_to_push: [{ access_level: maintainer }], allowed_to_merge: [{ access_level: maintainer }] }
`,
  );
  expect(added).not.toContain("acme/gone");
  expect(told).not.toContain("protected_branch:acme/gone");
  const gone =
    "projects: { acme/gone: { name: Gone } }\npolicies: { house: { projects: [acme/gone], set: { labels: { bug: red } } } }\n";
  const cwd = directory({ "trueup/a.yaml": gone });
  const { env } = await platform({ dialect: "vendor" });
  const adopted = await inProcess(["drift", "--adopt-all", "--yes"], { cwd, env });
  expect(adopted.code, adopted.stderr).toBe(0);
  expect(adopted.stderr).not.toContain("label:acme/gone");
  expect(readFileSync(join(cwd, "trueup/a.yaml"), "utf8")).not.toContain("name: Gone");
  expect((await run("validate", "files")).code).toBe(0);
});

test("a policy that holds by what is live gives an export what it gives a plan", async () => {
  const { added, run } = await exportedInto(
    await projects(),
    `policies:
  squashed:
    projects: [acme/**]
    where: { squash_option: always }
    set: { merge_method: ff }
`,
  );
  expect(added.match(/merge_method.*/g)).toEqual(["merge_method: rebase_merge"]);
  const planned = await run("plan", "files", "--detailed-exitcode");
  expect(planned.code, planned.stdout + planned.stderr).toBe(0);
});
