import type { Directory } from "../core/lookup.js";
import { sshFingerprint } from "./parts/ssh-fingerprint.js";

/** Things that files name and that are no kinds: users (the reference of real servers, identity and lookup). */
export const directory: Directory = {
  lookups: {
    user: {
      title: "user",
      find: "GET /users",
      query: { username: "{name}" },
      search: "search",
      name: "username",
      read: "GET /users/{id}",
    },
    member_role: {
      title: "custom role",
      find: "GET /member_roles",
      // Hosted servers keep roles in their groups at the top (doc/api/member_roles.md).
      ofTop: "GET /groups/{top}/member_roles",
      name: "name",
      cased: true,
    },
    feature_flag_user_list: {
      title: "list of users",
      find: "GET /projects/{project}/feature_flags_user_lists",
      search: "search",
      name: "name",
      cased: true,
      within: "project",
    },
    cluster_agent: {
      title: "agent",
      find: "GET /projects/{project}/cluster_agents",
      name: "name",
      cased: true,
      within: "project",
    },
    deploy_key: {
      title: "deploy key",
      find: "GET /projects/{project}/deploy_keys",
      // A title proves nothing: anybody may use it twice.
      name: "fingerprint_sha256",
      cased: true,
      within: "project",
      declared: { by: "key", form: sshFingerprint },
      called: "the title under which deploy_keys of the project declares it, its fingerprint (SHA256:…), or its number",
    },
    branch: {
      title: "branch",
      find: "GET /projects/{project}/repository/branches",
      search: "search",
      name: "name",
      cased: true,
      within: "project",
      item: "GET /projects/{project}/repository/branches/{name}",
    },
  },
  membership: {
    group: "GET /groups/{group}/members/all",
    project: "GET /projects/{project}/members/all",
  },
  membershipLevel: "access_level",
  directMembership: {
    group: "GET /groups/{group}/members",
    project: "GET /projects/{project}/members",
  },
  people: "GET /users",
};
