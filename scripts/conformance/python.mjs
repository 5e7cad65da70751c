// The client whose tests are run: python-gitlab's released source package, with what its tests need, in a folder of this user's cache, never in the repository.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

export const RELEASE = "8.6.0";
/** Of the source package: other people's code is run, so it is the code that was looked at. */
const HASH = "sha256:d1602164fb58ab280ceef460faf015cec6e7d83bb2d9cbae44ba448adb5568ef";
const NAMES = ["python3", "python3.14", "python3.13", "python3.12", "python3.11", "python3.10", "python"];

/** Answers `{ source, bin }`, the unpacked package and the programs of its environment, or `{ lacks }`: why there is none. */
export function suite() {
  const home = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "trueup-conformance", RELEASE);
  const found = { source: join(home, `python_gitlab-${RELEASE}`), bin: join(home, "venv", "bin") };
  if (existsSync(join(home, "complete"))) return found;
  const python = NAMES.find(isNewEnough);
  if (python === undefined) return { lacks: "there is no Python 3.10 or newer with venv on the PATH" };
  rmSync(home, { recursive: true, force: true });
  mkdirSync(home, { recursive: true });
  const failure = install(home, python, found.source);
  if (failure !== undefined) return { lacks: `python-gitlab ${RELEASE} cannot be installed: ${failure}` };
  writeFileSync(join(home, "complete"), "");
  return found;
}

function isNewEnough(name) {
  const script = "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))";
  return spawnSync(name, ["-c", script], { stdio: "ignore" }).status === 0;
}

/** Its own list of what its tests need is in the package, so the package comes first. Answers what went wrong. */
function install(home, python, source) {
  const pinned = join(home, "pinned.txt");
  writeFileSync(pinned, `python-gitlab==${RELEASE} --hash=${HASH}\n`);
  const inside = join(home, "venv", "bin", "python");
  const pip = ["-m", "pip", "--quiet", "--disable-pip-version-check"];
  const steps = [
    [python, ["-m", "venv", join(home, "venv")]],
    [inside, [...pip, "download", "--no-deps", "--no-binary", ":all:", "--require-hashes", "-r", pinned, "-d", home]],
    [inside, ["-m", "tarfile", "-e", join(home, `python_gitlab-${RELEASE}.tar.gz`), home]],
    [inside, [...pip, "install", "-r", join(source, "requirements-test.txt"), source]],
  ];
  for (const [program, words] of steps) {
    const { status, stderr } = spawnSync(program, words, { encoding: "utf8", cwd: home });
    if (status !== 0) return lastLine(stderr ?? "");
  }
  return undefined;
}

const lastLine = (text) => text.trimEnd().split("\n").at(-1);
