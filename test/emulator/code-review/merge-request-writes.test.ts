import { expect, test } from "vitest";
import { each, idOf } from "../answers.js";
import type { Answer } from "../platform.js";
import { MR, type Team, headOf, startTeam } from "../team.js";

const create = (team: Team, json: Record<string, unknown>, as = "bob"): Promise<Answer> =>
  team.call("POST", "/projects/team%2Fapp/merge_requests", { token: `token-of-${as}`, json });

const NEW = { title: "Into empty", source_branch: "feature", target_branch: "empty" };

test("a merge request is created with its people, labels and what it is to do when it is merged", async () => {
  const team = await startTeam();
  const answer = await create(team, {
    ...NEW,
    title: "Draft: into empty",
    description: "All of it",
    assignee_ids: [2, 3],
    reviewer_ids: [4],
    labels: "new,shiny",
    remove_source_branch: true,
    squash: true,
  });
  expect(answer).toMatchObject({
    status: 201,
    body: {
      iid: 8,
      state: "opened",
      title: "Draft: into empty",
      draft: true,
      author: { username: "bob" },
      assignees: [{ username: "alice" }, { username: "bob" }],
      reviewers: [{ username: "carol" }],
      labels: ["new", "shiny"],
      force_remove_source_branch: true,
      squash: true,
      merge_status: "can_be_merged",
      sha: (await headOf(team, "feature")).id,
    },
  });
  expect(await team.on("GET", "8")).toMatchObject({ body: { description: "All of it" } });
});

test("creating a merge request needs title and branches, which must be there and be two", async () => {
  const team = await startTeam();
  expect(await create(team, {})).toMatchObject({
    status: 400,
    body: { error: "title is missing, source_branch is missing, target_branch is missing" },
  });
  expect(await create(team, { ...NEW, source_branch: "nowhere" })).toMatchObject({
    status: 400,
    body: { message: { source_branch: ["does not exist"] } },
  });
  expect((await create(team, { ...NEW, target_branch: "nowhere" })).status).toBe(400);
  expect((await create(team, { ...NEW, target_branch: "feature" })).status).toBe(422);
  expect((await create(team, { ...NEW, title: "x".repeat(256) })).status).toBe(400);
});

test("two open merge requests cannot have the same branches: 409 names the other", async () => {
  const team = await startTeam();
  expect(await create(team, { ...NEW, target_branch: "main" })).toMatchObject({
    status: 409,
    body: { message: ["Another open merge request already exists for this source branch: !1"] },
  });
});

test("Developers of the source project create merge requests, others do not", async () => {
  const team = await startTeam();
  expect((await create(team, NEW, "carol")).status).toBe(403);
  expect((await create(team, NEW, "bob")).status).toBe(201);
});

test("a merge request goes into the project that the source is a fork of, and into no other", async () => {
  const seed = {
    projects: [
      { path_with_namespace: "bob/app", visibility: "public", creator: "bob", forked_from: "team/app" },
      { path_with_namespace: "bob/other", visibility: "public", creator: "bob", branches: ["main"] },
    ],
    commits: [{ project: "bob/app", branch: "gift", message: "A gift", author: "bob", changes: { "gift.txt": "1" } }],
  };
  const team = await startTeam({ seed });
  const json = { title: "A gift", source_branch: "gift", target_branch: "main", target_project_id: 1 };
  const token = "token-of-bob";
  const answer = await team.call("POST", "/projects/bob%2Fapp/merge_requests", { token, json });
  expect(answer).toMatchObject({ status: 201, body: { project_id: 1, target_project_id: 1, source_project_id: 2, iid: 8 } });
  const other = { ...json, source_branch: "main" };
  expect((await team.call("POST", "/projects/bob%2Fother/merge_requests", { token, json: other })).status).toBe(422);
  expect((await team.on("PUT", "8/merge")).status).toBe(200);
  expect(await team.on("GET", "8")).toMatchObject({ body: { state: "merged" } });
});

test("a merge request is changed, closed and opened again", async () => {
  const team = await startTeam();
  const change = (json: Record<string, unknown>): Promise<Answer> => team.on("PUT", "1", { as: "bob", json });
  expect(await change({ title: "Draft: Feature", labels: "one,two" })).toMatchObject({
    status: 200,
    body: { title: "Draft: Feature", draft: true, labels: ["one", "two"] },
  });
  expect(await change({ add_labels: "three", remove_labels: "one" })).toMatchObject({ body: { labels: ["three", "two"] } });
  expect(await change({ state_event: "close" })).toMatchObject({ body: { state: "closed", closed_by: { username: "bob" } } });
  expect(await change({ state_event: "reopen" })).toMatchObject({ body: { state: "opened", closed_by: null, closed_at: null } });
  expect((await change({})).status).toBe(400);
  expect((await change({ title: " " })).status).toBe(400);
  expect((await change({ state_event: "merge" })).status).toBe(400);
});

test("who is not author, assignee or Developer changes no merge request", async () => {
  const team = await startTeam();
  expect((await team.on("PUT", "1", { as: "carol", json: { title: "Mine" } })).status).toBe(403);
  await team.on("PUT", "1", { json: { assignee_id: 4 } });
  expect((await team.on("PUT", "1", { as: "carol", json: { title: "Mine" } })).status).toBe(200);
});

test("another target branch takes the approvals away where a push does", async () => {
  const team = await startTeam();
  await team.on("POST", "1/approve");
  expect(await team.on("PUT", "1", { json: { target_branch: "empty" } })).toMatchObject({ body: { target_branch: "empty" } });
  expect(await team.on("GET", "1/approvals")).toMatchObject({ body: { approved_by: [] } });
});

test("a merged merge request is neither closed nor opened again", async () => {
  const team = await startTeam();
  await team.on("PUT", "1/merge");
  expect(await team.on("PUT", "1", { json: { state_event: "close" } })).toMatchObject({ body: { state: "merged" } });
  expect(await team.on("PUT", "1", { json: { state_event: "reopen" } })).toMatchObject({ body: { state: "merged" } });
});

test("Owners and administrators delete merge requests, with their rules and discussions", async () => {
  const team = await startTeam();
  expect((await team.on("DELETE", "1")).status).toBe(403);
  expect((await team.call("DELETE", `/projects/team%2Fapp/merge_requests/${MR.clean}`)).status).toBe(204);
  expect((await team.on("GET", "1")).status).toBe(404);
});

test("the number of a merge request that is deleted is not used again, whether in the middle or the last", async () => {
  const team = await startTeam();
  await team.call("DELETE", "/projects/team%2Fapp/merge_requests/3");
  await team.call("DELETE", "/projects/team%2Fapp/merge_requests/7");
  const created = await create(team, NEW);
  expect(created).toMatchObject({ status: 201, body: { iid: 8 } });
  expect(idOf(created)).toBe(8);
  const numbers = each(await team.call("GET", "/projects/team%2Fapp/merge_requests?scope=all&sort=asc"), "iid");
  expect(numbers).toEqual([1, 2, 4, 5, 6, 8]);
});
