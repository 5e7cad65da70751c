// Builds what is compared: a revision once and for all, and the working tree as it is.
import { execFileSync, spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "rolldown";

export const top = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
// Below node_modules, so that whatever is built here finds the packages of the working tree.
export const cache = join(top, "node_modules/.cache/same-bytes");
const entry = "scripts/same-bytes/material.mjs";
/** Builds of revisions that are kept, the ones that were used last. */
const keptBuilds = 4;

/** Builds a revision unless that was done before; answers its directory and commit. Throws for what is no revision, and for one that does not compile. */
export async function buildRevision(revision) {
  const commit = git("rev-parse", "--verify", "--end-of-options", `${revision}^{commit}`);
  const directory = join(cache, commit);
  if (!existsSync(join(directory, "built"))) {
    const draft = `${directory}.${process.pid}`;
    rmSync(draft, { recursive: true, force: true });
    try {
      unpack(commit, draft);
      ownPackages(draft);
      makeBuiltFiles(draft);
      compile(draft, join(draft, "dist"));
      await bundleMaterial(draft);
      writeFileSync(join(draft, "built"), "");
      rmSync(directory, { recursive: true, force: true });
      renameSync(draft, directory);
    } finally {
      rmSync(draft, { recursive: true, force: true });
    }
  }
  const now = new Date();
  utimesSync(join(directory, "built"), now, now);
  forgetOldBuilds();
  return { directory, commit };
}

/** Builds the working tree beside its own `dist/`, which others may be using; answers the directory. Only what changed since the last time is compiled. */
export function buildWorkingTree() {
  const directory = join(cache, "working-tree");
  const dist = join(directory, "dist");
  mkdirSync(directory, { recursive: true });
  makeBuiltFiles(top);
  compile(top, dist, "--incremental", "--tsBuildInfoFile", join(directory, "tsbuildinfo"));
  for (const name of readdirSync(dist, { recursive: true })) {
    const source = /^(.*?)(?:\.d\.ts|\.js)$/.exec(name)?.[1];
    if (source !== undefined && !existsSync(join(top, "src", `${source}.ts`))) rmSync(join(dist, name));
  }
  rmSync(join(directory, "schemas"), { recursive: true, force: true });
  for (const name of ["schemas", "package.json", "CHANGELOG.md"])
    cpSync(join(top, name), join(directory, name), { recursive: true });
  return directory;
}

function git(...words) {
  const { status, stdout, stderr } = spawnSync("git", words, { cwd: top, encoding: "utf8" });
  if (status !== 0) throw new Error(`git ${words.join(" ")}: ${stderr.trim()}`);
  return stdout.trim();
}

/** An archive and not a worktree of git: nothing is left over in the repository when a run is interrupted. */
function unpack(commit, directory) {
  mkdirSync(directory, { recursive: true });
  const archive = execFileSync("git", ["archive", "--format=tar", commit], { cwd: top, maxBuffer: 1 << 30 });
  execFileSync("tar", ["-x", "-C", directory], { input: archive });
}

/** The packages of the working tree are those of the revision too, unless the lock file says otherwise. */
function ownPackages(directory) {
  const [own, other] = [top, directory].map((one) => readFileSync(join(one, "package-lock.json"), "utf8"));
  if (own === other) return;
  const { status, stderr } = spawnSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"], {
    cwd: directory,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`the packages of the base could not be installed: ${stderr}`);
}

/** Generated files that a revision has not committed. */
function makeBuiltFiles(directory) {
  const script = join(directory, "scripts/make-built-files.mjs");
  if (!existsSync(script)) return;
  const { status, stderr } = spawnSync(process.execPath, [script], { cwd: directory, encoding: "utf8" });
  if (status !== 0) throw new Error(`the generated files of ${directory} could not be made:\n${stderr}`);
}

function compile(directory, dist, ...more) {
  const tsc = [directory, top].map((one) => join(one, "node_modules/typescript/bin/tsc")).find((one) => existsSync(one));
  const words = [tsc, "-p", join(directory, "tsconfig.build.json"), "--outDir", dist, "--declaration", "false", ...more];
  const { status, stdout } = spawnSync(process.execPath, words, { cwd: directory, encoding: "utf8" });
  if (status !== 0) throw new Error(`${directory} does not compile:\n${stdout}`);
}

/** Makes one module of what the tests of a revision know of desired states and of changes by hand, on top of that revision's build. */
async function bundleMaterial(directory) {
  const input = join(directory, entry);
  if (!existsSync(input)) {
    mkdirSync(dirname(input), { recursive: true });
    cpSync(join(top, entry), input);
  }
  const sources = join(directory, "src/");
  const names = ["afterAll", "afterEach", "beforeAll", "beforeEach", "describe", "expect", "it", "onTestFinished", "test"];
  await build({
    input,
    platform: "node",
    resolve: { extensionAlias: { ".js": [".ts", ".js"] } },
    external: ["fast-check"],
    plugins: [
      {
        name: "built-sources",
        resolveId(name, importer) {
          if (name === "vitest") return "\0vitest";
          const path = importer === undefined || !name.startsWith(".") ? "" : resolve(dirname(importer), name);
          if (!path.startsWith(sources)) return undefined;
          return { id: `./dist/${path.slice(sources.length)}`, external: true };
        },
        load: (id) => (id === "\0vitest" ? names.map((name) => `export const ${name} = undefined;`).join("\n") : undefined),
      },
    ],
    logLevel: "warn",
    output: { file: join(directory, "material.mjs"), format: "esm", codeSplitting: false },
  });
}

function forgetOldBuilds() {
  const builds = readdirSync(cache)
    .map((name) => join(cache, name))
    .filter((path) => existsSync(join(path, "built")))
    .map((path) => ({ path, used: statSync(join(path, "built")).mtimeMs }))
    .sort((a, b) => b.used - a.used);
  for (const { path } of builds.slice(keptBuilds)) rmSync(path, { recursive: true, force: true });
}
