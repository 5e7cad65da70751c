// @module-tag slow
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { inProcess } from "../harness/command-line.js";
import { type Fixture, openFixture } from "../harness/fixture.js";

interface MergeRequest {
  readonly iid: number;
  readonly state: string;
  readonly title: string;
  readonly labels: readonly string[];
  readonly reviewers: readonly { readonly username: string }[];
  readonly source_branch: string;
  readonly target_branch: string;
}

const web = "/projects/acme%2Fweb";
const branch = "trueup/files/main";
const files = (content: string, more = "") => `projects:
  acme/web:
    repository_files: { CODEOWNERS: { content: "${content}\\n" }${more} }
    repository_commit: { through: merge_request, title: Who owns what, labels: [policy], reviewers: [vera] }
`;

let fixture: Fixture;
beforeEach(async () => {
  fixture = await openFixture(inProcess, {
    dialect: "vendor",
    tier: "premium",
    seed: {
      users: [{ username: "vera", token: "token-of-vera-0123" }],
      groups: [{ full_path: "acme", members: { vera: 40 } }],
      projects: [{ path_with_namespace: "acme/web", branches: ["main"] }],
    },
  });
});
afterEach(async () => fixture.close());

async function run(words: readonly string[], text: string) {
  fixture.write("files/trueup.yaml", text);
  const [command = "", ...more] = words;
  return fixture.run([command, "files", ...more]);
}

async function mergeRequests(): Promise<readonly MergeRequest[]> {
  return (await fixture.platform.call("GET", `${web}/merge_requests?state=all`)) as readonly MergeRequest[];
}

async function contentOf(path: string, ref: string): Promise<string> {
  const shown = await fixture.platform.call(
    "GET",
    `${web}/repository/files/${encodeURIComponent(path)}?ref=${encodeURIComponent(ref)}`,
  );
  return Buffer.from((shown as { readonly content: string }).content, "base64").toString();
}

async function commit(to: string, actions: readonly object[]): Promise<void> {
  await fixture.platform.call("POST", `${web}/repository/commits`, { branch: to, commit_message: "By hand", actions });
}

describe("repository_commit with through: merge_request", () => {
  it("opens one merge request in five runs, and plan and drift say that it is proposed", async () => {
    const planned = await run(["plan"], files("* @vera"));
    expect(planned.stdout).toContain("+ create repository_file:acme/web:CODEOWNERS (by a merge request into main)");
    for (let round = 0; round < 5; round++) expect(await run(["apply", "--yes"], files("* @vera"))).toMatchObject({ code: 0 });
    const [only, ...others] = await mergeRequests();
    expect(others).toEqual([]);
    expect(only).toMatchObject({
      state: "opened",
      title: "Who owns what",
      labels: ["policy"],
      source_branch: branch,
      target_branch: "main",
    });
    expect(only?.reviewers.map(({ username }) => username)).toEqual(["vera"]);
    expect(await contentOf("CODEOWNERS", branch)).toBe("* @vera\n");
    const drift = await run(["drift"], files("* @vera"));
    expect(drift).toMatchObject({ code: 0 });
    expect(drift.stdout).toContain(`proposed in !${only?.iid}`);
  });

  it("updates the one that is open after the files change, and writes all files in one commit", async () => {
    expect(await run(["apply", "--yes"], files("* @vera"))).toMatchObject({ code: 0 });
    const text = files("* @acme", ', "docs/a.md": { content: "A\\n", execute: true }, README.md: { ensure: absent }').replace(
      "title",
      "message: By policy, title",
    );
    const planned = await run(["plan"], text);
    expect(planned.stdout).toContain("(in !1 into main)");
    const applied = await run(["apply", "--yes"], text);
    expect(applied.stdout).toContain("proposed in !1");
    expect(await mergeRequests()).toMatchObject([{ iid: 1, state: "opened" }]);
    expect(await contentOf("CODEOWNERS", branch)).toBe("* @acme\n");
    expect(await contentOf("docs/a.md", branch)).toBe("A\n");
    const commits = await fixture.platform.call("GET", `${web}/repository/commits?ref_name=${encodeURIComponent(branch)}`);
    expect(commits).toHaveLength(2);
  });

  it("opens one merge request for each target branch", async () => {
    await fixture.platform.call("POST", `${web}/repository/branches`, { branch: "release", ref: "main" });
    const text = files("* @vera", ', NOTICE@release: { content: "Release builds only.\\n" }');
    for (let round = 0; round < 2; round++) expect(await run(["apply", "--yes"], text)).toMatchObject({ code: 0 });
    const made = (await mergeRequests()).map(({ state, target_branch: into, source_branch: from }) => ({ state, into, from }));
    expect(made.toSorted((a, b) => (a.into < b.into ? -1 : 1))).toEqual([
      { state: "opened", into: "main", from: branch },
      { state: "opened", into: "release", from: "trueup/files/release" },
    ]);
    expect(await contentOf("NOTICE", "trueup/files/release")).toBe("Release builds only.\n");
  });

  it("leaves branch and merge request alone after a commit of somebody else, and says so", async () => {
    expect(await run(["apply", "--yes"], files("* @vera"))).toMatchObject({ code: 0 });
    await commit(branch, [{ action: "update", file_path: "CODEOWNERS", content: "* @vera @root\n" }]);
    const applied = await run(["apply", "--yes"], files("* @acme"));
    expect(applied).toMatchObject({ code: 0 });
    expect(applied.stdout).toContain("proposed in !1, which has commits of somebody else: trueup leaves it as it is");
    expect(await contentOf("CODEOWNERS", branch)).toBe("* @vera @root\n");
    await fixture.platform.call("PUT", `${web}/merge_requests/1`, { state_event: "close" });
    const held = await run(["plan", "--detailed-exitcode"], files("* @acme"));
    expect(held).toMatchObject({ code: 3 });
    expect(held.stdout).toContain(
      `Held back [commit.proposed]  files/trueup.yaml:3:25\n  ${branch} has commits of somebody else, and no merge request is open: open one, or delete that branch`,
    );
  });

  it("leaves alone what somebody else has amended, and not what a declared author made", async () => {
    expect(await run(["apply", "--yes"], files("* @vera"))).toMatchObject({ code: 0 });
    const { commit: last } = (await fixture.platform.call("GET", `${web}/repository/branches/${encodeURIComponent(branch)}`)) as {
      readonly commit: { readonly message: string; readonly author_email: string };
    };
    // An amended commit has the message and the author of the first one.
    const amended = {
      branch,
      start_branch: "main",
      force: true,
      commit_message: last.message,
      author_email: "vera@other.example",
    };
    const actions = [{ action: "create", file_path: "CODEOWNERS", content: "* @vera @root\n" }];
    await fixture.platform.call("POST", `${web}/repository/commits`, { ...amended, actions });
    const planned = await run(["plan"], files("* @acme"));
    expect(planned.stdout).toContain("which has commits of somebody else");
    await fixture.platform.call("DELETE", `${web}/repository/branches/${encodeURIComponent(branch)}`);
    const authored = (text: string) => text.replace("title", "author_name: Ada, author_email: ada@example.com, title");
    expect(await run(["apply", "--yes"], authored(files("* @vera")))).toMatchObject({ code: 0 });
    expect((await run(["plan"], authored(files("* @acme")))).stdout).toMatch(/\(in !\d into main\)/);
  });

  it("closes it and deletes its branch when the files are as declared, and not one that somebody has a part in", async () => {
    expect(await run(["apply", "--yes"], files("* @vera"))).toMatchObject({ code: 0 });
    await commit("main", [{ action: "create", file_path: "CODEOWNERS", content: "* @vera\n" }]);
    const planned = await run(["plan", "--out", "plan.json"], files("* @vera"));
    expect(planned.stdout).toContain(`- delete branch:acme/web:${branch} (closes !1: nothing is left to propose)`);
    expect(await fixture.run(["apply", "--plan", "plan.json", "--yes"])).toMatchObject({ code: 0 });
    expect(await mergeRequests()).toMatchObject([{ iid: 1, state: "closed" }]);
    expect(await run(["plan", "--detailed-exitcode"], files("* @vera"))).toMatchObject({ code: 0 });
    await expect(contentOf("CODEOWNERS", branch)).rejects.toThrow();

    expect(await run(["apply", "--yes"], files("* @acme"))).toMatchObject({ code: 0 });
    await commit(branch, [{ action: "create", file_path: "more.md", content: "More\n" }]);
    expect(await run(["plan", "--detailed-exitcode"], files("* @vera"))).toMatchObject({ code: 0 });
  });

  it("is not opened again after somebody closed it, until the files change", async () => {
    expect(await run(["apply", "--yes"], files("* @vera"))).toMatchObject({ code: 0 });
    await fixture.platform.call("PUT", `${web}/merge_requests/1`, { state_event: "close" });
    const held = await run(["apply", "--yes"], files("* @vera"));
    expect(held).toMatchObject({ code: 3 });
    expect(held.stdout).toContain(`somebody closed !1, which proposed this: open it again, or delete ${branch}`);
    expect(await mergeRequests()).toHaveLength(1);
    expect(await run(["apply", "--yes"], files("* @acme"))).toMatchObject({ code: 0 });
    expect(await mergeRequests()).toMatchObject([
      { iid: 2, state: "opened" },
      { iid: 1, state: "closed" },
    ]);
  });

  it("is made by a saved plan, which is refused once the merge request is there", async () => {
    expect(await run(["plan", "--out", "plan.json"], files("* @vera"))).toMatchObject({ code: 0 });
    expect(await fixture.run(["apply", "--plan", "plan.json", "--yes"])).toMatchObject({ code: 0 });
    expect(await mergeRequests()).toMatchObject([{ iid: 1, state: "opened" }]);
    expect(await fixture.run(["apply", "--plan", "plan.json", "--yes"])).toMatchObject({ code: 1 });
    expect(await mergeRequests()).toHaveLength(1);
  });

  it("begins anew from its branch after a colleague has changed the file there", async () => {
    expect(await run(["apply", "--yes"], files("* @vera"))).toMatchObject({ code: 0 });
    await commit("main", [{ action: "create", file_path: "CODEOWNERS", content: "* @root\n" }]);
    expect(await run(["apply", "--yes"], files("* @vera"))).toMatchObject({ code: 0 });
    expect(await mergeRequests()).toMatchObject([{ iid: 1, state: "opened" }]);
    const merged = await fixture.platform.call("PUT", `${web}/merge_requests/1/merge`, {});
    expect(merged).toMatchObject({ state: "merged" });
    expect(await contentOf("CODEOWNERS", "main")).toBe("* @vera\n");
    expect(await run(["plan", "--detailed-exitcode"], files("* @vera"))).toMatchObject({ code: 0 });
  });

  it("says for all projects of a policy by one list that nothing is left to do", async () => {
    for (const name of ["a", "b", "c", "d"]) {
      const project = { name, namespace_id: 0, initialize_with_readme: true };
      const [group] = (await fixture.platform.call("GET", "/groups")) as readonly { readonly id: number }[];
      await fixture.platform.call("POST", "/projects", { ...project, namespace_id: group?.id });
    }
    const text = `groups: { acme: {} }
policies:
  owners:
    projects: ["acme/*"]
    undeclared: include
    set:
      repository_files: { CODEOWNERS: { content: "* @vera\\n" } }
      repository_commit: { through: merge_request }
`;
    const planned = await run(["plan"], text);
    expect(planned.stdout).toContain("repository_file CODEOWNERS on 5 projects (by merge requests into main)");
    expect(await run(["apply", "--yes"], text)).toMatchObject({ code: 0 });
    fixture.server.forget();
    const again = await run(["plan", "--detailed-exitcode"], text);
    expect(again).toMatchObject({ code: 0 });
    expect(again.stdout).toContain("proposed in !1");
    const lists = fixture.server.arrived.filter(({ path }) => path.includes("/merge_requests"));
    expect(lists.map(({ path }) => path.split("?")[0])).toEqual([expect.stringMatching(/\/groups\/\d+\/merge_requests$/)]);
  });

  it("tells reviewers that nobody has, and a target that would propose a part", async () => {
    const unknown = await run(["plan"], files("* @vera").replace("[vera]", "[verra]"));
    expect(unknown).toMatchObject({ code: 1 });
    expect(unknown.stdout).toContain("there is no user verra that this token may see");
    const two = files("* @vera", ', a.md: { content: "A\\n" }');
    const part = await run(["plan", "--target", "repository_file:acme/web:a.md"], two);
    expect(part).toMatchObject({ code: 1 });
    expect(part.stdout).toContain("one merge request proposes all files of acme/web, and this plan is about some of them");
  });

  it("commits where the plan itself gives the right to push first, and names both ways where nothing does", async () => {
    await fixture.platform.call("POST", `${web}/protected_branches`, { name: "main", push_access_level: 0 });
    const direct = `projects:\n  acme/web:\n    repository_files: { CODEOWNERS: { content: "* @vera\\n" } }\n`;
    fixture.write("files/trueup.yaml", direct);
    const as = { TRUEUP_TOKEN: "token-of-vera-0123" };
    const refused = await fixture.run(["plan", "files"], as);
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.stdout.replaceAll(/\s+/g, " ")).toContain(
      "the branch main is protected against commits of this token's user: let that user push to it (allowed_to_push of protected_branches), or propose files (repository_commit: { through: merge_request })",
    );
    fixture.write("files/trueup.yaml", `${direct}    protected_branches: { main: { allowed_to_push: [{ user: vera }] } }\n`);
    fixture.server.forget();
    expect(await fixture.run(["apply", "files", "--yes", "--tier", "premium"], as)).toMatchObject({ code: 0 });
    const last = fixture.writes().at(-1);
    expect(last).toMatch(/^POST .*commits$/);
    expect(await contentOf("CODEOWNERS", "main")).toBe("* @vera\n");
  });

  it("are for the default branch, whatever it is called, and so are commits", async () => {
    const [group] = (await fixture.platform.call("GET", "/groups")) as readonly { readonly id: number }[];
    const made = { name: "old", namespace_id: group?.id, initialize_with_readme: true, default_branch: "master" };
    await fixture.platform.call("POST", "/projects", made);
    const old = (text: string) => text.replaceAll("acme/web", "acme/old");
    const commits = old(files("* @vera")).replace(/ {4}repository_commit.*/, "");
    expect((await run(["plan", "--json"], commits)).stdout).toMatch(/"branch": ?"master"/);
    expect((await run(["plan", "--json"], old(files("* @vera")))).stdout).toMatch(/"target_branch": ?"master"/);
  });

  it("is said by a preset as well, and by the body against it", async () => {
    const preset = "presets: { by-request: { repository_commit: { through: merge_request, message: By preset } } }\n";
    const body = files("* @vera").replace(/ {4}repository_commit.*/, "    extends: [by-request]");
    const planned = await run(["plan", "--json"], preset + body);
    expect(planned.stdout).toMatch(/"title": ?"By preset"/);
    const against = await run(["plan", "--json"], `${preset}${body}    repository_commit: { through: commit }\n`);
    expect(against.stdout).toMatch(/"commit_message": ?"By preset"/);
    expect(against.stdout).not.toContain("start_branch");
  });

  it("gives the commit of files their message, where nobody says merge_request", async () => {
    const direct = files("* @vera")
      .replace("through: merge_request, ", "")
      .replace(/title: .*/, "message: By policy }");
    expect(await run(["apply", "--yes"], direct)).toMatchObject({ code: 0 });
    const last = await fixture.platform.call("GET", `${web}/repository/commits/main`);
    expect(last).toMatchObject({ title: "By policy" });
    expect(await mergeRequests()).toEqual([]);
  });
});
