/**
 * Turns a path glob into a test: `*` is one segment or a part of one, `**` is any number of segments, also none.
 * Letter case does not count, as in the platform's paths. Used by `delete_undeclared`; see `addressGlob` for addresses.
 */
export function glob(pattern: string): (path: string) => boolean {
  return pathTest(pattern, "i");
}

/** The same for the paths of files, of which letter case counts: who answers for a file is found by its exact path. */
export function fileGlob(pattern: string): (path: string) => boolean {
  return pathTest(pattern, "");
}

function pathTest(pattern: string, flags: "i" | ""): (path: string) => boolean {
  const source = pattern
    .split("/")
    .filter((segment, index, all) => segment !== "**" || all[index - 1] !== "**")
    .map((segment) => (segment === "**" ? "**" : segment.split("*").map(escapeRegExp).join("[^/]*")))
    .join("/")
    .replaceAll("/**/", "(?:/|/.*/)")
    .replace(/^\*\*\//, "(?:|.*/)")
    .replace(/\/\*\*$/, "(?:|/.*)")
    .replace(/^\*\*$/, ".*");
  const expression = new RegExp(`^${source}$`, flags);
  return (path) => expression.test(path);
}

/**
 * The same for addresses (`--target`, `--resend-secrets`), where a colon parts as a slash does: `integration:**` is every integration,
 * `**:asana` what has this key, `**` everything. A single `*` may also stand for a last segment with its key.
 */
export function addressGlob(pattern: string): (address: string) => boolean {
  const parted = (text: string): string => text.replaceAll(":", "/:/");
  const [plain, byPart] = [glob(pattern), glob(parted(pattern))];
  return (address) => plain(address) || byPart(parted(address));
}

/** What lies above all matches of a glob: its leading segments without a wildcard, and without the last segment. Empty if there are none. */
export function globRoot(pattern: string): string {
  const segments = pattern.split("/");
  const wild = segments.findIndex((segment) => segment.includes("*"));
  return segments.slice(0, wild < 0 ? -1 : wild).join("/");
}

/** A text as a regular expression that only it matches. */
export function escapeRegExp(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
