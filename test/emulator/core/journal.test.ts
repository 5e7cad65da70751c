import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { recordedIn } from "../../../src/emulator/core/journal.js";
import { Store } from "../../../src/emulator/core/store.js";
import { defineTable } from "../../../src/emulator/core/table.js";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "journal-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const notes = defineTable<{ id: number; text: string }>("notes", {});
const megabyte = 1024 * 1024;

/** One of the changes that a number stands for. */
function change(store: Store, seed: number): void {
  const table = store.of(notes);
  const ids = table.ids();
  const id = ids[(seed * 31) % Math.max(ids.length, 1)];
  if (id === undefined || seed % 3 === 0) table.insert({ text: `${seed}`.repeat(2000) });
  else if (seed % 3 === 1) table.update(id, { text: `changed by ${seed}`.repeat(500) });
  else table.delete(id);
}

test("a data file that is written anew while requests go on holds what was answered, and is small again", async () => {
  const file = join(folder, "data.json");
  const store = Store.open(file);
  store.transaction(() => {
    for (let index = 0; index < 300; index += 1) store.of(notes).insert({ text: "a".repeat(8_000) });
  });
  let during = 0;
  for (let seed = 0; seed < 900; seed += 1) {
    store.transaction(() => change(store, seed));
    // oxlint-disable no-await-in-loop -- one request after the other
    if (seed % 7 === 0) await turn();
    if (seed % 5 === 0) await store.durable();
    // oxlint-enable no-await-in-loop
    if (seed % 5 === 0 && existsSync(`${file}.next`)) during += 1;
  }
  const rows = [...store.rows()];
  await store.close();
  expect(during).toBeGreaterThan(0);
  expect(existsSync(`${file}.next`)).toBe(false);
  const again = Store.open(file);
  expect([...again.rows()]).toEqual(rows);
  await again.close();
  expect(statSync(file).size).toBeLessThan(20 * megabyte);
});

test("a data file keeps what it records of its platform when it is written anew, and a first line cut off anywhere is begun again", async () => {
  const file = join(folder, "data.json");
  const store = Store.open(file, { dialect: "vendor", serverVersion: "17.10.0" });
  for (let round = 0; round < 60; round += 1) {
    store.transaction(() => {
      const table = store.of(notes);
      for (const id of table.ids()) table.delete(id);
      table.insert({ text: "a".repeat(200_000) });
    });
    // oxlint-disable-next-line no-await-in-loop -- one after the other, so that the file grows
    await store.durable();
  }
  await store.close();
  expect(statSync(file).size).toBeLessThan(10 * megabyte);
  const recorded = { dialect: "vendor", version: "17.10.0" };
  expect(recordedIn(file)).toEqual(recorded);
  const again = Store.open(file, {});
  expect(again.release).toEqual(recorded);
  await again.close();
  const [first = ""] = readFileSync(file, "utf8").split("\n");
  for (let length = 0; length <= first.length; length += 7) {
    writeFileSync(file, first.slice(0, length));
    const anew = Store.open(file, { dialect: "neutral" });
    expect(anew.release).toEqual({ dialect: "neutral", version: "15.4.0" });
    // oxlint-disable-next-line no-await-in-loop -- one after the other in the same file
    await anew.close();
  }
});

test("a first line that names no dialect or release that there is is damage", () => {
  const file = join(folder, "data.json");
  writeFileSync(file, '{"format":"trueup.emulator/1","dialect":"other","version":"19.0.0"}\n');
  expect(() => Store.open(file)).toThrow("is damaged: line 1 names no dialect and release of a platform");
});

test("what a moment held is in the data file after it was restored, with the numbers that it had", async () => {
  const file = join(folder, "data.json");
  const store = Store.open(file);
  store.transaction(() => store.of(notes).insert({ text: "one" }));
  const moment = [...store.rows()];
  store.transaction(() => {
    store.of(notes).insert({ text: "two" });
    store.of(notes).delete(1);
  });
  store.restore(moment);
  await store.close();
  const again = Store.open(file);
  expect([...again.rows()]).toEqual(moment);
  expect(again.transaction(() => again.of(notes).insert({ text: "next" }).id)).toBe(2);
  await again.close();
});
