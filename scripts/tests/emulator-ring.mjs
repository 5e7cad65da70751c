// Which tests of the emulator the inner rings leave out. The emulator imports no other room, so a change elsewhere cannot break them.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** What the tests of the emulator depend on: folders end with "/". */
export const ringOfEmulator = [
  "src/emulator/",
  "src/core/json.ts",
  "schemas/",
  "facts/",
  "scripts/",
  "test/emulator/",
  "test/harness/",
  "test/conformance/description.ts",
  "test/e2e/scratch-copy.ts",
  "test/browser.ts",
  "test/needs.ts",
  "test/ring.ts",
  "package-lock.json",
];

/**
 * The test files to leave out, and the line that says so and why.
 * `tests` are the emulator's test files, and `always` those that run in any case. `since` has the merge base as `base` and the files `changed` since then,
 * or the reason `unknown` why they cannot be compared. All tests run unless it is certain that nothing in `ring` changed.
 */
export function emulatorLeftOut({ tests, always, ring, since: { base = "", changed = [], unknown } }) {
  const all = (reason) => ({ files: [], line: `emulator: all of its tests run: ${reason}` });
  if (unknown !== undefined) return all(unknown);
  const touching = changed.find((file) => ring.some((part) => (part.endsWith("/") ? file.startsWith(part) : file === part)));
  if (touching !== undefined) return all(`${touching} changed since ${base}`);
  const files = tests.filter((file) => !always.includes(file));
  const why = `nothing that they depend on changed since ${base} (listed in scripts/tests/emulator-ring.mjs)`;
  return { files, line: `emulator: ${files.length} files of tests left out: ${why}` };
}

/**
 * The files that differ between the merge base with main and the working tree, with untracked files.
 * The revision to compare with is TRUEUP_MERGE_BASE or else origin/main. If HEAD is a commit of that itself, nobody says which of its commits was tested last.
 */
export function changesSinceMain(top, environment = process.env) {
  const revision = environment["TRUEUP_MERGE_BASE"] || "origin/main";
  const git = (...words) =>
    execFileSync("git", words, { cwd: top, env: environment, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  const list = (...words) =>
    git(...words)
      .split("\0")
      .filter((name) => name !== "");
  try {
    if (git("rev-parse", "--show-prefix").trim() !== "") return { unknown: "this is no repository of its own" };
    const base = git("merge-base", "HEAD", revision).trim();
    if (base === git("rev-parse", "HEAD").trim()) return { unknown: `HEAD is a commit of ${revision}` };
    // A file that moved counts under both names.
    const changed = [
      ...list("diff", "--name-only", "--no-renames", "-z", base, "--"),
      ...list("ls-files", "--others", "--exclude-standard", "-z"),
    ];
    return { base: base.slice(0, 8), changed };
  } catch {
    return { unknown: `git finds no merge base of HEAD and ${revision}` };
  }
}

/** The decision for a checkout. `forced` is a reason to run all tests, if there is one. */
export function emulatorRing(top, forced, environment = process.env) {
  const tests = readdirSync(join(top, "test/emulator"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => `test/emulator/${name.replaceAll("\\", "/")}`);
  const invariants = readFileSync(join(top, "docs/INVARIANTS.md"), "utf8");
  return emulatorLeftOut({
    tests,
    always: [...invariants.matchAll(/test\/emulator\/[\w/-]+\.test\.ts/g)].map(([file]) => file),
    ring: ringOfEmulator,
    since: forced === undefined ? changesSinceMain(top, environment) : { unknown: forced },
  });
}
