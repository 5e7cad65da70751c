// @module-tag slow
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parse, parseDocument } from "yaml";
import { type CiVariables, holds } from "../harness/ci-rules.js";
import { inProcess, top } from "../harness/command-line.js";
import { directory } from "../harness/directory.js";
import { gitForge } from "../harness/git-forge.js";
import { git } from "../harness/repository.js";

const page = readFileSync(join(top, "docs/gitops.md"), "utf8");

/** The blocks of a language in the section with a heading. */
function blocks(heading: string, language: string): readonly string[] {
  const [, rest = ""] = page.split(`\n### ${heading}\n`);
  const [section = ""] = rest.split(/\n###? /);
  const fence = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, "gm");
  return [...section.matchAll(fence)].map(([, body = ""]) => body);
}

const key = "a-key-of-more-than-sixteen-bytes";

type Job = { readonly rules: readonly { readonly if: string }[]; readonly script: string };

it("docs/gitops.md leads from an exported directory to the first note, to the apply after the merge, and to nights that tell of drift and heal it", async () => {
  const forge = await gitForge("platform/config");
  const { url } = forge;
  const clone = directory();
  const alice = { TRUEUP_TOKEN: "token-of-alice", TRUEUP_URL: url };
  const run = async (words: readonly string[], env: CiVariables, cwd = clone) => {
    const end = await inProcess([...words], { cwd, env: { TRUEUP_URL: undefined, TRUEUP_TOKEN: undefined, ...env } });
    return { ...end, said: `${words.join(" ")}: ${end.stdout}${end.stderr}` };
  };
  const exported = await run(["export", "--yes"], alice);
  expect(exported.code, exported.said).toBe(0);
  git(clone, "init", "-q", "-b", "main");
  git(clone, "remote", "add", "origin", forge.repository);
  git(forge.repository, "config", "receive.advertisePushOptions", "true");

  // 2. The pipeline.
  const [init = ""] = blocks("2. Create the project of the pipeline", "sh");
  const [, ...initWords] = init.trim().split(" ");
  const written = await run(initWords, {});
  expect(written.code, written.said).toBe(0);
  const pipeline = readFileSync(join(clone, "trueup-ci/.gitlab-ci.yml"), "utf8").replaceAll("https://platform.example.com", url);
  const jobs = parse(pipeline) as Readonly<Record<string, Job>>;
  const job = async (name: string, variables: CiVariables, env: CiVariables) => {
    const { rules, script } = jobs[name] as Job;
    expect(
      rules.some((rule) => holds(rule.if, variables)),
      `${name} runs`,
    ).toBe(true);
    return run(script.split(" ").slice(1), { ...variables, ...env });
  };

  // 3. The settings of the repository, in its exported entry.
  const [settings = ""] = blocks("3. Point the repository at it", "yaml");
  const file = join(clone, "trueup/platform.yaml");
  const files = parseDocument(readFileSync(file, "utf8"));
  const { projects } = parse(settings) as { readonly projects: Readonly<Record<string, object>> };
  for (const [path, own] of Object.entries(projects))
    for (const [name, value] of Object.entries(own)) files.setIn(["projects", path, name], value);
  writeFileSync(file, files.toString());
  const applied = await run(["apply", "--yes"], alice);
  expect(applied.code, applied.said).toBe(0);
  git(clone, "add", "trueup");
  git(clone, "commit", "-qm", "The exported state");
  git(clone, "push", "-q", "origin", "main");

  // 5. The first request.
  writeFileSync(file, readFileSync(file, "utf8").replace(/^( +)name: Platform$/im, "$&\n$1description: What we all need"));
  for (const line of (blocks("5. Open the first merge request", "sh")[0] ?? "").trim().split("\n")) {
    const [, ...words] = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");
    git(clone, ...words);
  }
  const head = git(clone, "rev-parse", "first-note").trim();
  git(forge.repository, "update-ref", `refs/merge-requests/${forge.request}/head`, head);
  forge.setHead(head);
  const planned = await job("plan", forge.variables(head), { TRUEUP_READ_TOKEN: "token-of-alice", TRUEUP_PLAN_KEY: key });
  expect(planned.code, planned.said).toBe(0);
  const path = `/projects/platform%2Fconfig/merge_requests/${forge.request}/notes`;
  const notes = (await forge.call("alice", "GET", path)) as readonly { readonly body: string; readonly system: boolean }[];
  const [note, ...others] = notes.filter(({ system }) => !system);
  expect(others).toEqual([]);
  expect(note?.body).toContain("What we all need");
  expect(note?.body).toContain("**This request: 0 to create, 1 to update, 0 to delete");

  // 6. The merge, and the night after it.
  git(clone, "switch", "-q", "main");
  git(clone, "merge", "-q", "first-note");
  const pushed = {
    CI_PIPELINE_SOURCE: "push",
    CI_COMMIT_BRANCH: "main",
    CI_DEFAULT_BRANCH: "main",
    CI_COMMIT_REF_PROTECTED: "true",
  };
  git(clone, "push", "-q", "origin", "main");
  const merged = git(clone, "rev-parse", "main").trim();
  forge.setMerged(forge.request, merged);
  const home = {
    ...forge.variables(merged),
    CI_PROJECT_URL: `${url}/platform/config`,
    CI_CONFIG_PATH: ".gitlab-ci.yml@platform/trueup-ci",
  };
  const made = await job("apply", { ...home, ...pushed }, { TRUEUP_WRITE_TOKEN: "token-of-alice", TRUEUP_PLAN_KEY: key });
  expect(made.code, made.said).toBe(0);
  expect(await forge.call("alice", "GET", "/groups/platform")).toMatchObject({ description: "What we all need" });
  const night = { ...home, CI_PIPELINE_SOURCE: "schedule", CI_COMMIT_BRANCH: "main", CI_DEFAULT_BRANCH: "main" };
  const quiet = await job("drift", night, { TRUEUP_READ_TOKEN: "token-of-alice" });
  expect(quiet.code, quiet.said).toBe(0);
  await forge.call("alice", "PUT", "/groups/platform", { description: "By hand" });
  const loud = await job("drift", night, { TRUEUP_READ_TOKEN: "token-of-alice" });
  expect(loud.code, loud.said).toBe(2);
  const issues = (await forge.call("alice", "GET", "/projects/platform%2Fconfig/issues")) as readonly {
    readonly description: string;
  }[];
  expect(issues.map(({ description }) => description)).toEqual([expect.stringContaining("1 changed by hand") as string]);

  // The job that heals, in the clone that the service makes for it.
  const [healing = ""] = blocks("Heal drift on the schedule", "yaml");
  const { heal } = parse(healing.replaceAll("https://platform.example.com", url)) as {
    readonly heal: Job & { readonly variables: CiVariables };
  };
  expect(heal.rules.some((rule) => holds(rule.if, { ...night, CI_COMMIT_REF_PROTECTED: "true" }))).toBe(true);
  const token = heal.variables["TRUEUP_TOKEN"]?.replace("$TRUEUP_WRITE_TOKEN", "token-of-alice");
  const healed = await run(heal.script.split(" ").slice(1), { ...night, TRUEUP_TOKEN: token });
  expect(healed.code, healed.said).toBe(0);
  expect(await forge.call("alice", "GET", "/groups/platform")).toMatchObject({ description: "What we all need" });
});
