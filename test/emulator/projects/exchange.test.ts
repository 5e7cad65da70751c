import { expect, test } from "vitest";
import { type Bench, group, project, startBench } from "../bench.js";

async function download(bench: Bench, path: string): Promise<File> {
  const response = await bench.fetch(new Request(`${bench.url}/api/v4${path}`, { headers: { "PRIVATE-TOKEN": bench.token } }));
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
  bench.work();
  expect((await ask("GET", `${project}/export`))[1]).toMatchObject({ export_status: "finished" });
  const file = await download(bench, `${project}/export/download`);
  const [status, made] = await ask("POST", "/projects/import", formOf({ path: "copy", namespace: "acme", name: "Copy" }, file));
  expect([status, made]).toMatchObject([201, { path_with_namespace: "acme/copy", import_status: "scheduled" }]);
  const copy = "/projects/acme%2Fcopy";
  bench.work();
  expect((await ask("GET", `${copy}/import`))[1]).toMatchObject({ import_status: "finished" });
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
  bench.work();
  expect((await bench.ask("GET", `/projects/${String(made["id"])}/import`))[1]).toMatchObject({ import_status: "failed" });
});

test("an exported group comes back with its groups, labels and milestones", async () => {
  const bench = await startBench();
  const { ask, list } = bench;
  const [, acme] = await ask("GET", group);
  await ask("POST", "/groups", { name: "Below", path: "below", parent_id: acme["id"] });
  await ask("POST", `${group}/labels`, { name: "bug", color: "#ff0000" });
  expect((await ask("GET", `${group}/export/download`))[0]).toBe(404);
  expect((await ask("POST", `${group}/export`, {}))[0]).toBe(202);
  bench.work();
  const file = await download(bench, `${group}/export/download`);
  expect((await ask("POST", "/groups/import", formOf({ path: "again", name: "Again" }, file)))[0]).toBe(202);
  bench.work();
  expect((await ask("GET", "/groups/again%2Fbelow"))[0]).toBe(200);
  expect((await list("/groups/again/labels")).map(({ name }) => name)).toEqual(["bug"]);
});
