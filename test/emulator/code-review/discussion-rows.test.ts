import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { Store } from "../../../src/emulator/core/store.js";
import { defineTable } from "../../../src/emulator/core/table.js";
import { epicTable, noteTable, subscriptionTable } from "../../../src/emulator/resources/work-items/records.js";
import { each } from "../answers.js";
import { as, NOTEABLES, startForum } from "../forum.js";
import { startPlatform } from "../platform.js";
import { begin, discussionsIn } from "./threads.js";

const COMPANY = [
  "/projects/acme-labs%2Fwebsite/issues/1",
  "/projects/acme-labs%2Fwebsite/snippets/1",
  "/groups/acme-labs/epics/1",
  "/projects/acme-labs%2Fwebsite/merge_requests/2",
];

test("notes and discussions keep their ids at every start", async () => {
  const [one, other] = [await startPlatform(), await startPlatform()];
  for (const place of COMPANY) {
    const [here, there] = [await one.call("GET", `${place}/discussions`), await other.call("GET", `${place}/discussions`)];
    expect(each(here, "id").length).toBeGreaterThan(0);
    expect(each(here, "id")).toEqual(each(there, "id"));
  }
});

test("no discussion speaks of labels", async () => {
  const platform = await startPlatform();
  const [website] = COMPANY;
  expect((await platform.call("GET", website ?? "")).body).toMatchObject({ labels: ["bug", "design"] });
  const discussions = discussionsIn(await platform.call("GET", `${website}/discussions`));
  expect(discussions.flatMap((one) => one.notes).filter((note) => note.system && note.body.includes("label"))).toEqual([]);
});

test("notes, to-do items, times and pictures go with their project", async () => {
  const folder = mkdtempSync(join(tmpdir(), "forum-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const data = join(folder, "data");
  const forum = await startForum({ data, tier: "free" });
  const issue = "/projects/acme%2Fweb/issues/3";
  await begin(forum, NOTEABLES.issue, { body: "x" });
  await forum.call("POST", `${issue}/todo`);
  await forum.call("POST", `${issue}/unsubscribe`, as("gina"));
  await forum.call("POST", `${issue}/add_spent_time`, { json: { duration: "1h" } });
  const form = new FormData();
  form.append("file", new Blob(["png"]), "load.png");
  await forum.call("POST", `${issue}/metric_images`, { body: form });
  await forum.call("DELETE", "/groups/acme");
  forum.work();
  expect((await forum.call("GET", "/projects/acme%2Fweb")).status).toBe(404);
  await forum.close();
  const text = readFileSync(data, "utf8");
  const store = Store.open(data);
  const left = [store.of(noteTable), store.of(subscriptionTable), store.of(epicTable)].map((table) => table.size);
  const others = ["todos", "time_logs", "metric_images"].map((name) => [text.includes(name), rows(store, name)]);
  await store.close();
  expect(left).toEqual([0, 0, 0]);
  expect(others).toEqual([
    [true, 0],
    [true, 0],
    [true, 0],
  ]);
});

test("a seed's discussions are refused when they name what is not there, or hold together badly", async () => {
  const notes = [{ author: "root", body: "x" }];
  const project = { path_with_namespace: "root/web", branches: ["main"] };
  const begun = (discussion: unknown): Promise<unknown> =>
    startPlatform({
      seed: {
        projects: [project],
        issues: [{ project: "root/web", title: "x", author: "root" }],
        discussions: [discussion],
      },
    });
  await expect(begun({ on: "root/web#2", notes })).rejects.toThrow("the seed names something that it does not have: root/web#2");
  await expect(begun({ on: "root/web$1", notes })).rejects.toThrow("the seed names something that it does not have: root/web$1");
  await expect(begun({ on: "nobody&1", notes })).rejects.toThrow("nobody");
  await expect(begun({ on: "root/web", notes })).rejects.toThrow(/discussions.*on.*pattern/);
  await expect(begun({ on: "root/web#1", notes: [] })).rejects.toThrow(/notes/);
  await expect(begun({ on: "root/web#1", notes: [...notes, ...notes] })).rejects.toThrow(
    "the seed has replies on root/web#1 that are in no thread",
  );
  const resolved = [{ author: "root", body: "x", resolved_by: "root" }];
  await expect(begun({ on: "root/web#1", thread: true, notes: resolved })).rejects.toThrow(
    "the seed resolves a note on root/web#1: only threads on merge requests can be resolved",
  );
  await expect(startPlatform({ seed: { metric_images: [{ on: "root/web#1", filename: "a.png" }] } })).rejects.toThrow("root/web");
});

/** How many rows a table has that the test knows by name only. */
function rows(store: Store, name: string): number {
  return store.of(defineTable(name, {})).size;
}
