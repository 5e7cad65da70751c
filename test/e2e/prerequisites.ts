import type { Administrator } from "../harness/administrator.js";

/**
 * What the matrix refers to and does not itself declare: the groups acme, acme/one, acme/two and guild, the projects acme/base (with the protected branches
 * main and release, shared with both groups) and acme/spare, and alice and bob as Maintainers of acme.
 */
export async function makePrerequisites(platform: Pick<Administrator, "call">): Promise<void> {
  const call: Administrator["call"] = (...request) => platform.call(...request);
  const acme = await make(platform, "/groups", { name: "Acme", path: "acme", visibility: "public" });
  const partners: number[] = [];
  for (const path of ["one", "two"])
    partners.push(await make(platform, "/groups", { name: path, path, parent_id: acme, visibility: "public" }));
  for (const username of ["alice", "bob"]) {
    const [user] = (await call("GET", `/users?username=${username}`)) as { id: number }[];
    await call("POST", `/groups/${acme}/members`, { user_id: user?.id, access_level: 40 });
  }
  const started = { namespace_id: acme, initialize_with_readme: true, visibility: "public" };
  await make(platform, "/groups", { name: "Guild", path: "guild" });
  const base = await make(platform, "/projects", { ...started, path: "base" });
  await make(platform, "/projects", { ...started, path: "spare" });
  for (const group_id of partners) await call("POST", `/projects/${base}/share`, { group_id, group_access: 30 });
  await call("POST", `/projects/${base}/repository/branches`, { branch: "release", ref: "main" });
  await call("POST", `/projects/${base}/protected_branches`, { name: "release" });
  await isProtected(platform, base);
}

async function make(platform: Pick<Administrator, "call">, path: string, body: object): Promise<number> {
  return ((await platform.call("POST", path, body)) as { id: number }).id;
}

/** The default branch of a new project is protected a moment after the project is there. */
async function isProtected(platform: Pick<Administrator, "call">, project: number): Promise<void> {
  for (let look = 0; look < 3_000; look++) {
    const branches = (await platform.call("GET", `/projects/${project}/protected_branches`)) as { name: string }[];
    if (branches.some(({ name }) => name === "main")) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error("the default branch was never protected");
}
