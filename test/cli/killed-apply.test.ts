// @module-tag race
import type { ChildProcess } from "node:child_process";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { trueup } from "../harness/built.js";
import { inProcess } from "../harness/command-line.js";
import { type Fixture, openFixture } from "../harness/fixture.js";
import type { Trouble } from "../harness/misbehaving-server.js";
import { sample } from "../ring.js";

const secret = "the-value-of-the-secret";
const env = { SECRET_KEY: secret };
const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);
const projects = numbers(3).map((project) => `acme/site-${project}`);

/** One group, three projects, 18 labels, six variables, three hooks and nine topics: 40 calls. */
const files = `groups:
  acme: { name: Acme, visibility: internal }
projects:
${projects
  .map(
    (path) => `  ${path}:
    visibility: internal
    labels:
${numbers(6)
  .map((label) => `      label-${label}: { color: "#00000${label}" }\n`)
  .join("")}    variables:
      ONE: { value: "\${env:SECRET_KEY}" }
      TWO: { value: plain }
    hooks:
      "https://hooks.example/${path}": { token: "\${env:SECRET_KEY}", push_events: true }
`,
  )
  .join("")}topics:
${numbers(9)
  .map((topic) => `  topic-${topic}: { title: Topic ${topic} }\n`)
  .join("")}`;
const calls = 40;

let fixture: Fixture;
beforeEach(async () => {
  fixture = await openFixture(inProcess, { dialect: "vendor", serverVersion: "19.0.0", secrets: [secret] });
  fixture.write("files/trueup.yaml", files);
});
afterEach(async () => fixture.close());

/** Applies, and kills the process with SIGKILL while the server has this call: before the platform learns of it, or so that it still carries it out. */
async function applyKilledAt(call: number, arrives: boolean): Promise<void> {
  let child: ChildProcess | undefined;
  const kill = (): unknown => child?.kill("SIGKILL");
  const trouble: Trouble = arrives
    ? { meanwhile: kill, when: "before" }
    : { answer: () => (kill(), { status: 503, body: "{}" }) };
  fixture.server.misbehave(...(call > 1 ? [{ method: "POST", times: call - 1, trouble: { delay: 0 } }] : []), {
    method: "POST",
    times: 1,
    trouble,
  });
  const { code } = await fixture.run(["apply", "files", "--yes", "--concurrency", "1"], env, async (words, how) =>
    trueup(words, { ...how, onStart: (started) => (child = started) }),
  );
  expect(code).toBeNull();
  fixture.server.misbehave();
}

interface Document {
  readonly changes: readonly { readonly address: string; readonly standing?: string }[];
}

async function changesOf(...words: string[]): Promise<Document["changes"]> {
  return (JSON.parse((await fixture.run([...words, "--json"], env)).stdout) as Document).changes;
}

async function names(path: string, name: string): Promise<string[]> {
  const items = (await fixture.platform.call("GET", `${path}?per_page=100`)) as Record<string, string>[];
  return items.map((item) => item[name] ?? "").sort();
}

describe("an apply that is killed with kill -9", () => {
  const cases = numbers(calls).map((call) => [call, call % 4 > 1] as const);

  it.each(sample(cases, 4))(
    "at call %i (it arrives: %s): status is true, the next apply does the rest, and nothing is there twice",
    async (call, arrives) => {
      await applyKilledAt(call, arrives);
      const planned = (await changesOf("plan", "files")).map(({ address }) => address);
      const found = await changesOf("status");
      const done = found.filter(({ standing }) => standing === "done").map(({ address }) => address);
      expect(found).toHaveLength(calls);
      expect(done).toHaveLength(arrives ? call : call - 1);
      // What is not planned any more is done, and the other way round: nothing is unknown.
      expect(
        found
          .filter(({ standing }) => standing === "left")
          .map(({ address }) => address)
          .sort(),
      ).toEqual([...planned].sort());

      expect(await fixture.run(["apply", "files", "--yes"], env)).toMatchObject({ code: 0 });
      expect(await changesOf("plan", "files")).toEqual([]);
      expect(await fixture.run(["status"], env)).toMatchObject({ code: 0 });
      expect(await names("/topics", "name")).toEqual(numbers(9).map((topic) => `topic-${topic}`));
      expect(await names("/groups", "full_path")).toEqual(["acme"]);
      for (const path of projects) {
        const base = `/projects/${encodeURIComponent(path)}`;
        expect(await names(`${base}/labels`, "name")).toEqual(numbers(6).map((label) => `label-${label}`));
        expect(await names(`${base}/variables`, "key")).toEqual(["ONE", "TWO"]);
        expect(await names(`${base}/hooks`, "url")).toEqual([`https://hooks.example/${path}`]);
      }
    },
  );
});
