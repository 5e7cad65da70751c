import { expect, test } from "vitest";
import { group, project, startBench } from "../bench.js";

const other = "/projects/acme%2Fother";

test("an issue that moves is closed here and goes on there, with what was said of it", async () => {
  const { ask, list } = await startBench();
  const [, target] = await ask("POST", "/projects", { path: "other", namespace_id: (await ask("GET", group))[1]["id"] });
  await ask("POST", `${group}/labels`, { name: "kept", color: "#ff0000" });
  await ask("POST", `${project}/labels`, { name: "left", color: "#ff0000" });
  await ask("POST", `${project}/issues`, { title: "Broken", labels: "kept,left" });
  await ask("POST", `${project}/issues/1/notes`, { body: "Me too" });
  const to = { to_project_id: target["id"] };
  expect(await ask("POST", `${project}/issues/1/move`, to, "guest")).toMatchObject([
    400,
    { message: "Cannot move issue due to insufficient permissions!" },
  ]);
  const [status, moved] = await ask("POST", `${project}/issues/1/move`, to);
  expect([status, moved]).toMatchObject([201, { title: "Broken", state: "opened", labels: ["kept"], project_id: target["id"] }]);
  expect((await ask("GET", `${project}/issues/1`))[1]).toMatchObject({ state: "closed", moved_to_id: moved["id"] });
  const notes = await list(`${other}/issues/1/notes?sort=asc`);
  expect(notes.map(({ body }) => body)).toEqual(["Me too", "moved from acme/web#1"]);
  expect(await ask("POST", `${project}/issues/1/move`, to)).toHaveProperty("0", 400);
  expect(await ask("GET", `/issues/${String(moved["id"])}`)).toMatchObject([200, { iid: 1 }]);
  expect(await ask("GET", `/issues/${String(moved["id"])}`, undefined, "owner")).toHaveProperty("0", 403);
});

test("a clone stands beside its original, with its notes where that is asked for", async () => {
  const { ask, list } = await startBench();
  const [, here] = await ask("GET", project);
  await ask("POST", `${project}/issues`, { title: "Broken" });
  await ask("POST", `${project}/issues/1/notes`, { body: "Me too" });
  const sent = { to_project_id: here["id"], with_notes: true };
  expect(await ask("POST", `${project}/issues/1/clone`, sent)).toMatchObject([201, { iid: 2, state: "opened" }]);
  expect((await list(`${project}/issues/2/notes`)).map(({ body }) => body)).toContain("Me too");
  expect((await ask("GET", `${project}/issues/1`))[1]).toMatchObject({ state: "opened" });
});

test("issues take their places among others", async () => {
  const { ask, list } = await startBench();
  const ids: unknown[] = [];
  for (const title of ["a", "b", "c"]) ids.push((await ask("POST", `${project}/issues`, { title }))[1]["id"]); // oxlint-disable-line no-await-in-loop
  expect(await ask("PUT", `${project}/issues/3/reorder`, { move_before_id: ids[0] }, "guest")).toHaveProperty("0", 403);
  expect(await ask("PUT", `${project}/issues/3/reorder`, { move_after_id: ids[0], move_before_id: ids[1] })).toHaveProperty(
    "0",
    200,
  );
  const titles = (await list(`${project}/issues?order_by=relative_position&sort=asc`)).map(({ title }) => title);
  expect(titles).toEqual(["a", "c", "b"]);
});

test("threads of issues can be resolved", async () => {
  const { ask } = await startBench();
  await ask("POST", `${project}/issues`, { title: "Broken" });
  const [, thread] = await ask("POST", `${project}/issues/1/discussions`, { body: "Why?" });
  const at = `${project}/issues/1/discussions/${String(thread["id"])}`;
  expect(await ask("PUT", at, { resolved: true })).toMatchObject([200, { notes: [{ resolvable: true, resolved: true }] }]);
  expect(await ask("PUT", at, { resolved: false }, "guest")).toHaveProperty("0", 403);
});
