// @module-tag slow
import { expect, test } from "vitest";
import { connect, inBothDialects } from "./client.js";

const WEBSITE = "acme-labs/website";

/** What its types do not know of the approvals of a merge request. */
interface Approved {
  readonly approved_by: readonly { readonly user: { readonly username: string } }[];
}

inBothDialects("merge requests", (dialect) => {
  test("are created, changed, closed and opened again", async () => {
    const { client } = await connect({ dialect });
    const made = await client.MergeRequests.create(WEBSITE, "next", "main", "Bring it on", { squash: true });
    expect(made).toMatchObject({ source_branch: "next", target_branch: "main", squash: true, state: "opened" });
    expect(await client.MergeRequests.edit(WEBSITE, made.iid, { stateEvent: "close" })).toMatchObject({ state: "closed" });
    expect(await client.MergeRequests.edit(WEBSITE, made.iid, { stateEvent: "reopen" })).toMatchObject({ state: "opened" });
    await client.MergeRequests.remove(WEBSITE, made.iid);
  });

  test("are read, subscribed to, rebased and merged", async () => {
    const { client } = await connect({ dialect });
    expect(await client.MergeRequests.show(WEBSITE, 2)).toMatchObject({ iid: 2, state: "opened", title: "Search the site" });
    expect(await client.MergeRequests.subscribe(WEBSITE, 2)).toMatchObject({ subscribed: true });
    expect(await client.MergeRequests.unsubscribe(WEBSITE, 2)).toMatchObject({ subscribed: false });
    expect((await client.MergeRequests.allIssuesClosed(WEBSITE, 2)).map(({ iid }) => iid)).toEqual([3]);
    expect(await client.MergeRequests.rebase(WEBSITE, 2)).toMatchObject({ rebase_in_progress: true });
    await expect(client.MergeRequests.merge(WEBSITE, 3)).rejects.toThrow(/405/);
    const toolkit = "open-source/toolkit";
    await expect(client.MergeRequests.merge(toolkit, 1, { sha: "0".repeat(40) })).rejects.toThrow(/SHA/);
    await expect(client.MergeRequests.cancelOnPipelineSuccess(toolkit, 1)).rejects.toThrow("Can't cancel the automatic merge");
    expect(await client.MergeRequests.merge(toolkit, 1)).toMatchObject({ state: "merged" });
  });

  test("are listed of the instance, of groups and of projects", async () => {
    const { client } = await connect({ dialect }, "dave");
    expect((await client.MergeRequests.all({ scope: "all", state: "opened" })).length).toBeGreaterThan(2);
    const own = await client.MergeRequests.all({ projectId: WEBSITE, authorUsername: "dave" });
    expect(own.map(({ iid }) => iid)).toEqual([2, 1]);
    expect(await client.MergeRequests.all({ groupId: "acme-labs", state: "merged" })).toHaveLength(2);
    expect((await client.MergeRequests.all({ scope: "created_by_me" })).every(({ author }) => author.username === "dave")).toBe(
      true,
    );
  });

  test("have approvals and rules of their own", async () => {
    const { client } = await connect({ dialect }, "alice");
    const approvals = client.MergeRequestApprovals;
    const approvers = async () => {
      const { approved_by } = (await approvals.showConfiguration(WEBSITE, { mergerequestIId: 2 })) as unknown as Approved;
      return approved_by.map(({ user }) => user.username);
    };
    expect(await approvers()).toEqual(["bob"]);
    expect(await approvals.showApprovalState(WEBSITE, 2)).toHaveProperty("rules");
    await approvals.approve(WEBSITE, 2);
    expect(await approvers()).toEqual(["bob", "alice"]);
    await approvals.unapprove(WEBSITE, 2);
    expect(await approvers()).toEqual(["bob"]);
    expect(Array.isArray(await approvals.allApprovalRules(WEBSITE, { mergerequestIId: 2 }))).toBe(true);
  });
});

inBothDialects("issues", (dialect) => {
  test("are created, changed, closed and removed", async () => {
    const { client } = await connect({ dialect });
    const made = await client.Issues.create(WEBSITE, "Too small", { labels: "bug", dueDate: "2030-01-31" });
    expect(made).toMatchObject({ title: "Too small", labels: ["bug"], state: "opened" });
    expect(await client.Issues.edit(WEBSITE, made.iid, { addLabels: "docs", stateEvent: "close" })).toMatchObject({
      labels: ["bug", "docs"],
      state: "closed",
    });
    await client.Issues.remove(WEBSITE, made.iid);
    await expect(client.Issues.show(made.iid, { projectId: WEBSITE })).rejects.toThrow("404");
  });

  test("are listed and read, and their time is tracked", async () => {
    const { client } = await connect({ dialect }, "alice");
    const found = await client.Issues.all({ projectId: WEBSITE, perPage: 10, state: "opened" });
    expect(found.length).toBeGreaterThan(20);
    expect((await client.Issues.all({ groupId: "acme-labs" })).length).toBeGreaterThan(found.length);
    expect((await client.Issues.all({ scope: "all", search: "slow" })).map(({ title }) => title)).toEqual([
      "The start page is slow",
    ]);
    expect(await client.Issues.show(1, { projectId: WEBSITE })).toMatchObject({ title: "The start page is slow" });
    expect(await client.Issues.addTimeEstimate(WEBSITE, 12, "3h30m")).toMatchObject({ human_time_estimate: "3h 30m" });
    expect(await client.Issues.addSpentTime(WEBSITE, 12, "1h")).toMatchObject({ total_time_spent: 3600 });
    expect(await client.Issues.showTimeStats(WEBSITE, 12)).toMatchObject({ time_estimate: 12_600, total_time_spent: 3600 });
    await client.Issues.resetTimeEstimate(WEBSITE, 12);
    expect(await client.Issues.resetSpentTime(WEBSITE, 12)).toMatchObject({ time_estimate: 0, total_time_spent: 0 });
  });

  test("have to-dos, subscribers, participants, merge requests and pictures", async () => {
    const { client } = await connect({ dialect }, "alice");
    expect(await client.Issues.createTodo(WEBSITE, 10)).toMatchObject({ state: "pending", target_type: "Issue" });
    expect(await client.Issues.subscribe(WEBSITE, 10)).toMatchObject({ subscribed: true });
    expect(await client.Issues.unsubscribe(WEBSITE, 10)).toMatchObject({ subscribed: false });
    expect((await client.Issues.allParticipants(WEBSITE, 3)).length).toBeGreaterThan(0);
    expect((await client.Issues.allClosedByMergeRequestst(WEBSITE, 3)).map(({ iid }) => iid)).toEqual([2]);
    expect((await client.Issues.allRelatedMergeRequests(WEBSITE, 6)).map(({ iid }) => iid)).toContain(3);
    const picture = { content: new Blob([new Uint8Array([137, 80, 78, 71])]), filename: "graph.png" };
    const made = await client.Issues.uploadMetricImage(WEBSITE, 2, picture, { url: "https://example.com/graph" });
    expect(made).toMatchObject({ filename: "graph.png", url: "https://example.com/graph" });
    expect((await client.Issues.allMetricImages(WEBSITE, 2)).map(({ filename }) => filename)).toContain("graph.png");
    const promoted = await client.IssueNotes.create(WEBSITE, 10, "Larger than we thought\n/promote");
    expect(promoted).toMatchObject({ commands_changes: { promote_to_epic: true } });
  });
});

inBothDialects("discussions", (dialect) => {
  test("are begun, answered, changed and ended on issues and merge requests", async () => {
    const { client } = await connect({ dialect }, "alice");
    for (const discussions of [client.IssueDiscussions, client.MergeRequestDiscussions]) {
      const begun = await discussions.create(WEBSITE, 2, "What of phones?");
      expect(begun).toMatchObject({ individual_note: false, notes: [{ body: "What of phones?" }] });
      // Document 3 requires the note that is answered; the types know nothing of it.
      const reply = { noteId: (begun.notes as readonly { id: number }[])[0]?.id, showExpanded: false as const };
      const answer = await discussions.addNote(WEBSITE, 2, begun.id, "They come later", reply);
      expect(answer).toMatchObject({ body: "They come later", type: "DiscussionNote" });
      expect(await discussions.editNote(WEBSITE, 2, begun.id, answer.id, { body: "They come first" })).toMatchObject({
        body: "They come first",
      });
      expect((await discussions.all(WEBSITE, 2)).map(({ id }) => id)).toContain(begun.id);
      await discussions.removeNote(WEBSITE, 2, begun.id, answer.id);
      expect((await discussions.show(WEBSITE, 2, begun.id)).notes).toHaveLength(1);
    }
  });
});
