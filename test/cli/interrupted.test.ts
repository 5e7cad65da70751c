import type { ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { trueup } from "../harness/built.js";
import { directory } from "../harness/directory.js";
import { platform } from "../harness/emulator.js";
import { misbehavingServer } from "../harness/misbehaving-server.js";
import { hearSignals } from "./heard-signals.js";
import { serve } from "./servers.js";

const topics = (count: number): string =>
  `topics:\n${Array.from({ length: count }, (_, index) => `  topic-${index}: { title: Topic ${index} }\n`).join("")}`;

describe("interrupted", { tags: ["race"] }, () => {
  test.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)("%s during apply finishes the calls in flight, reports, and exits with %i", async (signal, expected) => {
    const { env, url, call } = await platform();
    const [proxy, heard] = [await misbehavingServer(url), hearSignals()];
    let calls = 0;
    // The second call is in flight until the signal is there.
    const hold = (): unknown => (calls++ === 1 ? heard.come(1) : undefined);
    proxy.misbehave({ method: "POST", trouble: { meanwhile: hold, when: "before" } });
    const cwd = directory({ "topics.yaml": topics(40) });
    let sent = false;
    const { code, stdout, stderr } = await trueup(["apply", "--yes", "--concurrency", "1", "--max-deletes", "0"], {
      cwd,
      env: { ...env, TRUEUP_URL: proxy.url, ...heard.env },
      onStderr: (text, child) => {
        if (!sent && text.includes("[1/")) sent = child.kill(signal);
      },
    });
    expect(code).toBe(expected);
    expect(stderr).toContain("Interrupted");
    expect(stdout).toContain("Interrupted");
    const done = Number(/(\d+) done/.exec(stdout)?.[1]);
    expect(done).toBeGreaterThan(0);
    expect(done).toBeLessThan(40);
    expect(await call("GET", "/topics?per_page=100")).toHaveLength(done);
  });

  test("SIGINT while reading ends at once with 130 and writes nothing", async () => {
    let child: ChildProcess | undefined;
    // It never answers: the signal comes while the request is under way.
    const url = await serve(() => child?.kill("SIGINT"));
    const cwd = directory({ "topics.yaml": topics(1) });
    const { code, stdout, stderr } = await trueup(["plan", "--url", url, "--out", "plan.json"], {
      cwd,
      env: { TRUEUP_TOKEN: "glpat-some-token" },
      onStart: (started) => (child = started),
    });
    expect({ code, stdout, stderr }).toEqual({ code: 130, stdout: "", stderr: "" });
    expect(existsSync(join(cwd, "plan.json"))).toBe(false);
  });
});
