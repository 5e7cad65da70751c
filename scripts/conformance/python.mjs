// A client whose tests are run: its released source package, with what its tests need, in a folder of this user's cache, never in the repository.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

const NAMES = ["python3", "python3.14", "python3.13", "python3.12", "python3.11", "python3.10", "python"];

/** Answers the suite (`suites.mjs`) with `source` and `bin`, the unpacked package and the programs of its environment, or `{ lacks }`: why there is none. */
export function installed(suite) {
  const { name, folder, release } = suite;
  const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "trueup-conformance");
  const home = join(cache, `${name}-${release}`);
  const found = { ...suite, source: join(home, `${folder}-${release}`), bin: join(home, "venv", "bin") };
  if (existsSync(join(home, "complete"))) return found;
  const python = NAMES.find((one) => isNewEnough(one, suite.python));
  if (python === undefined) return { lacks: `there is no Python ${suite.python.join(".")} or newer with venv on the PATH` };
  rmSync(home, { recursive: true, force: true });
  mkdirSync(home, { recursive: true });
  const failure = install(home, python, found);
  if (failure !== undefined) return { lacks: `${name} ${release} cannot be installed: ${failure}` };
  writeFileSync(join(home, "complete"), "");
  return found;
}

function isNewEnough(name, oldest) {
  const script = `import sys, venv, ensurepip; sys.exit(sys.version_info < (${oldest.join(", ")}))`;
  return spawnSync(name, ["-c", script], { stdio: "ignore" }).status === 0;
}

/** A list of what its tests need may be in the package, so the package comes first. Answers what went wrong. */
function install(home, python, { name, folder, release, hash, installs, source }) {
  const pinned = join(home, "pinned.txt");
  writeFileSync(pinned, `${name}==${release} --hash=${hash}\n`);
  const inside = join(home, "venv", "bin", "python");
  const pip = ["-m", "pip", "--quiet", "--disable-pip-version-check"];
  const steps = [
    [python, ["-m", "venv", join(home, "venv")]],
    [inside, [...pip, "download", "--no-deps", "--no-binary", ":all:", "--require-hashes", "-r", pinned, "-d", home]],
    [inside, ["-m", "tarfile", "-e", join(home, `${folder}-${release}.tar.gz`), home]],
    ...installs(source).map((words) => [inside, [...pip, "install", ...words]]),
  ];
  for (const [program, words] of steps) {
    const { status, stderr } = spawnSync(program, words, { encoding: "utf8", cwd: home });
    if (status !== 0) return lastLine(stderr ?? "");
  }
  return undefined;
}

const lastLine = (text) => text.trimEnd().split("\n").at(-1);
