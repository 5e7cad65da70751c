import { expect, test } from "vitest";
import { each } from "../answers.js";
import { type Platform, startPlatform } from "../platform.js";

const issue = { project: "acme/web", author: "dora" };

/** An emulator with sixteen issues in `acme/web`, one in `acme/api`, and merge requests as told. */
async function startWith(
  mergeRequests: readonly Record<string, unknown>[],
  autoclose = true,
  commits: readonly Record<string, unknown>[] = [],
): Promise<Platform> {
  const project = { visibility: "public", creator: "dora", branches: ["main", "next", "old"] };
  return startPlatform({
    seed: {
      users: [{ username: "dora" }, { username: "otto" }],
      groups: [{ full_path: "acme", visibility: "public", members: { dora: 50 } }],
      projects: [
        { ...project, path_with_namespace: "acme/web", attributes: { autoclose_referenced_issues: autoclose } },
        { ...project, path_with_namespace: "acme/api" },
        { ...project, path_with_namespace: "acme/secret", visibility: "private" },
      ],
      issues: [
        ...Array.from({ length: 16 }, (_, place) => ({ ...issue, title: `Issue ${place + 1}` })),
        { ...issue, project: "acme/api", title: "Issue of the API" },
      ],
      commits: commits.map((one) => ({ project: "acme/web", author: "dora", ...one })),
      merge_requests: mergeRequests.map((one, place) => ({
        project: "acme/web",
        title: `Change ${place + 1}`,
        source_branch: "next",
        target_branch: "main",
        author: "dora",
        ...one,
      })),
    },
  });
}

/** Numbers of the merge requests that a list of the issue has. */
async function listed(platform: Platform, list: "closed_by" | "related_merge_requests", iid: number): Promise<unknown[]> {
  return each(await platform.call("GET", `/projects/acme%2Fweb/issues/${iid}/${list}`), "iid");
}

test("closing words are those of real servers, in any letter case", async () => {
  const words = ["Close", "closes", "CLOSED", "closing", "Fix", "fixes", "fixed", "fixing", "Resolve", "resolves", "resolved"];
  const more = ["resolving", "Implements", "implemented", "implementing"];
  const others = [{ description: "See #16" }, { description: "Closest #16" }, { description: "disclose #16" }];
  const closing = [...words, ...more].map((word, place) => ({
    description: `This ${word} #${place + 1}\n\n${word}: #${place + 1}`,
  }));
  const platform = await startWith([...closing, ...others]);
  for (const place of closing.keys()) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect(await listed(platform, "closed_by", place + 1), closing[place]?.description).toEqual([place + 1]);
  }
  expect(await listed(platform, "closed_by", 16)).toEqual([]);
});

test("one closing word may be followed by several issues, and stands in title or description", async () => {
  const platform = await startWith([
    { description: "Closes #1, #2 and acme/web#3, and issues #4. See #5" },
    { title: "Fixes web#6" },
    { description: "Unlike #7 this closes acme/api#1 (not #8)" },
  ]);
  const closed = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map((iid) => listed(platform, "closed_by", iid)));
  expect(closed).toEqual([[1], [1], [1], [1], [], [2], [], []]);
});

test("an address names a thing too, if it is one of this platform", async () => {
  const platform = await startWith([{ description: "Closes https://elsewhere.example.com/acme/web/-/issues/1" }]);
  expect(await listed(platform, "related_merge_requests", 1)).toEqual([]);
  const tell = async (host: string): Promise<void> => {
    const body = `See ${host}/acme/web/-/merge_requests/1`;
    await platform.call("POST", "/projects/acme%2Fweb/issues/1/notes", { json: { body } });
  };
  await tell("https://elsewhere.example.com");
  expect(await listed(platform, "related_merge_requests", 1)).toEqual([]);
  await tell(platform.url);
  expect(await listed(platform, "related_merge_requests", 1)).toEqual([1]);
});

test("only what goes into the default branch closes issues, and only where the project closes them by itself", async () => {
  const other = await startWith([{ description: "Closes #1", target_branch: "old" }]);
  expect(await listed(other, "closed_by", 1)).toEqual([]);
  expect(await listed(other, "related_merge_requests", 1)).toEqual([1]);
  const never = await startWith([{ description: "Closes #1" }], false);
  expect(await listed(never, "closed_by", 1)).toEqual([]);
});

test("related merge requests come from any project, as far as the caller sees them", async () => {
  const platform = await startWith([
    { description: "Part of #1" },
    { description: "Part of #11" },
    { project: "acme/api", title: "From beside: web#1" },
    { project: "acme/secret", title: "Unseen: acme/web#1" },
    { project: "acme/api", title: "Its own #1" },
  ]);
  const path = "/projects/acme%2Fweb/issues/1/related_merge_requests";
  const titles = async (token: string): Promise<unknown[]> => each(await platform.call("GET", path, { token }), "title");
  expect(await titles("token-of-dora")).toEqual(["Change 1", "From beside: web#1", "Unseen: acme/web#1"]);
  expect(await titles("token-of-otto")).toEqual(["Change 1", "From beside: web#1"]);
  expect(await titles("")).toEqual(["Change 1", "From beside: web#1"]);
});

test("closing words count in the messages of a merge request's commits too, also after the merge", async () => {
  const commits = [{ branch: "next", message: "Mend the form\n\nFixes #5", changes: { "form.html": "1" } }];
  const platform = await startWith([{ description: "Closes #1" }, { source_branch: "old" }], true, commits);
  const mergeRequest = "/projects/acme%2Fweb/merge_requests/1";
  expect([await listed(platform, "closed_by", 5), await listed(platform, "closed_by", 1)]).toEqual([[1], [1]]);
  expect(each(await platform.call("GET", `${mergeRequest}/closes_issues`), "iid")).toEqual([1, 5]);
  expect((await platform.call("GET", "/projects/acme%2Fweb/issues/5")).body).toMatchObject({ merge_requests_count: 1 });
  expect((await platform.call("PUT", `${mergeRequest}/merge`)).status).toBe(200);
  expect((await platform.call("GET", "/projects/acme%2Fweb/issues/5")).body).toMatchObject({ state: "closed" });
  expect([await listed(platform, "closed_by", 5), await listed(platform, "closed_by", 1)]).toEqual([[1], [1]]);
});

test("a reference to another project is full, seen from a project", async () => {
  const platform = await startWith([{ description: "Closes api#1" }, { project: "acme/api", title: "From beside: web#1" }]);
  const related = await platform.call("GET", "/projects/acme%2Fweb/issues/1/related_merge_requests");
  expect(each(related, "references")).toEqual([{ short: "!1", relative: "acme/api!1", full: "acme/api!1" }]);
  const closed = await platform.call("GET", "/projects/acme%2Fweb/merge_requests/1/closes_issues");
  expect(each(closed, "references")).toEqual([{ short: "#1", relative: "acme/api#1", full: "acme/api#1" }]);
});

test("the deprecated reference is the short one, whatever the list", async () => {
  const platform = await startWith([{}]);
  for (const path of ["/issues?scope=all&search=API", "/groups/acme/issues?search=API", "/merge_requests?scope=all"]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const [reference] = each(await platform.call("GET", path), "reference");
    expect(reference, path).toMatch(/^[#!]1$/);
  }
});
