import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { shell } from "../harness/built.js";
import { inProcess } from "../harness/command-line.js";
import { type Fixture, openFixture } from "../harness/fixture.js";

const count = 40;
let fixture: Fixture;
beforeEach(async () => {
  fixture = await openFixture(inProcess);
  const topics = Array.from({ length: count }, (_, index) => `  topic-${index}: { title: Topic ${index} }\n`);
  fixture.write("topics.yaml", `topics:\n${topics.join("")}`);
});
afterEach(async () => fixture.close());

/** Applies while no file of the process may have more blocks of 512 bytes than these: a write beyond fails, as on a disk that is full. */
const applyWithin = async (blocks: number) =>
  fixture.run(["apply"], {}, async (_, how) => shell(`ulimit -f ${blocks}; trueup apply --yes --concurrency 2`, how));

describe("a journal on a full disk", { tags: ["slow"] }, () => {
  it("stops the apply before the next call, and everything that was sent is told", async () => {
    const journal = async (): Promise<string> => {
      const directory = join(fixture.directory, ".trueup/journal");
      return readFileSync(join(directory, readdirSync(directory).toSorted().at(-1) ?? ""), "utf8");
    };
    const { length } = await whole(journal);
    const ended = await applyWithin(Math.floor((length * 0.75) / 512));
    expect(ended.code).toBe(3);
    expect(ended.stderr).toContain("the journal cannot be written, so no further call begins");
    const created = (await fixture.platform.call("GET", "/topics?per_page=100")) as unknown[];
    expect(created.length).toBeGreaterThan(0);
    expect(created.length).toBeLessThan(count);
    expect(ended.stdout).toContain(`Result: ${created.length} done, `);
    expect(fixture.writes()).toHaveLength(created.length);

    const status = JSON.parse((await fixture.run(["status", "--json"])).stdout) as { changes: { standing: string }[] };
    expect(status.changes.filter(({ standing }) => standing === "done")).toHaveLength(created.length);
    expect(await fixture.run(["apply", "--yes"])).toMatchObject({ code: 0 });
  });

  it("that has no room for the plan keeps everything back", async () => {
    const ended = await applyWithin(1);
    expect(ended.code).toBe(1);
    expect(ended.stderr).toContain("the journal cannot be written, so nothing of the plan was applied");
    expect(fixture.writes()).toEqual([]);
  });

  /** The journal of an apply on a disk with room; then everything is as before. */
  async function whole(journal: () => Promise<string>): Promise<string> {
    expect(await fixture.run(["apply", "--yes"])).toMatchObject({ code: 0 });
    const text = await journal();
    const topics = (await fixture.platform.call("GET", "/topics?per_page=100")) as { readonly id: number }[];
    for (const { id } of topics) await fixture.platform.call("DELETE", `/topics/${id}`);
    fixture.server.forget();
    return text;
  }
});
