import { expect } from "vitest";
import { lastSegment, parentPath } from "../../../src/core/address.js";
import type { Administrator } from "../../harness/administrator.js";

type Call = Administrator["call"];

const password = "correct-horse-1";

/** Groups, projects and people that `every-word.yml` speaks of, with what it says is to go; nothing of what it says is to be there. */
export async function prepare(call: Call): Promise<void> {
  const ids = new Map<string, number>();
  const made = async (path: string, route: string, body: object): Promise<void> => {
    const [name, parent] = [lastSegment(path), parentPath(path)];
    const within = route === "/groups" ? "parent_id" : "namespace_id";
    const place = parent === undefined ? {} : { [within]: ids.get(parent) };
    const { id } = (await call("POST", route, { path: name, name, visibility: "internal", ...place, ...body })) as { id: number };
    ids.set(path, id);
  };
  for (const username of ["alice", "bob"]) {
    const email = `${username}@example.com`;
    await call("POST", "/users", { username, name: username, email, password, skip_confirmation: true });
  }
  for (const path of ["acme", "ops", "depot", "acme/sub"]) await made(path, "/groups", {});
  for (const path of ["acme/api", "acme/stale", "acme/web-two", "acme/sub/deep", "acme/left"]) await made(path, "/projects", {});
  await made("depot/old-web", "/projects", { initialize_with_readme: true, name: "web", default_branch: "main" });
  await call("POST", "/member_roles", { name: "Checker", base_access_level: 40, read_code: true });
  await prepareWeb(call, `/projects/${ids.get("depot/old-web") ?? 0}`);
}

async function prepareWeb(call: Call, web: string): Promise<void> {
  for (const branch of ["develop", "special"]) await call("POST", `${web}/repository/branches?branch=${branch}&ref=main`);
  await call("POST", `${web}/repository/files/garbage`, { branch: "main", content: "x", commit_message: "x" });
  await call("POST", `${web}/environments`, { name: "production" });
  // The server's own protection lets others merge than the configuration says, which would only be added to.
  await expect.poll(() => call("GET", `${web}/protected_branches`), { timeout: 60_000 }).toMatchObject([{ name: "main" }]);
  await call("DELETE", `${web}/protected_branches/main`);
  await call("POST", `${web}/protected_branches`, { name: "develop" });
  await call("POST", `${web}/protected_tags`, { name: "old" });
  await call("POST", `${web}/variables`, { key: "OLD", value: "old" });
  await call("PUT", `${web}/integrations/slack`, { webhook: "https://hooks.example.com/a" });
  await call("POST", `${web}/hooks`, { url: "https://old.example.com" });
  await call("POST", `${web}/pipeline_schedules`, { description: "Obsolete", ref: "main", cron: "0 1 * * *" });
}
