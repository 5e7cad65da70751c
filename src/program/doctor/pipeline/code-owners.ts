import { fileGlob } from "../../../core/glob.js";

/** Whose rules a CODEOWNERS file follows. */
type Syntax = "gitlab" | "github";

/** One line of the file: which paths it is about, and whether somebody owns them. */
interface OwnedPaths {
  readonly covers: (path: string) => boolean;
  readonly isOwned: boolean;
  /** A path that it takes out of its section for good. */
  readonly isExclusion: boolean;
}

/** Lines that decide together. */
interface Section {
  readonly lines: OwnedPaths[];
  /** True where no approval is needed. */
  isOptional: boolean;
}

const heading = /^(?<optional>\^?)\[(?<name>[^\]]+)\](?:\[(?<approvals>\d+)\])?(?:\s+(?<owners>.*))?$/;

/**
 * Turns a CODEOWNERS file into a test: does a request that changes the path need one of its owners? In each section the last line that fits decides, sections of one name are one, and optional
 * sections ask for nobody (docs.gitlab.com, "Code Owners syntax"; docs.github.com, "About code owners", which has no sections). `?` and `[` of patterns fit nothing here, and whether an owner exists is
 * not looked at.
 */
export function codeOwnerTest(text: string, syntax: Syntax): (path: string) => boolean {
  let section: Section = { lines: [], isOptional: false };
  let hasDefault = false;
  const sections = new Map<string, Section>([["", section]]);
  for (const line of text.split(/\r?\n/).map((one) => one.trim())) {
    if (line === "" || line.startsWith("#")) continue;
    const head = syntax === "gitlab" ? heading.exec(line)?.groups : undefined;
    if (head) {
      const name = (head["name"] ?? "").toLowerCase();
      section = sections.get(name) ?? { lines: [], isOptional: false };
      // Where sections of one name differ, a path counts as unowned rather than owned.
      section.isOptional ||= head["optional"] === "^" || Number(head["approvals"] ?? 1) === 0;
      sections.set(name, section);
      hasDefault = namesOwner((head["owners"] ?? "").split(/\s+/));
    } else if (syntax === "gitlab" || !/^[![]/.test(line)) section.lines.push(ownedPaths(line, syntax, hasDefault));
  }
  const required = [...sections.values()].filter(({ isOptional }) => !isOptional);
  return (path) => required.some(({ lines }) => isOwnedIn(lines, path));
}

function isOwnedIn(section: readonly OwnedPaths[], path: string): boolean {
  const fitting = section.filter(({ covers }) => covers(path));
  return !fitting.some(({ isExclusion }) => isExclusion) && fitting.at(-1)?.isOwned === true;
}

function ownedPaths(line: string, syntax: Syntax, hasDefault: boolean): OwnedPaths {
  const [first = "", ...rest] = line.split(/(?<!\\)\s+/);
  const comment = rest.findIndex((word) => word.startsWith("#"));
  const owners = comment === -1 ? rest : rest.slice(0, comment);
  const isExclusion = first.startsWith("!");
  const pattern = (isExclusion ? first.slice(1) : first).replaceAll(/\\([\s#])/g, "$1");
  const globs = (syntax === "gitlab" ? gitlabGlobs(pattern) : githubGlobs(pattern)).map(fileGlob);
  return {
    covers: (path) => globs.some((one) => one(path)),
    isOwned: namesOwner(owners) || (owners.length === 0 && hasDefault),
    isExclusion,
  };
}

function namesOwner(words: readonly string[]): boolean {
  return words.some((word) => word.includes("@"));
}

/** A pattern that begins with no slash fits at any depth, and one that ends with a slash all files below. `**` at the end is one segment there, as in Ruby. */
function gitlabGlobs(pattern: string): readonly string[] {
  const rooted = pattern.startsWith("/") ? pattern.slice(1) : `**/${pattern}`;
  if (rooted.endsWith("/")) return [`${rooted}**`];
  return [rooted.replace(/(^|\/)\*\*$/, "$1*")];
}

/** As in .gitignore: a slash before the end ties a pattern to the top, and what fits a directory fits all below, but for `*` as the last segment. */
function githubGlobs(pattern: string): readonly string[] {
  const isBelow = pattern.endsWith("/");
  const bare = pattern.replaceAll(/^\/|\/$/g, "");
  const isTied = pattern.slice(0, -1).includes("/");
  const rooted = isTied ? bare : `**/${bare}`;
  if (bare === "*" && !isTied) return ["**"];
  if (/(?:^|\/)\*$/.test(bare)) return [rooted];
  return isBelow ? [`${rooted}/**`] : [rooted, `${rooted}/**`];
}
