import type { Json } from "../../core/json.js";
import { filesOf, type ReadText } from "./files.js";
import type { ConfigLevel } from "./levels.js";
import type { Omissions } from "./omissions.js";
import { type GitlabformSection, sections, shareNames, splitSections } from "./sections.js";
import { type ConfigBranch, isBranch, leafOf, type ConfigTree, withoutParts } from "./tree.js";

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
  readonly told: Omissions;
  readonly readText: ReadText;
  /** The day on which it is read: memberships that have ended cannot be declared. */
  readonly today: string;
}

type Split = (tree: ConfigBranch, context: SectionContext) => readonly Omit<SectionPart, "name" | "enforcedAt">[];

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

const splits: { readonly [section: string]: Split } = {
  project: projectParts,
  members: (tree, context) => memberParts("project", tree, context),
  group_members: (tree, context) => memberParts("group", tree, context),
  job_token_scope: scopeParts,
  files: (tree, context) => [
    { section: { parent: "project", kind: splitSections.files.kind, as: "entries" }, tree: filesOf(tree, context) },
  ],
};

function projectParts(tree: ConfigBranch, { told, level }: SectionContext): readonly Omit<SectionPart, "name" | "enforcedAt">[] {
  const { kind, names } = splitSections.project;
  const archive = tree.parts.get("archive");
  const transfer = tree.parts.get("transfer_from");
  for (const [name, part] of tree.parts) {
    if (![...Object.keys(names), "skip", "inherit"].includes(name))
      told.tell(part.at, `${name} is left out: trueup does not know it`);
  }
  if (transfer !== undefined && level.sort !== "project")
    told.tell(transfer.at, "transfer_from is left out: only a single project can be moved");
  if (archive === undefined) return [];
  return [{ section: attributesOf("project", kind), tree: { at: tree.at, parts: new Map([[names.archive, archive]]) } }];
}

const memberWords = ["enforce", "keep_bots", "users", "groups", "skip", "inherit"];

function memberParts(
  parent: "project" | "group",
  tree: ConfigBranch,
  { told, today }: SectionContext,
): readonly Omit<SectionPart, "name" | "enforcedAt">[] {
  const isWhole = leafOf(tree, "enforce") === true;
  const keepsBots = tree.parts.get("keep_bots");
  if (isWhole && keepsBots !== undefined && leafOf(tree, "keep_bots") !== true)
    told.tell(keepsBots.at, "keep_bots: false is left out: trueup keeps bots and service accounts unless a file names them");
  const users = tree.parts.get("users") ?? (parent === "group" ? withoutParts(tree, memberWords) : undefined);
  const groups = tree.parts.get("groups");
  const section: GitlabformSection = {
    ...(parent === "group" ? splitSections.group_members : splitSections.members),
    as: "entries",
  };
  const parts = [];
  if (isBranch(users)) parts.push({ section, tree: stillMembers(users, told, today) });
  else if (isWhole) parts.push({ section, tree: { at: tree.at, parts: new Map<string, ConfigTree>() } });
  if (isBranch(groups) && (groups.parts.size > 0 || isWhole)) {
    const list = [...groups.parts].map(([group, share]): Json => shareOf(group, share));
    const whole = { at: groups.at, value: list };
    const said: ConfigTree = isWhole ? whole : { at: groups.at, parts: new Map([["add", whole]]) };
    parts.push({
      section: attributesOf(parent, parent),
      tree: { at: groups.at, parts: new Map([["shared_with_groups", said]]) },
    });
  }
  return parts;
}

function shareOf(group: string, share: ConfigTree): Json {
  const until = leafOf(share, "expires_at");
  const level = Object.keys(shareNames)
    .map((name) => leafOf(share, name))
    .find((one) => one !== undefined && one !== null);
  return { group, access_level: level ?? null, ...(until === undefined || until === null ? {} : { expires_at: until }) };
}

/** Whose membership has ended is no member any more, and the platform refuses a day that is over. */
function stillMembers(users: ConfigBranch, told: Omissions, today: string): ConfigBranch {
  const parts = [...users.parts].filter(([name, user]) => {
    const until = leafOf(user, "expires_at");
    if (typeof until !== "string" || until > today) return true;
    told.tell(user.at, `member ${name} is left out: the membership ended on ${until}`);
    return false;
  });
  return { at: users.at, parts: new Map(parts) };
}

function scopeParts(tree: ConfigBranch, { told }: SectionContext): readonly Omit<SectionPart, "name" | "enforcedAt">[] {
  const { kind, names } = splitSections.job_token_scope;
  const list = tree.parts.get("allowlist");
  const isWhole = leafOf(list, "enforce") === true;
  const parts = new Map<string, ConfigTree>([
    [names.limit_access_to_this_project, tree.parts.get("limit_access_to_this_project") ?? { at: tree.at, value: true }],
  ]);
  for (const name of ["projects", "groups"]) {
    const said = isBranch(list) ? list.parts.get(name) : undefined;
    if (said !== undefined) parts.set(name, isWhole ? said : { at: said.at, parts: new Map([["add", said]]) });
    else if (isWhole && list !== undefined) parts.set(name, { at: list.at, value: [] });
  }
  for (const [name, part] of [...tree.parts, ...(isBranch(list) ? list.parts : [])]) {
    if (![...Object.keys(names), "allowlist", "enforce", "projects", "groups", "skip", "inherit"].includes(name))
      told.tell(part.at, `${name} is left out: trueup does not know it`);
  }
  return [{ section: attributesOf("project", kind), tree: { at: tree.at, parts } }];
}
