import { expect, test } from "vitest";
import { group, project, startBench } from "./bench.js";
import type { Bench } from "./bench.js";

async function eventually(
  bench: Bench,
  path: string,
  is: (body: Record<string, unknown>, status: number) => boolean,
): Promise<void> {
  for (let turn = 0; turn < 100; turn += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one look after the other
    const [status, body] = await bench.ask("GET", path);
    if (is(body, status)) return;
    // oxlint-disable-next-line no-await-in-loop -- as above
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`${path} never came to be so`);
}

async function download(bench: Bench, path: string): Promise<File> {
  const response = await fetch(`${bench.url}/api/v4${path}`, { headers: { "PRIVATE-TOKEN": bench.token, connection: "close" } });
  expect(response.status).toBe(200);
  return new File([new Uint8Array(await response.arrayBuffer())], "export.tar.gz");
}

const formOf = (fields: Record<string, string>, file: File): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append("file", file);
  return form;
};

test("an exported project comes back with its labels, issues, notes, files and heads", async () => {
  const bench = await startBench();
  const { ask, list } = bench;
  await ask("PUT", project, { description: "The site" });
  await ask("POST", `${project}/issues`, { title: "one", labels: "bug" }, "developer");
  await ask("POST", `${project}/issues/1/notes`, { body: "a word" }, "guest");
  expect((await ask("GET", `${project}/export`))[1]).toMatchObject({ export_status: "none" });
  expect((await ask("GET", `${project}/export/download`))[0]).toBe(404);
  expect((await ask("POST", `${project}/export`, {}, "developer"))[0]).toBe(403);
  expect(await ask("POST", `${project}/export`, {})).toEqual([202, { message: "202 Accepted" }]);
  await eventually(bench, `${project}/export`, ({ export_status }) => export_status === "finished");
  const file = await download(bench, `${project}/export/download`);
  const [status, made] = await ask("POST", "/projects/import", formOf({ path: "copy", namespace: "acme", name: "Copy" }, file));
  expect([status, made]).toMatchObject([201, { path_with_namespace: "acme/copy", import_status: "scheduled" }]);
  const copy = "/projects/acme%2Fcopy";
  await eventually(bench, `${copy}/import`, ({ import_status }) => import_status === "finished");
  expect((await ask("GET", copy))[1]).toMatchObject({ name: "Copy", description: "The site", default_branch: "main" });
  expect((await list(`${copy}/issues`))[0]).toMatchObject({ title: "one", labels: ["bug"], author: { username: "developer" } });
  expect((await list(`${copy}/issues/1/notes`))[0]).toMatchObject({ body: "a word", author: { username: "guest" } });
  const [head] = await list(`${project}/repository/branches`);
  expect((await list(`${copy}/repository/branches`))[0]).toMatchObject({
    commit: { id: (head?.["commit"] as { id: string } | undefined)?.id },
  });
  expect((await ask("GET", `${copy}/repository/files/README.md?ref=main`))[0]).toBe(200);
  expect((await ask("POST", "/projects/import", formOf({ path: "copy", namespace: "acme" }, file)))[0]).toBe(400);
});

test("what is no archive fails and says so", async () => {
  const bench = await startBench();
  const sent = formOf({ path: "none" }, new File(["text"], "x.tar.gz"));
  const [, made] = await bench.ask("POST", "/projects/import", sent);
  await eventually(bench, `/projects/${String(made["id"])}/import`, ({ import_status }) => import_status === "failed");
});

test("an exported group comes back with its groups, labels and milestones", async () => {
  const bench = await startBench();
  const { ask, list } = bench;
  const [, acme] = await ask("GET", group);
  await ask("POST", "/groups", { name: "Below", path: "below", parent_id: acme["id"] });
  await ask("POST", `${group}/labels`, { name: "bug", color: "#ff0000" });
  expect((await ask("GET", `${group}/export/download`))[0]).toBe(404);
  expect((await ask("POST", `${group}/export`, {}))[0]).toBe(202);
  await eventually(bench, `${group}/export/download`, (_, status) => status === 200);
  const file = await download(bench, `${group}/export/download`);
  expect((await ask("POST", "/groups/import", formOf({ path: "again", name: "Again" }, file)))[0]).toBe(202);
  await eventually(bench, "/groups/again%2Fbelow", (_, status) => status === 200);
  expect((await list("/groups/again/labels")).map(({ name }) => name)).toEqual(["bug"]);
});
