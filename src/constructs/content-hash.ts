import { createHash } from "node:crypto";
import { readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import path from "node:path";
import { parseDocument, visit } from "yaml";

/**
 * A hash of all that `trueup apply` reads of a path: the files of a directory by its rules (`*.yaml` and `*.yml`, without names that begin with a dot or an
 * underscore, and `node_modules`), or one file; and every file inside that a text in them names, such as pictures. It does not depend on where the directory
 * lies. What `${env:…}` and `${file:…}` stand for is left out, because a hash of secrets can be guessed at.
 * Throws where there is nothing, or no file of trueup.
 */
export function contentHash(given: string): string {
  const stats = statOf(given);
  if (stats === undefined) throw new Error(`there is no ${given}: give the directory or file of trueup that is to be applied`);
  const root = stats.isDirectory() ? given : path.dirname(given);
  const declaring = stats.isDirectory() ? filesBelow(given) : [given];
  if (declaring.length === 0) throw new Error(`${given} holds no *.yaml or *.yml file for trueup to apply`);
  const hash = createHash("sha256");
  const all = new Set([...declaring, ...declaring.flatMap((file) => filesNamed(file, realpathSync(root)))]);
  const byPlace = new Map([...all].map((file) => [path.relative(root, file).split(path.sep).join("/"), file]));
  for (const [place, file] of [...byPlace].sort(([a], [b]) => (a < b ? -1 : 1))) {
    hash.update(`${JSON.stringify(place)} ${createHash("sha256").update(readFileSync(file)).digest("hex")}\n`);
  }
  return hash.digest("hex");
}

function filesBelow(directory: string): string[] {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    if (/^[._]/.test(entry.name) || entry.name === "node_modules") return [];
    const absolute = path.join(directory, entry.name);
    if (entry.isDirectory()) return filesBelow(absolute);
    return /\.ya?ml$/.test(entry.name) && statOf(absolute)?.isFile() ? [absolute] : [];
  });
}

/** Files below the root that a text of the file names, as pictures are: by their path from where it stands. */
function filesNamed(file: string, root: string): string[] {
  const found: string[] = [];
  visit(parseDocument(readFileSync(file, "utf8"), { uniqueKeys: false }), {
    Scalar(_, { value }) {
      if (typeof value !== "string" || value === "" || path.isAbsolute(value)) return;
      const absolute = path.resolve(path.dirname(file), value);
      if (statOf(absolute)?.isFile() && realpathSync(absolute).startsWith(`${root}${path.sep}`)) found.push(absolute);
    },
  });
  return found;
}

/** Undefined for what is not there, and for texts that cannot be a path. */
function statOf(name: string): ReturnType<typeof statSync> {
  try {
    return statSync(name, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
