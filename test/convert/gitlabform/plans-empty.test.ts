import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { inProcess } from "../../harness/command-line.js";
import { directory } from "../../harness/directory.js";
import { platform } from "../../harness/emulator.js";
import { everyWordText } from "./converted.js";
import { describedByGitlabform } from "./described.js";
import { prepare } from "./instance.js";

const vendor = { dialect: "vendor", serverVersion: "19.0.0", tier: "ultimate" } as const;

/** What the configuration has where the files refer to the environment. */
const secrets = {
  ACME_HTTPS_CI_EXAMPLE_COM_GROUP_TOKEN: "hunter2-hook",
  ACME_PASSWORD_VALUE: "hunter2-plain",
  ACME_SUB_OTHER_VALUE: "x",
  ACME_WEB_HTTPS_CI_EXAMPLE_COM_HOOK_TOKEN: "hunter2-t",
  ACME_WEB_HTTPS_MIRROR_EXAMPLE_COM_A_GIT_PASSWORD: "hunter2",
  ACME_WEB_LOG_LEVEL_VALUE: "info",
  ACME_WEB_NIGHTLY_VARIABLES_A: "hunter2-s",
  ALL_LOG_LEVEL_VALUE: "debug",
  HOST_VALUE: "$HOST_VALUE",
};

it(
  "a configuration that uses every word plans empty where gitlabform itself made the instance what it says",
  { timeout: 120_000 },
  async () => {
    const emulator = await platform(vendor);
    await prepare(emulator.call);
    await describedByGitlabform(emulator, everyWordText);
    const text = everyWordText.replace(/^( {2}url: ).*$/m, `$1${emulator.url}`);
    const cwd = directory({ "config.yml": text, "files/hello.txt": "Hello {{ project }} of {{ group }}\n" });
    const env = { ...emulator.env, ...secrets };

    await emulator.reset();
    const written = await inProcess(["convert", "--from", "gitlabform", "--live", "config.yml", "--out", "out", "--yes"], {
      cwd,
      env,
    });
    expect(written).toMatchObject({ code: 0 });
    expect(await emulator.writes()).toBe(0);
    const named = readFileSync(join(cwd, "out", ".env.example"), "utf8").match(/^\w+(?==)/gm);
    expect([...(named ?? [])].sort()).toEqual(Object.keys(secrets).sort());
    const files = ["company.yaml", "policies.yaml"].map((name) => readFileSync(join(cwd, "out", name), "utf8")).join("\n");
    expect(files).not.toContain("hunter2");
    expect(files).not.toContain("Live too");

    const planned = await inProcess(["plan", "out", "--format", "json"], { cwd, env });
    const { changes, refusals } = JSON.parse(planned.stdout) as { changes: readonly unknown[]; refusals: readonly unknown[] };
    expect({ changes, refusals }).toEqual({ changes: [], refusals: [] });
    expect(planned.code).toBe(0);
  },
);
