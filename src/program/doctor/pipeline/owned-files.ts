import { parseDocument } from "yaml";
import { firstNames } from "../../../core/collections.js";
import { ApiError } from "../../../core/errors.js";
import { fileGlob } from "../../../core/glob.js";
import { isObject, type Json } from "../../../core/json.js";
import type { CheckedSettings } from "../../../core/pipeline-audit.js";
import { sectionHeading, wordsOfLine } from "../../../kinds/repository-file/code-owners.js";

/** A file of the default branch: its text, null where there is none, undefined where the token may not see it. */
export type SeenFile = string | null | undefined;

/** What is asked for; undefined where a reply with one of these statuses says that the token may not see it. */
export async function ifSeen<T>(asked: Promise<T>, statuses: readonly number[]): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof ApiError && statuses.includes(error.status)) return undefined;
    throw error;
  }
}

/** What a check comes to that cannot see what it looks for. */
export function notSeen(what: string, reason: string): CheckedSettings {
  return { unseen: [{ what, reason }] };
}

/** So many files without an owner are named. */
const mostNamed = 5;

/**
 * Does CODEOWNERS name somebody for the project file, for the files of each of its scopes, and for itself? Without that, whoever approves a request approves what the pipeline goes by. `places` are
 * those of the service, in its order: the first that is there counts.
 */
export function auditOwners(
  places: readonly { readonly path: string; readonly text: SeenFile }[],
  projectFile: SeenFile,
  service: "gitlab" | "github",
): CheckedSettings {
  const place = places.find(({ text }) => text !== null);
  if (place !== undefined && place.text === undefined) return notSeen("CODEOWNERS", "the token may not read the repository");
  const scopes = scopesOf(projectFile);
  const unread = { what: "the scopes of trueup.yaml", reason: "the file cannot be read on the default branch" };
  const isOwned = codeOwnerTest(place?.text ?? "", service);
  const needed = ["trueup.yaml", ...(place ? [place.path] : []), ...(scopes ?? [])];
  const lacking = needed.filter((pattern) => !isOwned(samplePath(pattern)));
  const flaw = {
    code: "pipeline.code-owners",
    message: `${place ? "CODEOWNERS names nobody for" : "There is no CODEOWNERS, which would name owners for"} ${firstNames(lacking, mostNamed)}. So any approver lets through a change to what the pipeline goes by.`,
    mend: { place: "CODEOWNERS on the default branch: a line for each, such as /trueup.yaml @platform/owners" },
  };
  return { flaws: lacking.length === 0 ? [] : [flaw], unseen: scopes === undefined ? [unread] : [] };
}

/** The globs of the scopes; undefined where the file cannot be read. */
function scopesOf(file: SeenFile): readonly string[] | undefined {
  if (file === null) return [];
  const value = yamlOf(file);
  if (value === undefined) return undefined;
  const scopes = isObject(value) ? value["scopes"] : undefined;
  return isObject(scopes) ? Object.keys(scopes) : [];
}

/** What a YAML file of a repository says; undefined where it cannot be read, or its aliases make too much of it. */
export function yamlOf(text: SeenFile): Json | undefined {
  if (typeof text !== "string") return undefined;
  try {
    const document = parseDocument(text);
    return document.errors.length > 0 ? undefined : (document.toJS({ maxAliasCount: 100 }) as Json);
  } catch {
    return undefined;
  }
}

/** A file that the glob of a scope fits: two segments deep where it may be any number. */
function samplePath(pattern: string): string {
  return pattern.replaceAll("**", "any/file").replaceAll("*", "any");
}

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

/**
 * Turns a CODEOWNERS file into a test: does a request that changes the path need one of its owners? In each section the last line that fits decides, sections of one name are one, and optional
 * sections ask for nobody (docs.gitlab.com, "Code Owners syntax"; docs.github.com, "About code owners", which has no sections). `?` and `[` of patterns fit nothing here, and whether an owner exists is
 * not looked at.
 */
export function codeOwnerTest(text: string, syntax: Syntax): (path: string) => boolean {
  let section: Section = { lines: [], isOptional: false };
  let hasDefault = false;
  const sections = new Map<string, Section>([["", section]]);
  for (const line of text.split(/\r?\n/).map((row) => row.trim())) {
    if (line === "" || line.startsWith("#")) continue;
    const head = syntax === "gitlab" ? sectionHeading.exec(line)?.groups : undefined;
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
  const [first = "", ...owners] = wordsOfLine(line);
  const isExclusion = first.startsWith("!");
  const pattern = (isExclusion ? first.slice(1) : first).replaceAll(/\\([\s#])/g, "$1");
  const globs = (syntax === "gitlab" ? gitlabGlobs(pattern) : githubGlobs(pattern)).map(fileGlob);
  return {
    covers: (path) => globs.some((glob) => glob(path)),
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
