// @module-tag slow
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Json } from "../../src/core/json.js";
import type { Ran } from "../harness/command-line.js";
import type { Fixture } from "../harness/fixture.js";
import { rewrite } from "../harness/misbehaving-server.js";
import { sample } from "../ring.js";
import { bodyLies, lies } from "./lies.js";
import { lying, type Target, targets } from "./targets.js";
import { copyOfFiles, environment, openWorld, prize, scalarsIn } from "./world.js";

let fixture: Fixture;
/** Attributes that replies of this world show. */
let shown: readonly Target[];
/** Paths of all reads that an export makes. */
let reads: readonly string[];
/** Whatever the files and the platform say, value by value. */
let known: ReadonlySet<string>;

beforeAll(async () => {
  fixture = await openWorld("vendor");
  const found = new Set<Target>();
  const note = (of: readonly Target[]) =>
    rewrite((reply: Json) => {
      for (const target of of) lying(reply, target, null, () => found.add(target));
      return reply;
    });
  const paths = new Map(targets.map(({ path }) => [path.source, path]));
  fixture.server.misbehave(
    ...[...paths.values()].map((path) => ({
      method: "GET",
      path,
      trouble: note(targets.filter((one) => one.path.source === path.source)),
    })),
  );
  fixture.server.forget();
  await mustRun("export", "--out", "seen");
  shown = targets.filter((target) => found.has(target));
  reads = [...new Set(fixture.server.arrived.map(({ path }) => path.replace("/api/v4", "").replace(/\?.*/, "")))];
  known = scalarsIn(fixture);
});
afterAll(() => fixture.close());
beforeEach(() => {
  fixture.server.misbehave();
  fixture.server.forget();
});

async function mustRun(...words: string[]): Promise<Ran> {
  const ran = await fixture.run(words, environment);
  expect(ran.code, `${ran.stdout}${ran.stderr}`).toBe(0);
  return ran;
}

let count = 0;
/** The directory of one command alone, which is gone after it. */
const own = (): string => `own-${++count}`;

/** What somebody runs against the server, and what it may end with. */
const commands: Readonly<Record<string, () => readonly string[]>> = {
  plan: () => ["plan", "full", "--verbose"],
  drift: () => ["drift", "full", "--format", "markdown", "--unmanaged"],
  apply: () => ["apply", "full", "--yes"],
  export: () => ["export", "--out", own()],
  "export for Terraform": () => ["export", "--format", "hcl-import", "--out", own()],
  "export for constructs": () => ["export", "--format", "cdktf", "--out", own()],
  adopt: () => ["drift", copyOfFiles(fixture, own()), "--adopt-all", "--yes"],
};

/** One clear error or a result; what is printed is safe for a terminal, and what is sent is what the files say. */
async function mustStandFirm(name: string, at: string): Promise<void> {
  fixture.server.forget();
  const ran = await fixture.run(commands[name]?.() ?? [], environment);
  rmSync(join(fixture.directory, `own-${count}`), { recursive: true, force: true });
  mustBeSound(ran, `${name}: ${at}`);
  mustSendNothingElse(name, at);
}

function mustBeSound({ code, stdout, stderr }: Ran, at: string): void {
  expect([0, 1, 2, 3], at).toContain(code);
  expect(stderr, at).not.toMatch(/unexpected|^\s+at .*\.[jt]s|\[object/m);
  const errors = stderr.match(/^Error:/gm) ?? [];
  const isTold = /^(?:Refused|Applied|Not applied)|failed|\b[1-9]\d* (?:refus|error)/im.test(stdout + stderr);
  if (code === 1 && !isTold) expect(errors, `${at}\n${stderr}${stdout}`).toHaveLength(1);
  // What paints a terminal, adds a line, or is a command of a pipeline.
  expect((stdout + stderr).replaceAll("\n", ""), at).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
  expect(stdout + stderr, at).not.toMatch(/^(?:::|## two)/m);
}

function mustSendNothingElse(name: string, at: string): void {
  for (const { method, path, body } of fixture.server.arrived) {
    expect(`${path} ${String(body)}`.includes(prize), at).toBe(false);
    expect(path, at).not.toMatch(/(?:^|\/)(?:\.|%2e){2}(?:\/|$)/i);
    if (method === "GET") continue;
    expect(name, `${at}: ${method} ${path}`).toBe("apply");
    const values = body.length === 0 || body[0] !== 0x7b ? [] : scalars(JSON.parse(body.toString()) as Json);
    expect(
      values.filter((one) => !known.has(one)),
      `${at}: ${method} ${path}`,
    ).toEqual([]);
  }
}

const scalars = (value: Json): string[] =>
  typeof value === "object" && value !== null ? Object.values(value).flatMap((one) => scalars(one ?? null)) : [String(value)];

describe("a server that lies about one attribute", () => {
  const sorts = [...new Set(targets.map(({ sort }) => sort))];

  it.each(sorts.map((sort, index) => [sort, index] as const))(
    "of the sort %s gets one clear error or a correct result",
    async (sort, index) => {
      const candidates = shown.filter((target) => target.sort === sort);
      if (candidates.length === 0) return;
      for (const [turn, name] of sample([...Object.keys(commands).entries()], 1, index)) {
        const [lie, value = null] = Object.entries(lies)[(index * 7 + turn * 5) % Object.keys(lies).length] ?? [];
        const target = candidates[(index + turn) % candidates.length] as Target;
        let told = 0;
        fixture.server.misbehave({
          method: "GET",
          path: target.path,
          trouble: rewrite((reply: Json) => lying(reply, target, value, () => told++)),
        });
        // oxlint-disable-next-line no-await-in-loop -- one world
        await mustStandFirm(name, `${target.kind.name}.${target.name} is ${lie ?? ""}`);
      }
    },
  );

  it("leaves the platform as the files say, whatever was applied meanwhile", async () => {
    await mustRun("drift", "full");
  });
});

describe("a reply that is none", () => {
  const names = Object.keys(commands);

  it.each(Object.entries(bodyLies))(
    "because it is %s ends each command with one error or a correct result",
    async (lie, body) => {
      // Each lie takes every third request, another third than the one before it.
      const number = Object.keys(bodyLies).indexOf(lie);
      const taken = reads.filter((_, index) => (index + number) % 3 === 0);
      for (const [index, path] of sample([...taken.entries()], 1, number)) {
        fixture.server.misbehave({
          method: "GET",
          path: new RegExp(`^${path.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?:\\?|$)`),
          trouble: { alter: (answer) => ({ ...answer, body: body(String(answer.body ?? "")) }) },
        });
        // oxlint-disable-next-line no-await-in-loop -- one world
        await mustStandFirm(names[(index + lie.length) % names.length] ?? "", `GET ${path} is ${lie}`);
      }
    },
  );
});
