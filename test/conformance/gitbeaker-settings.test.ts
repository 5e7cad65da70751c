// @module-tag slow
import { AccessLevel } from "@gitbeaker/rest";
import { describe, expect, test } from "vitest";
import { type Connection, connect } from "./client.js";

const website = "acme-labs/website";

/** What real servers have beyond the documents, with a client that knows real servers. */
const real = (): Promise<Connection> => connect({ dialect: "vendor", serverVersion: "19.0.0" });

const inAMonth = (): string => new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);

describe("@gitbeaker/rest, vendor: what projects are set up with", () => {
  test("labels, milestones and badges are made, changed, listed and removed", async () => {
    const { client } = await real();
    await client.ProjectLabels.create(website, "urgent", "#FF0000");
    expect(await client.ProjectLabels.edit(website, "urgent", { newName: "soon" })).toMatchObject({ name: "soon" });
    expect((await client.ProjectLabels.all(website)).map(({ name }) => name)).toContain("soon");
    await client.ProjectLabels.remove(website, "soon");
    const milestone = await client.ProjectMilestones.create(website, "2.0");
    expect(await client.ProjectMilestones.edit(website, milestone.id, { stateEvent: "close" })).toMatchObject({
      state: "closed",
    });
    await client.ProjectMilestones.remove(website, milestone.id);
    const badge = await client.ProjectBadges.add(website, "https://example.com/%{project_path}", "https://example.com/a.svg");
    expect(await client.ProjectBadges.all(website)).toMatchObject([{ id: badge.id, kind: "project" }]);
    await client.ProjectBadges.remove(website, badge.id);
  });

  test("variables, hooks, deploy keys and tokens are made, read and removed", async () => {
    const { client } = await real();
    await client.ProjectVariables.create(website, "TOKEN", "secret-value", { masked: true });
    expect(await client.ProjectVariables.show(website, "TOKEN")).toMatchObject({ value: "secret-value", masked: true });
    await client.ProjectVariables.remove(website, "TOKEN");
    const hook = await client.ProjectHooks.add(website, "https://hooks.example.com/in", { pushEvents: true, issuesEvents: true });
    expect(await client.ProjectHooks.show(website, hook.id)).toMatchObject({ issues_events: true });
    await client.ProjectHooks.remove(website, hook.id);
    const key = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJFgA0lVtkO2pGBTI7dFmaAaVEJzlaBa8jm7hOOs9pJw deploy";
    const made = await client.DeployKeys.create(website, "deploy", key, { canPush: true });
    expect(await client.DeployKeys.show(website, made.id)).toMatchObject({ title: "deploy", can_push: true });
    await client.DeployKeys.remove(website, made.id);
    const token = await client.DeployTokens.create("pull", ["read_repository"], { projectId: website });
    expect(token).toMatchObject({ name: "pull", scopes: ["read_repository"] });
    expect(token.token).toMatch(/^gldt-/);
    await client.DeployTokens.remove(token.id, { projectId: website });
  });

  test("push rules, protected tags, freeze periods and environments are set and taken away", async () => {
    const { client } = await real();
    await client.ProjectPushRules.create(website, { commitMessageRegex: "^Fix" });
    expect(await client.ProjectPushRules.show(website)).toMatchObject({ commit_message_regex: "^Fix" });
    await client.ProjectPushRules.remove(website);
    await client.ProtectedTags.create(website, "v*", { createAccessLevel: AccessLevel.MAINTAINER });
    expect(await client.ProtectedTags.show(website, "v*")).toMatchObject({ create_access_levels: [{ access_level: 40 }] });
    await client.ProtectedTags.remove(website, "v*");
    const period = await client.FreezePeriods.create(website, "0 23 * * 5", "0 8 * * 1");
    expect(await client.FreezePeriods.all(website)).toMatchObject([{ id: period.id, freeze_start: "0 23 * * 5" }]);
    await client.FreezePeriods.remove(website, period.id);
    const environment = await client.Environments.create(website, "review/one");
    expect(await client.Environments.stop(website, environment.id)).toMatchObject({ id: environment.id });
    await client.Environments.remove(website, environment.id);
  });

  test("feature flags, schedules, snippets and wikis are made, read and removed", async () => {
    const { client } = await real();
    await client.FeatureFlags.create(website, "dark_mode", "new_version_flag", { description: "Dark" });
    expect(await client.FeatureFlags.show(website, "dark_mode")).toMatchObject({ description: "Dark", active: true });
    await client.FeatureFlags.remove(website, "dark_mode");
    const schedule = await client.PipelineSchedules.create(website, "nightly", "main", "0 3 * * *");
    expect(await client.PipelineSchedules.show(website, schedule.id)).toMatchObject({
      description: "nightly",
      cron: "0 3 * * *",
    });
    await client.PipelineSchedules.remove(website, schedule.id);
    const files = [{ filePath: "a.txt", content: "text" }];
    const snippet = await client.ProjectSnippets.create(website, "Hint", { visibility: "private", files } as never);
    expect(await client.ProjectSnippets.show(website, snippet.id)).toMatchObject({ title: "Hint" });
    await client.ProjectSnippets.remove(website, snippet.id);
    await client.ProjectWikis.create(website, "Text", "Home");
    expect(await client.ProjectWikis.show(website, "Home")).toMatchObject({ content: "Text" });
    await client.ProjectWikis.remove(website, "Home");
  });
});

describe("@gitbeaker/rest, vendor: repositories and people", () => {
  test("files, commits, branches and tags follow from each other", async () => {
    const { client } = await real();
    const project = await client.Projects.create({ name: "Notes", path: "notes-of-root", initializeWithReadme: true });
    await client.RepositoryFiles.create(project.id, "a/b.txt", "main", "one\n", "Add b");
    expect(await client.RepositoryFiles.showRaw(project.id, "a/b.txt", "main")).toBe("one\n");
    const actions = [{ action: "move" as const, filePath: "a/c.txt", previousPath: "a/b.txt" }];
    const commit = await client.Commits.create(project.id, "main", "Rename", actions);
    expect(await client.Commits.showDiff(project.id, commit.id)).toMatchObject([{ renamed_file: true, new_path: "a/c.txt" }]);
    await client.Branches.create(project.id, "topic", "main");
    await client.Tags.create(project.id, "v1", "topic");
    expect(await client.Tags.show(project.id, "v1")).toMatchObject({ target: commit.id });
    const tree = await client.Repositories.allRepositoryTrees(project.id, { recursive: true });
    expect(tree.map(({ path }) => path)).toEqual(["a", "README.md", "a/c.txt"]);
    await client.Branches.remove(project.id, "topic");
  });

  test("users, members, keys and access tokens are made and taken away; a token works", async () => {
    const { client, platform } = await real();
    const password = "E4596f8be406Bc3a14a4";
    const user = await client.Users.create({
      email: "zoe@example.com",
      username: "zoe",
      name: "Zoe",
      password,
      skipConfirmation: true,
    });
    await client.ProjectMembers.add(website, AccessLevel.DEVELOPER, { userId: user.id });
    expect(await client.ProjectMembers.show(website, user.id)).toMatchObject({ username: "zoe", access_level: 30 });
    await client.ProjectMembers.remove(website, user.id);
    const { id, token } = await client.ProjectAccessTokens.create(website, "bot", ["api"], inAMonth(), {
      accessLevel: AccessLevel.MAINTAINER,
    });
    const reply = await fetch(`${platform.url}/api/v4/projects/${encodeURIComponent(website)}`, {
      headers: { "private-token": token },
    });
    expect(reply.status).toBe(200);
    await client.ProjectAccessTokens.revoke(website, id);
    await client.Users.remove(user.id, { hardDelete: true });
  });
});
