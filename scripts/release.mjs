// `node scripts/release.mjs [--publish]`: what a release needs. Without --publish nothing leaves this machine: the package is built, packed and described, and `npm publish` is only tried.
// The version is that of the newest heading of CHANGELOG.md, which package.json must have too. There is no release while there is something under Unreleased, or if
// files are not committed. RELEASE.json, the SBOM (CycloneDX) and the package lie in `release/` then.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { obstacles, releaseIn } from "./release/checks.mjs";

const top = fileURLToPath(new URL("..", import.meta.url));
const { values } = parseArgs({ options: { publish: { type: "boolean", default: false } } });
const folder = join(top, "release");
const manifest = JSON.parse(readFileSync(join(top, "package.json"), "utf8"));
const release = releaseIn(readFileSync(join(top, "CHANGELOG.md"), "utf8"));

const found = obstacles({ release, version: manifest.version, changes: run("git", ["status", "--porcelain"]) });
for (const obstacle of found) console.error(`${values.publish ? "" : "would stop a release: "}${obstacle}`);
if (values.publish && found.length > 0) process.exit(1);

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
run("npm", ["run", "build"]);
// The bundle holds packages that are development dependencies, so the SBOM lists those as well.
const sbom = run("npm", ["sbom", "--sbom-format", "cyclonedx", "--package-lock-only"]);
writeFileSync(join(folder, "sbom.cdx.json"), sbom);
const [packed] = JSON.parse(run("npm", ["pack", "--ignore-scripts", "--json", "--pack-destination", folder]));
const file = join(folder, packed.filename);
const sha256 = createHash("sha256").update(readFileSync(file)).digest("hex");
const about = { version: manifest.version, file: packed.filename, size: packed.size, integrity: packed.integrity, sha256 };
writeFileSync(join(folder, "RELEASE.json"), `${JSON.stringify(about, null, 2)}\n`);

// Provenance needs the identity of a pipeline, which only a publish in one has.
const publish = ["publish", file, "--ignore-scripts", "--access", "public", values.publish ? "--provenance" : "--dry-run"];
run("npm", publish);
console.log(`${packed.filename}: ${packed.size} bytes, ${packed.entryCount} files, sha256 ${sha256}`);
console.log(`SBOM: ${JSON.parse(sbom).components.length} packages`);
console.log(values.publish ? "published" : "dry run: nothing was published");

/** Runs a program at the top; answers its output. If it fails, so does the release. */
function run(program, words) {
  const { status, stdout, stderr } = spawnSync(program, words, { cwd: top, encoding: "utf8", maxBuffer: 2 ** 28 });
  if (status !== 0) throw new Error(`${program} ${words.join(" ")} failed:\n${stderr}`);
  return stdout;
}
