import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";

interface Since {
  readonly base?: string;
  readonly changed?: readonly string[];
  readonly unknown?: string;
}
interface Decision {
  readonly files: readonly string[];
  readonly line: string;
}

const script = "../../scripts/tests/emulator-ring.mjs";
const { emulatorLeftOut, emulatorRing, ringOfEmulator } = (await import(script)) as {
  readonly ringOfEmulator: readonly string[];
  readonly emulatorLeftOut: (question: {
    readonly tests: readonly string[];
    readonly always: readonly string[];
    readonly ring: readonly string[];
    readonly since: Since;
  }) => Decision;
  readonly emulatorRing: (top: string, forced?: string, environment?: NodeJS.ProcessEnv) => Decision;
};

const tests = ["test/emulator/ci/jobs.test.ts", "test/emulator/core/store.test.ts", "test/emulator/planning/labels.test.ts"];
const always = ["test/emulator/core/store.test.ts"];
const decide = (since: Since): Decision => emulatorLeftOut({ tests, always, ring: ringOfEmulator, since });
const leftOut = (number: number, base: string): string =>
  `emulator: ${number} files of tests left out: nothing that they depend on changed since ${base} (listed in scripts/tests/emulator-ring.mjs)`;

describe("tests of the emulator", () => {
  it("are left out, but for those of invariants, if nothing changed that they depend on, and a line says so", () => {
    expect(decide({ base: "abc12345", changed: ["src/emulators.ts", "docs/facts/a.md", "site/package-lock.json"] })).toEqual({
      files: ["test/emulator/ci/jobs.test.ts", "test/emulator/planning/labels.test.ts"],
      line: leftOut(2, "abc12345"),
    });
  });

  it.each([
    "src/emulator/store.ts",
    "schemas/openapi/paths.yaml",
    "facts/19.0.json",
    "test/emulator/answers.ts",
    "test/harness/emulator.ts",
    "test/conformance/description.ts",
    "src/core/json.ts",
    "package-lock.json",
  ])("all run if %s changed", (file) => {
    const line = `emulator: all of its tests run: ${file} changed since abc12345`;
    expect(decide({ base: "abc12345", changed: ["README.md", file] })).toEqual({ files: [], line });
  });

  it("all run if nobody can say what changed", () => {
    expect(decide({ unknown: "git finds no merge base of HEAD and origin/main" })).toEqual({
      files: [],
      line: "emulator: all of its tests run: git finds no merge base of HEAD and origin/main",
    });
  });
});

describe("in a repository", () => {
  const all = (reason: string): Decision => ({ files: [], line: `emulator: all of its tests run: ${reason}` });

  it("commits of the branch, uncommitted, moved and untracked files count as changed, and those of main do not", () => {
    const { top, git, write, decided } = repository();
    expect(decided()).toEqual(all("git finds no merge base of HEAD and origin/main"));
    git("update-ref", "refs/remotes/origin/main", "HEAD");
    write("README.md", "changed");
    expect(decided()).toEqual(all("HEAD is a commit of origin/main"));
    const base = git("rev-parse", "HEAD").slice(0, 8);
    git("commit", "-qam", "a change of the branch");
    const some = { files: ["test/emulator/ci/jobs.test.ts"], line: leftOut(1, base) };
    expect(decided()).toEqual(some);
    expect(decided("a test asks for them")).toEqual(all("a test asks for them"));

    write("src/emulator/a.ts", "changed");
    const changed = (file: string): Decision => all(`${file} changed since ${base}`);
    expect(decided()).toEqual(changed("src/emulator/a.ts"));
    git("checkout", "-q", "src/emulator/a.ts");
    expect(decided()).toEqual(some);
    write("facts/ä b.json", "{}");
    expect(decided()).toEqual(changed("facts/ä b.json"));
    rmSync(join(top, "facts"), { recursive: true });
    git("mv", "src/emulator/a.ts", "src/a.ts");
    git("commit", "-qm", "out of the emulator");
    expect(decided()).toEqual(changed("src/emulator/a.ts"));
  });

  it("main may go on meanwhile, and TRUEUP_MERGE_BASE names another revision", () => {
    const { git, write, decided } = repository();
    const first = git("rev-parse", "HEAD");
    write("src/emulator/a.ts", "of main");
    git("commit", "-qam", "main goes on");
    git("update-ref", "refs/remotes/origin/main", "HEAD");
    git("checkout", "-qb", "branch", first);
    write("README.md", "of the branch");
    git("commit", "-qam", "the branch");
    expect(decided()).toMatchObject({ line: leftOut(1, first.slice(0, 8)) });
    git("checkout", "-q", "main");
    expect(decided()).toEqual(all("HEAD is a commit of origin/main"));
    const since = { TRUEUP_MERGE_BASE: first };
    expect(decided(undefined, since)).toEqual(all(`src/emulator/a.ts changed since ${first.slice(0, 8)}`));
    expect(decided(undefined, { TRUEUP_MERGE_BASE: "v0" })).toEqual(all("git finds no merge base of HEAD and v0"));
  });

  it("a copy without a repository, and one inside of another repository, run all", () => {
    const { top, git, decided } = repository();
    git("update-ref", "refs/remotes/origin/main", "HEAD");
    git("commit", "-q", "--allow-empty", "-m", "the branch");
    expect(decided().files).toHaveLength(1);
    const copy = join(top, "copy");
    fill(copy);
    expect(emulatorRing(copy, undefined, environment)).toEqual(all("this is no repository of its own"));
    rmSync(join(top, ".git"), { recursive: true });
    expect(decided()).toEqual(all("git finds no merge base of HEAD and origin/main"));
  });
});

/** Without variables of a git that runs these tests, as a hook does, and without the user's settings. */
const environment: NodeJS.ProcessEnv = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^GIT_|^TRUEUP_MERGE_BASE$/.test(name))),
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CEILING_DIRECTORIES: tmpdir(),
};

function fill(top: string): void {
  const invariants = "| kept | test/emulator/core/store.test.ts › survives |\n";
  const files = { "docs/INVARIANTS.md": invariants, "README.md": "", "src/emulator/a.ts": "export {};\n" };
  for (const [name, text] of Object.entries(files)) put(top, name, text);
  for (const name of ["ci/jobs.test.ts", "ci/jobs.ts", "core/store.test.ts"]) put(top, `test/emulator/${name}`, "");
}

function put(top: string, name: string, text: string): void {
  mkdirSync(dirname(join(top, name)), { recursive: true });
  writeFileSync(join(top, name), text);
}

/** A repository of one commit on main, with two tests of the emulator, of which an invariant names one. */
function repository() {
  const top = mkdtempSync(join(tmpdir(), "trueup-ring-"));
  onTestFinished(() => rmSync(top, { recursive: true, force: true }));
  const identity = ["-c", "user.name=A", "-c", "user.email=a@example.com"];
  const git = (...words: readonly string[]): string =>
    execFileSync("git", [...identity, ...words], { cwd: top, env: environment, encoding: "utf8" }).trim();
  fill(top);
  git("init", "-qb", "main");
  git("add", ".");
  git("commit", "-qm", "begin");
  return {
    top,
    git,
    write: (name: string, text: string) => put(top, name, text),
    decided: (forced?: string, more: NodeJS.ProcessEnv = {}) => emulatorRing(top, forced, { ...environment, ...more }),
  };
}
