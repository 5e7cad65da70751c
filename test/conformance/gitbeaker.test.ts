// @module-tag slow
import { AccessLevel } from "@gitbeaker/rest";
import { expect, test } from "vitest";
import { connect, inBothDialects } from "./client.js";

inBothDialects("projects", (dialect) => {
  test("are created, read, changed, archived, shared, moved and removed", async () => {
    const { client } = await connect({ dialect });
    const group = await client.Groups.show("acme-labs/mobile");
    const made = await client.Projects.create({ name: "Shop", path: "shop", namespaceId: group.id, topics: ["typescript"] });
    expect(made).toMatchObject({ path_with_namespace: "acme-labs/mobile/shop", topics: ["typescript"] });
    expect(await client.Projects.edit(made.id, { description: "Sells", mergeMethod: "ff" })).toMatchObject({
      merge_method: "ff",
    });
    expect(await client.Projects.show("acme-labs/mobile/shop")).toMatchObject({ id: made.id, description: "Sells" });
    expect(await client.Projects.archive(made.id)).toMatchObject({ archived: true });
    expect(await client.Projects.unarchive(made.id)).toMatchObject({ archived: false });
    const other = await client.Groups.show("acme-release");
    expect(await client.Projects.share(made.id, other.id, 30)).toMatchObject({ group_id: other.id, group_access: 30 });
    await client.Projects.unshare(made.id, other.id);
    expect(await client.Projects.transfer(made.id, other.id)).toMatchObject({ path_with_namespace: "acme-release/shop" });
    await client.Projects.remove(made.id);
  });

  test("are listed page by page, by keyset, in groups and of users", async () => {
    const { client } = await connect({ dialect });
    const all = await client.Projects.all({ perPage: 3 });
    expect(all.length).toBeGreaterThan(6);
    const byKeyset = await client.Projects.all({ pagination: "keyset", orderBy: "id", sort: "asc", perPage: 2 });
    expect(byKeyset.map(({ id }) => id)).toEqual(all.map(({ id }) => id).toSorted((a, b) => a - b));
    expect(await client.Projects.search("toolkit")).toMatchObject([{ path: "toolkit" }]);
    const [first] = await client.Projects.all({ perPage: 1, maxPages: 1, simple: true });
    expect(first).not.toHaveProperty("merge_method");
    expect((await client.Groups.allProjects("acme-labs", { includeSubgroups: true })).length).toBeGreaterThan(5);
    expect(await client.Projects.all({ userId: "2" })).toMatchObject([{ path_with_namespace: "alice/notes" }]);
  });

  test("have an avatar, which is sent as a file and taken away", async () => {
    const { client } = await connect({ dialect });
    const avatar = { content: new Blob([new Uint8Array([137, 80, 78, 71])]), filename: "logo.png" };
    await client.Projects.uploadAvatar("acme-labs/website", avatar);
    expect((await client.Projects.show("acme-labs/website")).avatar_url).toMatch(/logo\.png$/);
    expect(await client.Projects.removeAvatar("acme-labs/website")).toMatchObject({ avatar_url: null });
  });
});

inBothDialects("groups", (dialect) => {
  test("are created, read, changed, shared, moved and removed", async () => {
    const { client } = await connect({ dialect });
    const parent = await client.Groups.show("acme-labs");
    const made = await client.Groups.create("Sales", "sales", { parentId: parent.id, visibility: "internal" });
    expect(made).toMatchObject({ full_path: "acme-labs/sales" });
    expect(await client.Groups.edit(made.id, { description: "Who sells" })).toMatchObject({ description: "Who sells" });
    const other = await client.Groups.show("acme-release");
    expect(await client.Groups.share(made.id, other.id, 30, {})).toMatchObject({ shared_with_groups: [{ group_id: other.id }] });
    await client.Groups.unshare(made.id, other.id, {});
    expect(await client.Groups.transfer(made.id)).toMatchObject({ full_path: "sales" });
    await client.Groups.remove(made.id);
    expect((await client.Groups.allSubgroups("acme-labs")).map(({ path }) => path)).toEqual(["mobile", "platform"]);
    expect((await client.Groups.allDescendantGroups("acme-labs", {})).map(({ path }) => path)).toContain("tools");
    expect((await client.Groups.search("release")).map(({ path }) => path)).toEqual(["acme-release"]);
  });

  test("have protected environments", async () => {
    const { client } = await connect({ dialect });
    const { id } = await client.Groups.show("acme-labs/mobile");
    const made = await client.GroupProtectedEnvironments.create(id, "production", [{ accessLevel: AccessLevel.MAINTAINER }], {
      requiredApprovalCount: 1,
    });
    expect(made).toMatchObject({ name: "production", deploy_access_levels: [{ access_level: 40 }], required_approval_count: 1 });
    expect(await client.GroupProtectedEnvironments.all(id)).toHaveLength(1);
    expect(await client.GroupProtectedEnvironments.show(id, "production")).toMatchObject({ name: "production" });
    expect(await client.GroupProtectedEnvironments.edit(id, "production", { requiredApprovalCount: 2 })).toMatchObject({
      required_approval_count: 2,
    });
    await client.GroupProtectedEnvironments.remove(id, "production");
    expect(await client.GroupProtectedEnvironments.all(id)).toEqual([]);
  });
});

inBothDialects("protected branches", (dialect) => {
  test("are made, read, changed by differences, listed and removed", async () => {
    const { client } = await connect({ dialect, serverVersion: "17.10.0" });
    const project = "acme-labs/website";
    const [dave] = await client.Users.all({ username: "dave" });
    const made = await client.ProtectedBranches.protect(project, "release/*", {
      allowedToPush: [{ userId: dave?.id ?? 0 }],
      allowedToMerge: [{ accessLevel: AccessLevel.DEVELOPER }],
      allowForcePush: true,
    });
    expect(made).toMatchObject({ name: "release/*", push_access_levels: [{ user_id: dave?.id }], allow_force_push: true });
    expect(await client.ProtectedBranches.show(project, "release/*")).toEqual(made);
    const [entry] = made.merge_access_levels as { id: number }[];
    const edited = await client.ProtectedBranches.edit(project, "release/*", {
      allowedToMerge: [{ id: entry?.id ?? 0, accessLevel: AccessLevel.DEVELOPER, _destroy: true }, { userId: dave?.id ?? 0 }],
      allowForcePush: false,
    });
    expect(edited).toMatchObject({
      merge_access_levels: [{ user_id: dave?.id }],
      allow_force_push: false,
    });
    expect((await client.ProtectedBranches.all(project)).map(({ name }) => name)).toEqual(["main", "release/*"]);
    await client.ProtectedBranches.unprotect(project, "release/*");
    expect((await client.ProtectedBranches.all(project, { search: "release" })).map(({ name }) => name)).toEqual([]);
  });
});

inBothDialects("topics, settings and appearance", (dialect) => {
  test("topics are created, read, changed and removed", async () => {
    const { client } = await connect({ dialect });
    // Its types know nothing of the title, which is required; it sends what it is given.
    const topic = { title: "Go", description: "Gophers" };
    const made = await client.Topics.create("go", topic);
    expect(made).toMatchObject({ name: "go", title: "Go" });
    expect(await client.Topics.edit(made.id, { title: "Golang" })).toMatchObject({ title: "Golang" });
    expect(await client.Topics.show(made.id)).toMatchObject({ description: "Gophers" });
    expect((await client.Topics.all({ search: "go" })).map(({ name }) => name)).toEqual(["go"]);
    await client.Topics.remove(made.id);
    expect(await client.Topics.all({ search: "go" })).toEqual([]);
  });

  test("settings of the instance are read and changed, in the names of the dialect", async () => {
    const { client } = await connect({ dialect });
    const name = dialect === "neutral" ? "avatarservice_enabled" : "gravatar_enabled";
    expect(await client.ApplicationSettings.show()).toHaveProperty(name);
    const changed = await client.ApplicationSettings.edit({
      defaultBranchName: "trunk",
      domainDenylist: ["a.example", "b.example"],
    });
    expect(changed).toMatchObject({ default_branch_name: "trunk", domain_denylist: ["a.example", "b.example"] });
  });

  test("the appearance is read and changed, with a logo", async () => {
    const { client } = await connect({ dialect });
    expect(await client.ApplicationAppearance.edit({ title: "Acme", headerMessage: "Hello" })).toMatchObject({ title: "Acme" });
    const logo = { content: new Blob([new Uint8Array([137, 80, 78, 71])]), filename: "logo.png" };
    await client.ApplicationAppearance.edit({ logo });
    expect(await client.ApplicationAppearance.show()).toMatchObject({
      title: "Acme",
      header_message: "Hello",
      logo: "/uploads/-/system/appearance/logo/1/logo.png",
    });
  });
});

inBothDialects("integrations and approvals", (dialect) => {
  test("integrations are set, read, listed and disabled", async () => {
    const { client } = await connect({ dialect });
    await client.Integrations.edit("acme-labs/website", "emails-on-push", { recipients: "a@example.com", pushEvents: true });
    expect(await client.Integrations.show("acme-labs/website", "emails-on-push")).toMatchObject({ active: true });
    expect((await client.Integrations.all("acme-labs/website")).map(({ slug }) => slug)).toContain("emails-on-push");
    await client.Integrations.disable("acme-labs/website", "emails-on-push");
    expect((await client.Integrations.all("acme-labs/website")).map(({ slug }) => slug)).not.toContain("emails-on-push");
  });

  test("approval settings and rules of a project are read and changed", async () => {
    const { client } = await connect({ dialect });
    const approvals = client.MergeRequestApprovals;
    const project = "acme-labs/mobile/app";
    expect(await approvals.editConfiguration(project, { resetApprovalsOnPush: false })).toMatchObject({
      reset_approvals_on_push: false,
    });
    expect(await approvals.showConfiguration(project)).toMatchObject({ reset_approvals_on_push: false });
    const [dave] = await client.Users.all({ username: "dave" });
    if (dave === undefined) throw new Error("the default seed has no dave");
    const rule = await approvals.createApprovalRule(project, "Security", 1, { userIds: [dave.id] });
    expect(rule).toMatchObject({ name: "Security", approvals_required: 1, users: [{ username: "dave" }] });
    expect(await approvals.editApprovalRule(project, rule.id, "Safety", 2, { userIds: [dave.id] })).toMatchObject({
      name: "Safety",
    });
    expect(await approvals.showApprovalRule(project, rule.id)).toMatchObject({ approvals_required: 2 });
    expect((await approvals.allApprovalRules(project)).map(({ name }) => name)).toContain("Safety");
    await approvals.removeApprovalRule(project, rule.id);
    expect((await approvals.allApprovalRules(project)).map(({ name }) => name)).not.toContain("Safety");
  });
});
