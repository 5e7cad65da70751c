import { lastSegment, parentPath } from "../../core/address.js";
import type { Json } from "../../core/json.js";
import type { ConfigLevel } from "./levels.js";
import type { Omissions } from "./omissions.js";
import { type GitlabformSection, sections, shareNames, splitSections } from "./sections.js";
import { type ConfigBranch, type ConfigTree, isBranch, leafOf, plainOf, withoutParts } from "./tree.js";

/** What a section says of one kind, in our shape. */
export interface SectionPart {
  readonly section: GitlabformSection;
  /** Name of the section that says how its entries are reshaped. */
  readonly name: string;
  readonly tree: ConfigBranch;
  /** Where it is said that what is not named is to go. */
  readonly enforcedAt?: string;
}

/** What reading a section needs beside it. */
export interface SectionContext {
  readonly level: ConfigLevel;
  readonly omissions: Omissions;
  /** Reads a file that the configuration names, relative to it; undefined where it cannot be read. */
  readonly readText: (path: string) => string | undefined;
  /** The day on which it is read: memberships that have ended cannot be declared. */
  readonly today: string;
}

type SplitPart = Omit<SectionPart, "name" | "enforcedAt">;

/** A section as parts of ours; undefined for one that nothing is known of. */
export function sectionParts(name: string, tree: ConfigBranch, context: SectionContext): readonly SectionPart[] | undefined {
  const known = withoutParts(tree, ["skip", "enforce", "inherit"]);
  const enforce = leafOf(tree, "enforce") === true ? tree.parts.get("enforce") : undefined;
  const enforced = enforce === undefined ? {} : { enforcedAt: enforce.at };
  const split = Object.hasOwn(splits, name) ? splits[name] : undefined;
  if (split) return split(tree, context).map((part) => ({ ...part, name, ...(part.section.as === "entries" ? enforced : {}) }));
  const section = Object.hasOwn(sections, name) ? sections[name] : undefined;
  return section && [{ section, name, tree: known, ...enforced }];
}

const attributesOf = (parent: "project" | "group", kind: string): GitlabformSection => ({ parent, kind, as: "attributes" });

const splits: { readonly [section: string]: (tree: ConfigBranch, context: SectionContext) => readonly SplitPart[] } = {
  project: projectParts,
  members: (tree, context) => memberParts("project", tree, context),
  group_members: (tree, context) => memberParts("group", tree, context),
  job_token_scope: scopeParts,
  files: (tree, context) => [
    { section: { parent: "project", kind: splitSections.files.kind, as: "entries" }, tree: filesOf(tree, context) },
  ],
};

function projectParts(tree: ConfigBranch, { omissions, level }: SectionContext): readonly SplitPart[] {
  const { kind, names } = splitSections.project;
  const archive = tree.parts.get("archive");
  const transfer = tree.parts.get("transfer_from");
  tellUnknown(tree.parts, [...Object.keys(names), "skip", "inherit"], omissions);
  if (transfer !== undefined && level.sort !== "project")
    omissions.tell(transfer.at, "transfer_from is left out: only a single project can be moved");
  if (archive === undefined) return [];
  return [{ section: attributesOf("project", kind), tree: { at: tree.at, parts: new Map([[names.archive, archive]]) } }];
}

function tellUnknown(parts: Iterable<readonly [string, ConfigTree]>, known: readonly string[], omissions: Omissions): void {
  for (const [name, { at }] of parts)
    if (!known.includes(name)) omissions.tell(at, `${name} is left out: trueup does not know it`);
}

const memberWords = ["enforce", "keep_bots", "users", "groups", "skip", "inherit"];

function memberParts(
  parent: "project" | "group",
  tree: ConfigBranch,
  { omissions, today }: SectionContext,
): readonly SplitPart[] {
  const isWhole = leafOf(tree, "enforce") === true;
  const keepsBots = tree.parts.get("keep_bots");
  if (isWhole && keepsBots !== undefined && leafOf(tree, "keep_bots") !== true)
    omissions.tell(keepsBots.at, "keep_bots: false is left out: trueup keeps bots and service accounts unless a file names them");
  const users = tree.parts.get("users") ?? (parent === "group" ? withoutParts(tree, memberWords) : undefined);
  const groups = tree.parts.get("groups");
  const section: GitlabformSection = {
    ...(parent === "group" ? splitSections.group_members : splitSections.members),
    as: "entries",
  };
  const parts = [];
  if (isBranch(users)) parts.push({ section, tree: stillMembers(users, omissions, today) });
  else if (isWhole) parts.push({ section, tree: { at: tree.at, parts: new Map<string, ConfigTree>() } });
  if (isBranch(groups) && (groups.parts.size > 0 || isWhole)) {
    const list = [...groups.parts].map(([group, share]): Json => shareOf(group, share));
    const whole = { at: groups.at, value: list };
    const addition: ConfigTree = isWhole ? whole : { at: groups.at, parts: new Map([["add", whole]]) };
    parts.push({
      section: attributesOf(parent, parent),
      tree: { at: groups.at, parts: new Map([["shared_with_groups", addition]]) },
    });
  }
  return parts;
}

function shareOf(group: string, share: ConfigTree): Json {
  const until = leafOf(share, "expires_at");
  const level = Object.keys(shareNames)
    .map((name) => leafOf(share, name))
    .find((value) => value !== undefined && value !== null);
  return { group, access_level: level ?? null, ...(until === undefined || until === null ? {} : { expires_at: until }) };
}

/** Whose membership has ended is no member any more, and the platform refuses a day that is over. */
function stillMembers(users: ConfigBranch, omissions: Omissions, today: string): ConfigBranch {
  const parts = [...users.parts].filter(([name, user]) => {
    const until = leafOf(user, "expires_at");
    if (typeof until !== "string" || until > today) return true;
    omissions.tell(user.at, `member ${name} is left out: the membership ended on ${until}`);
    return false;
  });
  return { at: users.at, parts: new Map(parts) };
}

function scopeParts(tree: ConfigBranch, { omissions }: SectionContext): readonly SplitPart[] {
  const { kind, names } = splitSections.job_token_scope;
  const list = tree.parts.get("allowlist");
  const isWhole = leafOf(list, "enforce") === true;
  const parts = new Map<string, ConfigTree>([
    [names.limit_access_to_this_project, tree.parts.get("limit_access_to_this_project") ?? { at: tree.at, value: true }],
  ]);
  for (const name of ["projects", "groups"]) {
    const listed = isBranch(list) ? list.parts.get(name) : undefined;
    if (listed !== undefined) parts.set(name, isWhole ? listed : { at: listed.at, parts: new Map([["add", listed]]) });
    else if (isWhole && list !== undefined) parts.set(name, { at: list.at, value: [] });
  }
  const known = [...Object.keys(names), "allowlist", "enforce", "projects", "groups", "skip", "inherit"];
  tellUnknown([...tree.parts, ...(isBranch(list) ? list.parts : [])], known, omissions);
  return [{ section: attributesOf("project", kind), tree: { at: tree.at, parts } }];
}

const words = [
  ["overwrite", "skip_ci", "branches", "only_first_branch", "commit_message", "delete", "skip"],
  ["content", "file", "template", "jinja_env"],
].flat();

/** Files of repositories, each under its path and branch. */
function filesOf(tree: ConfigBranch, context: SectionContext): ConfigBranch {
  const parts = [...tree.parts].flatMap(([path, file]) => {
    if (!isBranch(file) || leafOf(file, "skip") === true) return [];
    tellUnknown(file.parts, words, context.omissions);
    return branchesOf(path, file, context).flatMap((branch): (readonly [string, ConfigTree])[] => {
      const entry = entryOf(path, file, context);
      return entry === undefined ? [] : [[`${path}@${branch}`, entry]];
    });
  });
  return { at: tree.at, parts: new Map(parts) };
}

function branchesOf(path: string, file: ConfigBranch, { level, omissions }: SectionContext): readonly string[] {
  const branches = file.parts.get("branches");
  if (branches === undefined)
    throw omissions.wrong(
      file.at,
      `file ${path} does not say on which branches it is`,
      "branches: all, protected or a list of names.",
    );
  const isProtected = leafOf(file, "branches") === "protected";
  const value: Json = isBranch(branches) ? null : branches.value;
  const names: readonly Json[] = isProtected ? protectedIn(level) : Array.isArray(value) ? value : [value];
  const exact = names.filter((name): name is string => typeof name === "string" && isExact(name));
  const others = names.filter((name) => !isExact(name));
  if (others.length > 0 || exact.length === 0) {
    const what = isProtected ? "protected" : JSON.stringify(others.length > 0 ? others : value);
    omissions.tell(
      exact.length === 0 ? file.at : branches.at,
      `file ${path} is left out on branches ${what}: only what is live tells which these are`,
    );
  }
  if (leafOf(file, "only_first_branch") !== true) return exact;
  if (exact.length > 1)
    omissions.tell(
      branches.at,
      `file ${path} is declared on ${exact[0] ?? ""} alone: only what is live tells which of its branches is the first that is there`,
    );
  return exact.slice(0, 1);
}

function isExact(name: Json): boolean {
  return typeof name === "string" && name !== "all" && !name.includes("*");
}

/** Names that the level itself protects. */
function protectedIn({ sections }: ConfigLevel): readonly string[] {
  const branches = sections.get("branches");
  return isBranch(branches)
    ? [...branches.parts].filter(([, tree]) => leafOf(tree, "protected") === true).map(([name]) => name)
    : [];
}

function entryOf(path: string, file: ConfigBranch, context: SectionContext): ConfigBranch | undefined {
  const { omissions } = context;
  if (leafOf(file, "delete") === true) return { at: file.at, parts: new Map([["delete", { at: file.at, value: true }]]) };
  const overwrite = file.parts.get("overwrite");
  if (overwrite !== undefined && leafOf(file, "overwrite") === false) {
    omissions.tell(
      file.at,
      `file ${path} is left out: overwrite: false only makes it where there is none, and trueup keeps what a file declares`,
    );
    return undefined;
  }
  const content = contentOf(path, file, context);
  if (content === undefined) return undefined;
  const message = messageOf(file);
  return {
    at: file.at,
    parts: new Map<string, ConfigTree>([
      ["content", content],
      ...(message === undefined ? [] : [["commit_message", message] as const]),
    ]),
  };
}

function messageOf(file: ConfigBranch): ConfigTree | undefined {
  const [message, skips] = [leafOf(file, "commit_message"), leafOf(file, "skip_ci") === true];
  if (typeof message !== "string" && !skips) return undefined;
  const text = typeof message === "string" ? message : "Bring files to their declared state";
  return { at: file.at, value: skips ? `${text} [skip ci]` : text };
}

function contentOf(path: string, file: ConfigBranch, context: SectionContext): ConfigTree | undefined {
  const { omissions, readText, level } = context;
  const [content, from] = [file.parts.get("content"), file.parts.get("file")];
  if (content !== undefined && from !== undefined)
    throw omissions.wrong(from.at, `file ${path} has both content and file`, "Only one of them can say what is in it.");
  const source = leafOf(file, "file");
  const text = typeof source === "string" ? readText(source) : leafOf(file, "content");
  const { at } = from ?? content ?? file;
  if (typeof text !== "string") {
    const hint = "content: the text itself, or file: a path relative to the configuration.";
    throw omissions.wrong(at, `there is no text for file ${path}`, hint);
  }
  if (leafOf(file, "template") === false || !/\{[{%#]/.test(text)) return { at, value: text };
  const made = level.sort === "project" ? rendered(text, variablesOf(file, level.path)) : undefined;
  if (made !== undefined) return { at, value: made };
  omissions.tell(at, `file ${path} is left out: it is a template whose text differs by project; declare it under each`);
  return undefined;
}

function variablesOf(file: ConfigBranch, path: string): ReadonlyMap<string, string> {
  const textOf = (value: Json): string => (typeof value === "string" ? value : JSON.stringify(value));
  const environment = file.parts.get("jinja_env");
  const variables = isBranch(environment)
    ? [...environment.parts].map(([name, part]) => [name, textOf(plainOf(part))] as const)
    : [];
  return new Map([["project", lastSegment(path)], ["group", parentPath(path) ?? ""], ...variables]);
}

/** A template in which only names stand, filled in; undefined for one that does more. */
function rendered(text: string, variables: ReadonlyMap<string, string>): string | undefined {
  if (/\{[%#]/.test(text)) return undefined;
  let isWhole = true;
  const made = text.replaceAll(/\{\{(.*?)\}\}/gs, (all, inner: string) => {
    const value = variables.get(inner.trim());
    isWhole &&= value !== undefined;
    return value ?? all;
  });
  return isWhole ? made : undefined;
}
