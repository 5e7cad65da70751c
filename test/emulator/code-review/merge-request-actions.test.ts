import { expect, test } from "vitest";
import { each } from "../answers.js";
import { headOf, MR, startTeam } from "../team.js";

const idIn = ({ body }: { readonly body: unknown }): string => (body as { commit_id: string }).commit_id;

test("the merge ref is a commit on both heads, the same until one moves, and no branch changes", async () => {
  const team = await startTeam();
  const [main, feature] = [await headOf(team, "main"), await headOf(team, "feature")];
  const answer = await team.on("GET", "1/merge_ref");
  expect(answer).toMatchObject({ status: 200, body: { commit_id: expect.stringMatching(/^[0-9a-f]{40}$/) } });
  expect([main.id, feature.id]).not.toContain(idIn(answer));
  expect(idIn(await team.on("GET", "1/merge_ref"))).toBe(idIn(answer));
  expect([await headOf(team, "main"), await headOf(team, "feature")]).toEqual([main, feature]);
  await team.on("PUT", "5/merge");
  expect(idIn(await team.on("GET", "1/merge_ref"))).not.toBe(idIn(answer));
});

test("the merge ref is refused with the reason for conflicts, for an empty merge request and after the merge: 400", async () => {
  const team = await startTeam();
  await team.on("PUT", "1/merge");
  const message = async (iid: number): Promise<unknown> => {
    const { status, body } = await team.on("GET", `${iid}/merge_ref`);
    return [status, (body as { message: string }).message];
  };
  expect(await message(MR.clash)).toEqual([400, expect.stringContaining("have conflicts")]);
  expect(await message(MR.empty)).toEqual([400, expect.stringContaining("is empty")]);
  expect(await message(MR.clean)).toEqual([400, expect.stringContaining("already merged")]);
});

test("subscribing answers the merge request once, then 304 without a body; unsubscribing likewise", async () => {
  const team = await startTeam();
  const subscribe = (): ReturnType<typeof team.on> => team.on("POST", "1/subscribe", { as: "carol" });
  const unsubscribe = (): ReturnType<typeof team.on> => team.on("POST", "1/unsubscribe", { as: "carol" });
  expect(await team.on("GET", "1", { as: "carol" })).toMatchObject({ body: { subscribed: false } });
  expect(await unsubscribe()).toMatchObject({ status: 304, body: "" });
  expect(await subscribe()).toMatchObject({ status: 200, body: { iid: 1, subscribed: true } });
  expect(await subscribe()).toMatchObject({ status: 304, body: "" });
  expect(await unsubscribe()).toMatchObject({ status: 200, body: { iid: 1, subscribed: false } });
});

test("the author of a merge request is subscribed without asking", async () => {
  const team = await startTeam();
  expect((await team.on("POST", "1/subscribe", { as: "bob" })).status).toBe(304);
  expect((await team.on("POST", "1/unsubscribe", { as: "bob" })).status).toBe(200);
});

test("real servers answer 201 when somebody subscribes to a merge request", async () => {
  const team = await startTeam({ dialect: "vendor" });
  expect((await team.on("POST", "1/subscribe", { as: "carol" })).status).toBe(201);
  expect((await team.on("POST", "1/unsubscribe", { as: "carol" })).status).toBe(201);
});

const CLOSING = {
  issues: [
    { project: "team/app", title: "Broken", author: "bob" },
    { project: "team/app", title: "Secret", author: "bob", confidential: true },
    { project: "team/app", title: "Only named", author: "bob" },
  ],
  merge_requests: [
    {
      project: "team/app",
      source_branch: "feature",
      title: "Mended",
      description: "Closes #1 and #2, see #3. Fixes ABC-7",
      author: "bob",
    },
  ],
};

test("the issues that a merge request closes are those that it names so, as far as the caller sees them", async () => {
  const team = await startTeam({ seed: CLOSING });
  expect(each(await team.on("GET", "8/closes_issues"), "iid")).toEqual([1, 2]);
  expect(each(await team.on("GET", "8/closes_issues", { as: "dave" }), "iid")).toEqual([1]);
  expect(each(await team.on("GET", "8/closes_issues?per_page=1&page=2"), "title")).toEqual(["Secret"]);
  expect(each(await team.on("GET", "1/closes_issues"), "iid")).toEqual([]);
});

test("with an external issue tracker its issues are objects with a text as id and a title", async () => {
  const team = await startTeam({ seed: CLOSING });
  const settings = {
    new_issue_url: "https://t.example.com/new",
    issues_url: "https://t.example.com/:id",
    project_url: "https://t.example.com",
  };
  await team.call("PUT", "/projects/team%2Fapp/integrations/custom-issue-tracker", { json: settings });
  const { body } = await team.on("GET", "8/closes_issues");
  expect(body).toContainEqual({ id: "ABC-7", title: "External Issue ABC-7" });
  await team.call("PUT", "/projects/team%2Fapp", { json: { issues_access_level: "disabled" } });
  expect(each(await team.on("GET", "8/closes_issues"), "id")).toEqual(["1", "2", "ABC-7"]);
});

test("every call on a merge request needs a caller: 401 without a credential", async () => {
  const team = await startTeam();
  const calls = [
    ["PUT", "1/merge"],
    ["GET", "1/merge_ref"],
    ["POST", "1/cancel_merge_when_pipeline_succeeds"],
    ["PUT", "1/rebase"],
    ["GET", "1/closes_issues"],
    ["POST", "1/subscribe"],
    ["POST", "1/unsubscribe"],
  ] as const;
  const statuses = await Promise.all(calls.map(async ([method, path]) => (await team.on(method, path, { as: "" })).status));
  expect(statuses).toEqual(calls.map(() => 401));
});
