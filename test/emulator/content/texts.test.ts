import { expect, test } from "vitest";
import { type Body, group, project, startBench } from "../bench.js";

const fileNamed = (name: string, content: string): FormData => {
  const form = new FormData();
  form.append("file", new File([content], name, { type: "text/plain" }));
  return form;
};

test("a wiki page has its path as slug, moves within its folder, and is rendered when asked", async () => {
  const { ask, list } = await startBench();
  for (const at of [`${project}/wikis`, `${group}/wikis`]) {
    const [status, made] = await ask("POST", at, { title: "How to/New page", content: "*text*" }, "developer");
    expect([status, made]).toMatchObject([
      201,
      { title: "New page", slug: "How-to/New-page", format: "markdown", encoding: "UTF-8", content: "*text*" },
    ]);
    const one = `${at}/${encodeURIComponent("How-to/New-page")}`;
    expect((await ask("POST", at, { title: "How to/New page", content: "x" }))[0]).toBe(400);
    expect((await ask("GET", `${one}?render_html=true`))[1]["content"]).toContain("<em>text</em>");
    expect((await ask("PUT", one, { title: "Other" }))[1]).toMatchObject({ slug: "How-to/Other", content: "*text*" });
    expect((await list(`${at}?with_content=1`))[0]).toMatchObject({ slug: "How-to/Other", content: "*text*" });
    expect((await list(at))[0]).not.toHaveProperty("content");
    expect((await ask("DELETE", `${at}/How-to%2FOther`, undefined, "developer"))[0]).toBe(403);
    expect((await ask("DELETE", `${at}/How-to%2FOther`))[0]).toBe(204);
    const [, link] = await ask("POST", `${at}/attachments`, fileNamed("test.txt", "text"));
    expect(link).toMatchObject({
      file_name: "test.txt",
      link: { url: link["file_path"], markdown: `[test.txt](${String(link["file_path"])})` },
    });
  }
});

test("an upload is found by its number and by its secret, and goes", async () => {
  const { ask, list } = await startBench();
  const [status, made] = await ask("POST", `${project}/uploads`, fileNamed("notes.txt", "some text"), "guest");
  expect([status, made]).toMatchObject([201, { alt: "notes.txt", markdown: `[notes.txt](${String(made["url"])})` }]);
  expect(made["full_path"]).toMatch(/^\/-\/project\/\d+\/uploads\/[0-9a-f]{32}\/notes\.txt$/);
  expect(await list(`${project}/uploads`)).toMatchObject([
    { filename: "notes.txt", size: 9, uploaded_by: { username: "guest" } },
  ]);
  const bySecret = `${project}${String(made["url"])}`;
  expect(await ask("GET", bySecret, undefined, "guest")).toEqual([200, "some text"]);
  expect((await ask("GET", `${project}/uploads/${String(made["id"])}`, undefined, "developer"))[0]).toBe(403);
  expect((await ask("DELETE", bySecret, undefined, "developer"))[0]).toBe(403);
  expect((await ask("DELETE", bySecret))[0]).toBe(204);
  expect((await ask("GET", bySecret))[0]).toBe(404);
});

test("a snippet has files, and is seen as its visibility says", async () => {
  const { ask, list } = await startBench();
  const files = [{ file_path: "a.py", content: "import a" }];
  const [status, made] = await ask("POST", "/snippets", { title: "mine", files, visibility: "private" }, "guest");
  expect([status, made]).toMatchObject([201, { title: "mine", file_name: "a.py", project_id: null, files: [{ path: "a.py" }] }]);
  const one = `/snippets/${String(made["id"])}`;
  expect((await ask("GET", one, undefined, "owner"))[0]).toBe(404);
  expect(await ask("GET", `${one}/raw`, undefined, "guest")).toEqual([200, "import a"]);
  const actions = [
    { action: "create", file_path: "b.py", content: "b" },
    { action: "move", previous_path: "a.py", file_path: "c.py" },
  ];
  expect((await ask("PUT", one, { files: actions }, "guest"))[1]).toMatchObject({ files: [{ path: "c.py" }, { path: "b.py" }] });
  expect(await ask("GET", `${one}/files/main/b.py/raw`, undefined, "guest")).toEqual([200, "b"]);
  expect((await ask("PUT", one, { content: "x" }, "guest"))[0]).toBe(400);
  expect((await ask("PUT", one, {}, "guest"))[0]).toBe(400);
  expect((await list("/snippets", "guest")).length).toBe(1);
  expect((await ask("PUT", one, { visibility: "public" }, "guest"))[0]).toBe(200);
  expect((await list("/snippets/public", "stranger")).length).toBe(1);
  expect((await ask("DELETE", one, undefined, "stranger"))[0]).toBe(403);
  expect((await ask("POST", "/snippets", { title: "both", files, content: "x", file_name: "y" }))[0]).toBe(400);
  expect((await ask("DELETE", one, undefined, "guest"))[0]).toBe(204);
});

test("a snippet of a project is for who sees it there", async () => {
  const { ask, list } = await startBench();
  const sent = { title: "ours", file_name: "foo.py", content: "initial", visibility: "private" };
  expect((await ask("POST", `${project}/snippets`, sent, "guest"))[0]).toBe(403);
  const [, made] = await ask("POST", `${project}/snippets`, sent, "reporter");
  const one = `${project}/snippets/${String(made["id"])}`;
  expect((await ask("PUT", one, { file_name: "bar.py" }, "reporter"))[1]).toMatchObject({ file_name: "bar.py" });
  expect(await ask("GET", `${one}/raw`)).toEqual([200, "initial"]);
  expect((await list(`${project}/snippets`, "guest")).length).toBe(1);
  expect((await ask("GET", one, undefined, "stranger"))[0]).toBe(404);
  expect((await ask("POST", `${one}/discussions`, { body: "hello" }))[0]).toBe(201);
  expect((await ask("DELETE", one, undefined, "developer"))[0]).toBe(403);
  expect((await ask("DELETE", one, undefined, "maintainer"))[0]).toBe(204);
});

test("templates, licenses and Markdown", async () => {
  const { ask, list } = await startBench();
  expect((await list("/templates/gitlab_ci_ymls?per_page=100")).length).toBeGreaterThan(20);
  expect((await ask("GET", "/templates/dockerfiles/Node"))[1]).toMatchObject({ name: "Node" });
  expect((await ask("GET", "/templates/gitignores/None"))[0]).toBe(404);
  const [, license] = await ask("GET", "/templates/licenses/BSD-2-Clause?fullname=Jo");
  expect(license["content"]).toContain(`Copyright (c) ${new Date().getFullYear()}, Jo`);
  expect((await list(`/templates/licenses?popular=true`)).map(({ key }) => key)).toEqual(["mit"]);
  expect(await list(`${project}/templates/issues`)).toEqual([]);
  expect(await ask("POST", "/markdown", { text: "*a*" })).toEqual([201, { html: '<p dir="auto"><em>a</em></p>' }]);
  expect((await ask("GET", "/sidekiq/compound_metrics"))[1]).toMatchObject({ queues: { default: {} }, jobs: { dead: 0 } });
});

test("topics are merged", async () => {
  const { ask } = await startBench();
  const ids: unknown[] = [];
  for (const name of ["one", "two"]) ids.push((await ask("POST", "/topics", { name, title: name }))[1]["id"]);
  await ask("PUT", project, { topics: ["one", "two"] });
  const sent: Body = { source_topic_id: ids[0], target_topic_id: ids[1] };
  expect(await ask("POST", "/topics/merge", sent)).toMatchObject([201, { name: "two", total_projects_count: 1 }]);
  expect((await ask("GET", project))[1]["topics"]).toEqual(["two"]);
  expect((await ask("POST", "/topics/merge", sent))[0]).toBe(400);
});
