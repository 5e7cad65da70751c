import { expect, test } from "vitest";
import { LEVEL, accessLevel, findGroup, findProject, requireLevel } from "../../../src/emulator/core/access.js";
import type { Json, Source, User, Visibility } from "../../../src/emulator/core/records.js";
import { ok } from "../../../src/emulator/core/replies.js";
import { type Described, serveSection } from "../platform.js";

const parameters = [{ name: "id", in: "path", required: true, schema: { type: "string" } }];
const operation = (method: string, operationId: string): Json => ({
  parameters,
  [method]: { operationId, "x-role": "anonymous", responses: {} },
});
const paths = {
  "/groups/{id}": operation("get", "group"),
  "/projects/{id}": operation("get", "project"),
  "/projects/{id}/maintain": operation("post", "maintain"),
};
const section: Described = {
  handlers: {
    group: (context) => ok(findGroup(context).full_path),
    project: (context) => ok(findProject(context).path_with_namespace),
    maintain: (context) => ok(requireLevel(context, findProject(context), LEVEL.maintainer).username),
  },
};

/** acme (private) > acme/team (private) > acme/team/web (private project); acme/lib is another private group. */
async function world() {
  const platform = await serveSection(paths, section);
  const { store } = platform.world;
  const at = "2026-01-01T00:00:00.000Z";
  const rest = {
    visibility: "private" as Visibility,
    created_at: at,
    marked_for_deletion_on: null,
    avatar: null,
    attributes: {},
  };
  const group = (path: string, parent_id: number | null, full_path = path) =>
    store.groups.insert({ ...rest, name: path, path, full_path, parent_id });
  const user = (username: string): User => {
    const made = store.users.insert({
      username,
      name: username,
      email: "",
      state: "active",
      is_admin: false,
      private_profile: false,
      namespace_id: store.groups.allocate(),
      created_at: at,
    });
    store.tokens.insert({
      user_id: made.id,
      value: username,
      kind: "personal",
      scopes: ["api"],
      expires_at: null,
      revoked: false,
    });
    return made;
  };
  const member = (source: Source, of: User, access_level: number) =>
    store.members.insert({ source, user_id: of.id, access_level, expires_at: null, created_at: at });
  return store.transaction(() => {
    const [acme, lib] = [group("acme", null), group("lib", null)];
    const team = group("team", acme.id, "acme/team");
    const base = { ...rest, creator_id: 1, last_activity_at: at, archived: false, topic_ids: [] };
    const web = store.projects.insert({
      ...base,
      name: "web",
      path: "web",
      path_with_namespace: "acme/team/web",
      namespace_id: team.id,
    });
    const [top, direct, shared, nobody] = [user("top"), user("direct"), user("shared"), user("nobody")];
    member({ kind: "group", id: acme.id }, top, LEVEL.maintainer);
    member({ kind: "project", id: web.id }, direct, LEVEL.developer);
    member({ kind: "group", id: lib.id }, shared, LEVEL.owner);
    return { platform, store, acme, lib, team, web, top, direct, shared, nobody };
  });
}

test("a private project is 404 for everyone who is not in it, and for nobody in particular", async () => {
  const { platform } = await world();
  for (const token of ["nobody", "shared", ""]) {
    const answer = await platform.call("GET", "/projects/acme%2Fteam%2Fweb", { token });
    expect([answer.status, answer.body]).toEqual([404, { message: "404 Project Not Found" }]);
  }
  for (const token of ["top", "direct", platform.token])
    expect((await platform.call("GET", "/projects/ACME%2Fteam%2Fweb", { token })).status).toBe(200);
  expect((await platform.call("GET", "/groups/nothing")).body).toEqual({ message: "404 Group Not Found" });
});

test("a level comes down from the groups above; a member below may see the groups above", async () => {
  const { platform } = await world();
  expect((await platform.call("POST", "/projects/1/maintain", { token: "top" })).status).toBe(200);
  const low = await platform.call("POST", "/projects/1/maintain", { token: "direct" });
  expect([low.status, low.body]).toEqual([403, { message: "403 Forbidden" }]);
  expect((await platform.call("GET", "/groups/acme", { token: "direct" })).status).toBe(200);
  expect((await platform.call("GET", "/groups/lib", { token: "direct" })).status).toBe(404);
});

test("a share gives at most its own level, and ends on its day", async () => {
  const { platform, store, acme, lib, web, shared } = await world();
  const share = store.transaction(() =>
    store.groupShares.insert({ group_id: acme.id, shared_with_group_id: lib.id, group_access: LEVEL.reporter, expires_at: null }),
  );
  expect(accessLevel(store, shared, web)).toBe(LEVEL.reporter);
  expect((await platform.call("GET", "/projects/1", { token: "shared" })).status).toBe(200);
  store.transaction(() => store.groupShares.update(share.id, { expires_at: "2020-01-01" }));
  expect(accessLevel(store, shared, web)).toBe(LEVEL.none);
  store.transaction(() =>
    store.projectShares.insert({ project_id: web.id, group_id: lib.id, group_access: LEVEL.developer, expires_at: null }),
  );
  expect(accessLevel(store, shared, web)).toBe(LEVEL.developer);
});

test("internal things are for the signed-in, public ones for all", async () => {
  const { platform, store, acme } = await world();
  const statuses = async () => [
    (await platform.call("GET", "/groups/acme", { token: "nobody" })).status,
    (await platform.call("GET", "/groups/acme", { token: "" })).status,
  ];
  expect(await statuses()).toEqual([404, 404]);
  store.transaction(() => store.groups.update(acme.id, { visibility: "internal" }));
  expect(await statuses()).toEqual([200, 404]);
  store.transaction(() => store.groups.update(acme.id, { visibility: "public" }));
  expect(await statuses()).toEqual([200, 200]);
});
