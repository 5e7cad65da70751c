import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect } from "vitest";
import { missing, testUnless } from "../../needs.js";
import { takesAll } from "../../ring.js";
import { type Repository, startRepository } from "../repositories.js";

type Body = Record<string, unknown>;

let code: Repository;
beforeAll(async () => {
  code = await startRepository();
});
afterAll(() => code.close());

const BRANCHES = ["main", "left", "right"];
const PATHS = ["a.txt", "lib/b.txt", "lib/deep/c.txt", "d.txt"];

/** What happens to a repository; numbers choose among what is there. */
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant("edit" as const),
      branch: fc.nat(2),
      path: fc.nat(3),
      line: fc.nat(11),
      how: fc.nat(2),
      byFile: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("chmod" as const), branch: fc.nat(2), path: fc.nat(3), on: fc.boolean() }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("delete" as const), branch: fc.nat(2), path: fc.nat(3), byFile: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("move" as const), branch: fc.nat(2), path: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("tag" as const), branch: fc.nat(2), message: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("merge" as const), branch: fc.nat(2), into: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("revert" as const), branch: fc.nat(2) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("pick" as const), branch: fc.nat(2), from: fc.nat(2) }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

interface Edit {
  readonly line: number;
  readonly how: number;
  /** By the call for one file. */
  readonly byFile?: boolean;
}

/** The same repository twice: in the emulator, and made by git. */
class Twins {
  readonly folder = mkdtempSync(join(tmpdir(), "twins-"));
  private readonly project: string;
  private count = 0;

  constructor(project: string) {
    this.project = project;
    this.git("init", "-q", "-b", "main");
    for (const [name, value] of [
      ["core.autocrlf", "false"],
      ["commit.gpgsign", "false"],
      ["gc.auto", "0"],
    ] as const)
      this.git("config", name, value);
  }

  git(...args: string[]): string {
    return this.gitWith({}, ...args);
  }

  gitWith({ input, env }: { input?: string; env?: Body }, ...args: string[]): string {
    const options = { cwd: this.folder, encoding: "utf8", input: input ?? "", stdio: "pipe" } as const;
    return execFileSync("git", args, { ...options, env: { ...process.env, ...env } as NodeJS.ProcessEnv });
  }

  call(method: string, path: string, json?: unknown) {
    return code.api(method, `/projects/${this.project}${path}`, json);
  }

  fresh(): string {
    this.count += 1;
    return `line ${this.count}\n`;
  }

  read(branch: string, path: string): string | undefined {
    try {
      return this.git("show", `${branch}:${path}`);
    } catch {
      return undefined;
    }
  }

  /** Commits by one call; git gets the same people and times, and must come to the same commit. */
  async commit(branch: string, actions: readonly Body[], work: () => void, byFile = false): Promise<void> {
    const made = byFile ? await this.fileCall(branch, actions[0] ?? {}) : await this.commitCall(branch, actions);
    if (existsSync(join(this.folder, ".git/refs/heads/main"))) this.git("checkout", "-q", branch);
    work();
    this.git("add", "-A");
    this.gitWith(signed(made, "A change\n"), "commit", "-q", "--allow-empty", "--cleanup=verbatim", "-F", "-");
    expect(made["id"]).toBe(this.git("rev-parse", "HEAD").trim());
  }

  async commitCall(branch: string, actions: readonly Body[]): Promise<Record<string, string>> {
    const { status, body } = await this.call("POST", "/repository/commits", { branch, commit_message: "A change\n", actions });
    expect([status, body]).toEqual([201, expect.anything()]);
    return body as Record<string, string>;
  }

  /** The same by the call for one file. */
  async fileCall(branch: string, { action, file_path, content }: Body): Promise<Record<string, string>> {
    const method = { create: "POST", update: "PUT", delete: "DELETE" }[String(action)] ?? "";
    const wish = { branch, commit_message: "A change\n", ...(content === undefined ? {} : { content }) };
    const { status } = await this.call(method, `/repository/files/${encodeURIComponent(String(file_path))}`, wish);
    expect([method, status]).toEqual([method, { POST: 201, PUT: 200, DELETE: 204 }[method]]);
    return (await this.call("GET", `/repository/commits/${branch}`)).body as Record<string, string>;
  }

  /** Takes over, or with `undoes` takes back, the last commit of a branch; refused exactly where git finds a conflict or nothing to do. */
  async replay(branch: string, from: string, undoes: boolean): Promise<void> {
    const sha = this.git("rev-parse", from).trim();
    if (this.git("rev-list", "--parents", "-1", sha).trim().split(" ").length !== 2) return;
    const verb = undoes ? "revert" : "cherry-pick";
    const { status, body } = await this.call("POST", `/repository/commits/${sha}/${verb.replace("-", "_")}`, { branch });
    const made = body as Record<string, string>;
    this.git("checkout", "-q", branch);
    try {
      // The strategy of today does not heed it in releases of git before 2.50.
      this.git(verb, "--no-commit", "--strategy", "recursive", "-X", "no-renames", sha);
      if (this.git("diff", "--cached", "--name-only") === "") throw new Error("nothing to do");
    } catch (error) {
      if (status === 201) throw error;
      this.git("reset", "-q", "--hard");
      return;
    }
    expect([status, body]).toEqual([201, expect.anything()]);
    this.gitWith(signed(made, String(made["message"])), "commit", "-q", "--cleanup=verbatim", "-F", "-");
    expect(made["id"]).toBe(this.git("rev-parse", "HEAD").trim());
  }

  write(path: string, content: string): void {
    const file = join(this.folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }

  drop(path: string): void {
    this.git("rm", "-q", path);
  }

  async take(one: Step): Promise<void> {
    const branch = BRANCHES[one.branch] ?? "main";
    if (one.kind === "merge") return this.merge(branch, BRANCHES[one.into] ?? "main");
    if (one.kind === "tag") return this.tag(branch, one.message);
    if (one.kind === "revert") return this.replay(branch, branch, true);
    if (one.kind === "pick") return this.replay(branch, BRANCHES[one.from] ?? "main", false);
    const path = PATHS[one.path] ?? "a.txt";
    const content = this.read(branch, path);
    if (one.kind === "edit") return this.edit(branch, path, content, one);
    if (content === undefined) return undefined;
    if (one.kind === "chmod") {
      const actions = [{ action: "chmod", file_path: path, execute_filemode: one.on }];
      return this.commit(branch, actions, () => chmodSync(join(this.folder, path), one.on ? 0o755 : 0o644));
    }
    if (one.kind === "delete")
      return this.commit(branch, [{ action: "delete", file_path: path }], () => this.drop(path), one.byFile);
    const target = `moved/${this.fresh().trim()}`;
    const actions = [{ action: "move", previous_path: path, file_path: target }];
    return this.commit(branch, actions, () => {
      mkdirSync(join(this.folder, "moved"), { recursive: true });
      this.git("mv", path, target);
    });
  }

  async edit(branch: string, path: string, content: string | undefined, { line, how, byFile = false }: Edit) {
    const lines = content?.match(/[^\n]*\n/g) ?? [];
    const place = lines.length === 0 ? 0 : line % lines.length;
    const first = Array.from({ length: 12 }, () => this.fresh());
    const after = content === undefined ? first : lines.toSpliced(place, how === 0 ? 0 : 1, ...(how === 2 ? [] : [this.fresh()]));
    const action = content === undefined ? "create" : "update";
    const work = (): void => this.write(path, after.join(""));
    await this.commit(branch, [{ action, file_path: path, content: after.join("") }], work, byFile);
  }

  async tag(branch: string, isAnnotated: boolean): Promise<void> {
    const name = `v${this.fresh().replaceAll(/\D/g, "")}`;
    const message = isAnnotated ? "A release" : "";
    const { body } = await this.call("POST", "/repository/tags", { tag_name: name, ref: branch, message });
    const made = body as Body & { created_at: string };
    const sha = this.git("rev-parse", branch).trim();
    let target = sha;
    if (isAnnotated) {
      const { name: who, email } = (await code.api("GET", "/user")).body as Record<string, string>;
      const seconds = Math.floor(Date.parse(made.created_at) / 1000);
      const text = `object ${sha}\ntype commit\ntag ${name}\ntagger ${who} <${email}> ${seconds} +0000\n\n${message}`;
      target = this.gitWith({ input: text }, "mktag").trim();
    }
    this.git("update-ref", `refs/tags/${name}`, target);
    expect(made["target"]).toBe(target);
  }

  /** Merges by a merge request; refused exactly where git finds a conflict. */
  async merge(branch: string, into: string): Promise<void> {
    if (branch === into || this.git("merge-base", "--all", branch, into).trim().split("\n").length !== 1) return;
    if (this.git("rev-list", `${into}..${branch}`) === "") return;
    const wish = { source_branch: branch, target_branch: into, title: "Merge", remove_source_branch: false };
    const { iid } = (await this.call("POST", "/merge_requests", wish)).body as Body;
    const merge_commit_message = `Merge ${branch}\n`;
    const { status } = await this.call("PUT", `/merge_requests/${String(iid)}/merge`, {
      merge_commit_message,
      should_remove_source_branch: false,
    });
    this.git("checkout", "-q", into);
    const head = ((await this.call("GET", `/repository/commits/${into}`)).body ?? {}) as Record<string, string>;
    const message = join(this.folder, ".git", "message-of-merge");
    writeFileSync(message, merge_commit_message);
    try {
      // Renames are not followed by the emulator's merges.
      const how = [
        "merge",
        "-q",
        "--no-ff",
        "--no-edit",
        "-s",
        "recursive",
        "-X",
        "no-renames",
        "--cleanup=verbatim",
        "-F",
        message,
        branch,
      ];
      this.gitWith(signed(head, merge_commit_message), ...how);
    } catch (error) {
      if (status === 200) throw error;
      this.git("merge", "--abort");
      await this.call("DELETE", `/merge_requests/${String(iid)}`);
      return;
    }
    expect([status, head["id"]]).toEqual([200, this.git("rev-parse", "HEAD").trim()]);
  }

  /** Heads, trees and differences are those of git. */
  async compare(): Promise<void> {
    for (const branch of BRANCHES) {
      const { body } = await this.call("GET", `/repository/tree?ref=${branch}&recursive=true&pagination=none`);
      const shown = (body as Record<string, string>[]).map(({ mode, type, id, path }) => `${mode} ${type} ${id}\t${path}`);
      const listed = this.git("ls-tree", "-r", "-t", branch).trim().split("\n");
      expect(shown.toSorted()).toEqual(listed.filter((line) => line !== "").toSorted());
    }
    const { body } = await this.call("GET", "/repository/compare?from=left&to=right&straight=true");
    const patches = patchesIn(this.git("diff", "--no-renames", "left", "right"));
    for (const { new_path, diff, renamed_file, too_large } of (body as { diffs: Body[] }).diffs)
      if (renamed_file === false && too_large === false)
        expect([new_path, diff]).toEqual([new_path, patches.get(String(new_path)) ?? ""]);
    const base = await this.call("GET", "/repository/merge_base?refs[]=left&refs[]=right");
    expect(this.git("merge-base", "--all", "left", "right")).toContain((base.body as Body)["id"]);
  }

  /** The snapshot is a repository that git finds nothing wrong with, with the same refs. */
  async check(): Promise<void> {
    const { body } = await this.call("GET", "/snapshot");
    const bare = join(this.folder, "bare.git");
    mkdirSync(bare);
    execFileSync("tar", ["-x"], { cwd: bare, input: body as Buffer });
    this.git("--git-dir", bare, "fsck", "--full", "--strict");
    const refs = ["for-each-ref", "--format=%(objectname) %(refname)"];
    expect(this.git("--git-dir", bare, ...refs)).toBe(this.git(...refs));
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** What git is told of a commit that the emulator made. */
function signed(commit: Record<string, string>, input: string): { input: string; env: Body } {
  const env = {
    GIT_AUTHOR_NAME: commit["author_name"],
    GIT_AUTHOR_EMAIL: commit["author_email"],
    GIT_AUTHOR_DATE: commit["authored_date"],
    GIT_COMMITTER_NAME: commit["committer_name"],
    GIT_COMMITTER_EMAIL: commit["committer_email"],
    GIT_COMMITTER_DATE: commit["committed_date"],
  };
  return { input, env };
}

/** Hunks by file. */
function patchesIn(diff: string): Map<string, string> {
  const files = diff.split(/^diff --git /m).slice(1);
  return new Map(
    files.map((text) => {
      const path = /^a\/(.*?) b\//.exec(text)?.[1] ?? "";
      const hunks = text.indexOf("\n@@ ");
      return [path, hunks < 0 ? "" : text.slice(hunks + 1)];
    }),
  );
}

testUnless(
  missing("git", "tar"),
  "whatever is committed, tagged and merged, commits, trees, tags and differences are those that git makes of the same calls",
  async () => {
    let turn = 0;
    const law = fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 20 }), async (steps) => {
      turn += 1;
      const { body } = await code.api("POST", "/projects", { name: `twin-${turn}` });
      const twins = new Twins(String((body as Body)["id"]));
      try {
        await twins.edit("main", "a.txt", undefined, { line: 0, how: 0 });
        for (const branch of ["left", "right"]) {
          await twins.call("POST", "/repository/branches", { branch, ref: "main" });
          twins.git("branch", branch, "main");
        }
        for (const one of steps) await twins.take(one);
        await twins.compare();
        await twins.check();
      } finally {
        twins.remove();
      }
    });
    await fc.assert(law, { numRuns: takesAll ? 8 : 3, endOnFailure: true });
  },
);
