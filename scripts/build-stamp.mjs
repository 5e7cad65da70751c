// Whether dist/ is what the sources say: `npm test` builds only where it is not.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const top = fileURLToPath(new URL("..", import.meta.url));
/** Not in dist/, which is packed; ignored by git like it. */
const stamp = join(top, ".build-stamp");
const folders = ["src", "schemas", "scripts"];
const files = ["package.json", "package-lock.json", "tsconfig.json", "tsconfig.client.json", "tsconfig.constructs.json"];

/** A hash of all that a build is made of. */
export function inputsHash() {
  const hash = createHash("sha256");
  const below = folders.flatMap((folder) =>
    readdirSync(join(top, folder), { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile())
      .map((one) => join(one.parentPath, one.name)),
  );
  for (const file of [...below.toSorted(), ...files.map((name) => join(top, name))])
    hash
      .update(`${file.slice(top.length)}\0`)
      .update(readFileSync(file))
      .update("\0");
  return hash.digest("hex");
}

/** True if the last build was made of what is there now. */
export function isBuilt() {
  return existsSync(stamp) && existsSync(join(top, "dist/cli/main.js")) && readFileSync(stamp, "utf8") === inputsHash();
}

/** Notes what a build that succeeded was made of: `inputsHash()` from before it. */
export function noteBuild(hash) {
  writeFileSync(stamp, hash);
}
