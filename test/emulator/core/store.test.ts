import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, expect, test } from "vitest";
import { later } from "../../../src/emulator/core/context.js";
import type { Json } from "../../../src/emulator/core/records.js";
import { accepted, ok } from "../../../src/emulator/core/replies.js";
import { defineTable } from "../../../src/emulator/core/table.js";
import { PATIENCE } from "../answers.js";
import { type Described, type Platform, serveSection, startPlatform } from "../platform.js";

let folder = "";
let data = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "emulator-"));
  data = join(folder, "emulator.json");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const notes = defineTable<{ id: number; text: string }, "text">("texts", { text: (note) => note.text });
const post = (operationId: string): Json => ({ post: { operationId, "x-role": "anonymous", responses: {} } });
const paths = {
  "/fail": post("fail"),
  "/write": post("write"),
  "/later": post("later"),
  "/notes": { get: { operationId: "list", "x-role": "anonymous", responses: {} } },
};
const section: Described = {
  handlers: {
    write: ({ store }) => ok(store.of(notes).insert({ text: "kept" }).id),
    fail: ({ store }) => {
      const table = store.of(notes);
      table.update(1, { text: "changed" });
      table.insert({ text: "extra" });
      table.delete(1);
      throw new Error("half way");
    },
    later: (context) => accepted(later(context, 5, "note", "from later").id),
    list: ({ store }) =>
      ok([
        store
          .of(notes)
          .all()
          .map((note) => note.text),
        store.of(notes).count("text", "kept"),
        store.scheduledWork.size,
      ]),
  },
  work: {
    note: ({ store }, input) => {
      store.of(notes).insert({ text: JSON.stringify(input) });
    },
  },
};

const names = async (platform: Platform) =>
  ((await platform.call("GET", "/topics?per_page=100")).body as { name: string }[]).map(({ name }) => name);
const createTopic = (platform: Platform, name: string) => platform.call("POST", "/topics", { json: { name, title: name } });

test("a handler that fails half way leaves nothing, in memory and on disk", async () => {
  const first = await serveSection(paths, section, data);
  await first.call("POST", "/write");
  const failed = await first.call("POST", "/fail");
  expect([failed.status, failed.body]).toEqual([500, { message: "500 Internal Server Error" }]);
  expect((await first.call("GET", "/notes")).body).toEqual([["kept"], 1, 0]);
  await first.close();
  expect(readFileSync(data, "utf8")).not.toContain("extra");
  expect((await (await serveSection(paths, section, data)).call("GET", "/notes")).body).toEqual([["kept"], 1, 0]);
});

test("what is scheduled runs later, also when the emulator was stopped in between", async () => {
  const first = await serveSection(paths, { ...section, work: {} }, data);
  first.world.store.transaction(() => later(first.world, 60_000, "note", "not yet"));
  await first.close();
  const second = await serveSection(paths, section, data);
  await second.call("POST", "/later");
  await expect.poll(async () => (await second.call("GET", "/notes")).body, PATIENCE).toEqual([['"from later"'], 0, 1]);
  second.world.store.transaction(() => second.world.store.scheduledWork.update(1, { due: 0 }));
  await second.close();
  const third = await serveSection(paths, section, data);
  await expect
    .poll(async () => (await third.call("GET", "/notes")).body, PATIENCE)
    .toEqual([['"from later"', '"not yet"'], 0, 0]);
});

test("the state is there again after a restart, and wins over the seed", async () => {
  const first = await startPlatform({ data, seed: "none", token: "admin" });
  await createTopic(first, "kept");
  const form = new FormData();
  form.append("avatar", new Blob(["bytes"]), "a.png");
  await first.call("PUT", "/topics/1", { body: form });
  await createTopic(first, "deleted");
  await first.call("DELETE", "/topics/2");
  await first.close();
  expect(readFileSync(data, "utf8")).not.toContain('"admin"');
  const second = await startPlatform({ data, seed: "default" });
  expect(await names(second)).toEqual(["kept"]);
  const { avatar_url } = (await second.call("GET", "/topics/1")).body as { avatar_url: string };
  expect(await (await fetch(avatar_url)).text()).toBe("bytes");
  expect((await createTopic(second, "next")).body).toMatchObject({ id: 3 });
});

test("a torn last line is dropped; damage elsewhere, a foreign file and a second process are refused", async () => {
  const first = await startPlatform({ data, seed: "none" });
  await createTopic(first, "whole");
  await expect(startPlatform({ data })).rejects.toThrow("uses this data file");
  await first.close();
  appendFileSync(data, '[["topics",2,{"id":2,"na');
  const second = await startPlatform({ data });
  expect(await names(second)).toEqual(["whole"]);
  await createTopic(second, "after");
  await second.close();
  const third = await startPlatform({ data });
  expect(await names(third)).toEqual(["whole", "after"]);
  await third.close();
  writeFileSync(data, readFileSync(data, "utf8").replace('[["topics"', '[["top'));
  await expect(startPlatform({ data })).rejects.toThrow(/damaged/);
  for (const foreign of ['{"mine": 1}', '{"mine": 1}\n']) {
    writeFileSync(data, foreign);
    await expect(startPlatform({ data })).rejects.toThrow("is not a data file of the emulator");
    expect(readFileSync(data, "utf8")).toBe(foreign);
  }
});

test("the data file is written anew when it has grown, and holds the same state", async () => {
  const first = await startPlatform({ data, seed: "none" });
  await createTopic(first, "big");
  for (let round = 0; round < 45; round += 1) {
    const form = new FormData();
    form.append("avatar", new Blob([new Uint8Array(200 * 1024).fill(round)]), `a${round}.png`);
    await first.call("PUT", "/topics/1", { body: form });
  }
  await createTopic(first, "last");
  await first.close();
  expect(readFileSync(data).length).toBeLessThan(5 * 1024 * 1024);
  const second = await startPlatform({ data });
  expect(await names(second)).toEqual(["big", "last"]);
  const { avatar_url } = (await second.call("GET", "/topics/1")).body as { avatar_url: string };
  expect(new Uint8Array(await (await fetch(avatar_url)).arrayBuffer())).toEqual(new Uint8Array(200 * 1024).fill(44));
});

test("whatever was answered survives kill -9 in the middle of writing", { tags: ["race"] }, async () => {
  const program = `
    import { startEmulator } from ${JSON.stringify(new URL("../../../dist/emulator/index.js", import.meta.url).href)};
    const emulator = await startEmulator({ dialect: "neutral", data: ${JSON.stringify(data)}, seed: "none", token: "admin" });
    console.log(emulator.url);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "exit");
  const [url] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  const answered: string[] = [];
  const write = async (writer: number): Promise<void> => {
    for (let number = 0; ; number += 1) {
      const name = `w${writer}-${number}`;
      const body = JSON.stringify({ name, title: name });
      const headers = { "PRIVATE-TOKEN": "admin", "Content-Type": "application/json" };
      try {
        const response = await fetch(`${url}/api/v4/topics`, { method: "POST", headers, body });
        if (response.status === 201) answered.push(name);
      } catch {
        return;
      }
      if (answered.length >= 60) child.kill("SIGKILL");
    }
  };
  await Promise.all([0, 1, 2, 3, 4, 5, 6, 7].map(write));
  await ended;
  const platform = await startPlatform({ data });
  const stored: string[] = [];
  for (let page = 1; page < 100 && stored.length === (page - 1) * 100; page += 1) {
    stored.push(
      ...((await platform.call("GET", `/topics?per_page=100&page=${page}`)).body as { name: string }[]).map(({ name }) => name),
    );
  }
  expect(answered.length).toBeGreaterThanOrEqual(60);
  expect(answered.filter((name) => !stored.includes(name))).toEqual([]);
});
