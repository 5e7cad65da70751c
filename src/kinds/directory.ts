import type { Directory } from "../core/lookup.js";

/** Things that files name and that are no kinds: users and protected branches (the reference of real servers, identity and lookup). */
export const directory: Directory = {
  lookups: {
    user: {
      title: "user",
      find: "GET /users",
      query: { username: "{name}" },
      name: "username",
      read: "GET /users/{id}",
    },
    branch: {
      title: "protected branch",
      find: "GET /projects/{project}/protected_branches",
      name: "name",
      cased: true,
      within: "project",
      comesWithHolder: "branch_protection",
      one: "GET /projects/{project}/protected_branches/{name}",
    },
  },
  membership: {
    group: "GET /groups/{group}/members/all",
    project: "GET /projects/{project}/members/all",
  },
};
