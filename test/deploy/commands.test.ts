import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseAllDocuments } from "yaml";
import { inProcess, top } from "../harness/command-line.js";
import { directory } from "../harness/directory.js";
import { platform } from "../harness/emulator.js";

const read = (file: string): string => readFileSync(join(top, "examples", file), "utf8");

describe.each([
  "deploy/kubernetes/cronjob.yaml",
  "deploy/kubernetes/sharded-job.yaml",
  "deploy/systemd/trueup-drift.service",
  "ci/gitlab/sharded-drift.yml",
  "ci/github/sharded-drift.yml",
])("examples/%s", (file) => {
  it("names only options that trueup ci drift has", async () => {
    const { stdout } = await inProcess(["ci", "drift", "--help"], { cwd: directory() });
    const own = new Set(["--quiet", "--depth", "--branch", "--from-env-file", "--user"]);
    const named = [...read(file).matchAll(/(?<=[\s"])--[a-z][a-z-]*/g)].map(([option]) => option);
    expect(named).toContain("--url");
    for (const option of named.filter((one) => !own.has(one))) expect(stdout).toContain(`${option} `);
  });
});

/** The words after trueup in the CronJob and in the service. */
function commandOf(file: string): readonly string[] {
  if (file.endsWith(".service")) {
    const [, line = ""] = /^ExecStart=\S+ (.+)$/m.exec(read(file)) ?? [];
    return line.split(" ");
  }
  const args = parseAllDocuments(read(file))[0]?.getIn([
    "spec",
    "jobTemplate",
    "spec",
    "template",
    "spec",
    "containers",
    0,
    "args",
  ]);
  return (args as { toJSON: () => string[] }).toJSON();
}

it.each(["deploy/kubernetes/cronjob.yaml", "deploy/systemd/trueup-drift.service"])(
  "the command of examples/%s compares the files of its directory with the server",
  async (file) => {
    const { url, token } = await platform();
    const words = commandOf(file).map((word) => word.replace("https://platform.example.com", url));
    const compare = async (title: string): Promise<number | null> => {
      const cwd = directory({ "trueup/topics.yaml": `version: 1\ntopics: { web: { title: ${title} } }\n` });
      // The server of this test has no repository that an issue could be in.
      return (await inProcess([...words, "--no-issue"], { cwd, env: { TRUEUP_READ_TOKEN: token, TRUEUP_TOKEN: undefined } }))
        .code;
    };
    expect(await compare("Web")).toBe(2);
    await inProcess(["api", "POST", "/topics", "-f", "name=web", "-f", "title=Web"], {
      env: { TRUEUP_URL: url, TRUEUP_TOKEN: token },
    });
    expect(await compare("Web")).toBe(0);
  },
);
