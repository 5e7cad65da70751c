import { expect, test } from "vitest";
import { type Bench, type Body, project, startBench } from "../bench.js";

const target = "/projects/acme%2Fcopy";
const seed = {
  users: ["guest", "maintainer"].map((username) => ({ username })),
  groups: [{ full_path: "acme", members: { guest: 10, maintainer: 40 } }],
  projects: [{ path_with_namespace: "acme/web", branches: ["main"] }, { path_with_namespace: "acme/copy" }],
};

/** An enabled mirror from one project to the other, by the credentials of somebody. */
async function mirrorOf(bench: Bench, credentials: string, more: Body = {}): Promise<() => Promise<Body>> {
  const url = `${bench.url.replace("http://", `http://${credentials}@`)}/acme/copy.git`;
  const [status, { id }] = await bench.ask("POST", `${project}/remote_mirrors`, { url, enabled: true, ...more });
  expect(status).toBe(201);
  return () => synced(bench, String(id));
}

/** Asks for a push, and answers the mirror when that is over. */
async function synced(bench: Bench, id: string): Promise<Body> {
  expect((await bench.ask("POST", `${project}/remote_mirrors/${id}/sync`))[0]).toBe(204);
  bench.work();
  return (await bench.ask("GET", `${project}/remote_mirrors/${id}`))[1];
}

test("a mirror that is a project of the instance gets branches, tags and files, then what is pushed, and loses what is merged and gone", async () => {
  const bench = await startBench({ seed });
  const { ask, list, token } = bench;
  const commit = { branch: "topic", start_branch: "main", content: "x", commit_message: "Try" };
  expect((await ask("POST", `${project}/repository/files/x.txt`, commit))[0]).toBe(201);
  expect((await ask("POST", `${project}/repository/tags`, { tag_name: "v1", ref: "topic" }))[0]).toBe(201);
  const push = await mirrorOf(bench, `root:${token}`);
  expect(await push()).toMatchObject({ update_status: "finished", last_error: null, last_update_at: expect.any(String) });
  const branches = async (at: string): Promise<unknown[]> =>
    (await list(`${at}/repository/branches`)).map(({ name, commit }) => [name, (commit as Body)["id"]]);
  expect(await branches(target)).toEqual(await branches(project));
  expect((await ask("GET", `${target}/repository/files/x.txt/raw?ref=v1`))[1]).toBe("x");
  expect((await ask("GET", target))[1]).toMatchObject({ default_branch: "main" });
  expect((await ask("POST", `${project}/repository/branches`, { branch: "later", ref: "main" }))[0]).toBe(201);
  bench.work();
  expect(await branches(target)).toEqual(await branches(project));
  expect((await ask("DELETE", `${project}/repository/branches/later`))[0]).toBe(204);
  expect(await push()).toMatchObject({ update_status: "finished" });
  expect(await branches(target)).toEqual(await branches(project));
});

test("a mirror says what keeps it: wrong credentials, rights that are missing, and branches that went another way", async () => {
  const bench = await startBench({ seed });
  const refused = await (await mirrorOf(bench, "root:wrong"))();
  expect(refused).toMatchObject({ update_status: "failed", last_error: expect.stringContaining("Access denied") });
  const weak = await (await mirrorOf(bench, "guest:token-of-guest"))();
  expect(weak).toMatchObject({ update_status: "failed", last_error: expect.stringContaining("not allowed to push code") });
  const push = await mirrorOf(bench, "maintainer:token-of-maintainer", { keep_divergent_refs: true });
  expect(await push()).toMatchObject({ update_status: "finished" });
  for (const at of [target, project]) {
    const sent = { branch: "topic", start_branch: "main", content: at, commit_message: at };
    expect((await bench.ask("POST", `${at}/repository/files/y.txt`, sent))[0]).toBe(201);
  }
  expect(await push()).toMatchObject({ update_status: "failed", last_error: expect.stringContaining("refs/heads/topic") });
  expect((await bench.ask("GET", `${target}/repository/files/y.txt/raw?ref=topic`))[1]).toBe(target);
});
