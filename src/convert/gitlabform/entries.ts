import { type Json, isObject } from "../../core/json.js";
import { splitAddress } from "../../core/secret-names.js";
import { pointerStep } from "../../core/steps.js";
import type { Omissions } from "./omissions.js";
import { type ConfigBranch, isBranch, leafOf, type ConfigTree, configTreeOf } from "./tree.js";

/** One entry of a section under its label, brought into our shape; undefined where nothing of it can be said. */
export type Reshape = (
  label: string,
  entry: ConfigBranch,
  omissions: Omissions,
) => readonly [label: string, entry: ConfigBranch] | undefined;

const nobody = "no_access";

/** The word for a level of access, however the configuration spells it; anything else as it is. */
export function levelWord(value: Json): Json {
  if (typeof value === "number") return levels[value] ?? value;
  if (typeof value !== "string") return value;
  const word = value
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, "_");
  if (/^\d+$/.test(word)) return levels[Number(word)] ?? word;
  return word === "no_one" ? nobody : word === "minimal_access" ? "minimal" : word === "administrator" ? "admin" : word;
}

const levels: { readonly [number: number]: string } = {
  0: nobody,
  5: "minimal",
  10: "guest",
  15: "planner",
  20: "reporter",
  25: "security_manager",
  30: "developer",
  40: "maintainer",
  50: "owner",
  60: "admin",
};

/** Who may do something with a branch: a level alone is a list of one, and nobody beside somebody means somebody. */
function withLists(entry: ConfigBranch, lists: { readonly [list: string]: string }, omissions: Omissions): ConfigBranch {
  const parts = new Map(entry.parts);
  for (const [list, level] of Object.entries(lists)) {
    const [alone, listed] = [parts.get(level), parts.get(list)];
    parts.delete(level);
    const items =
      listed !== undefined && !isBranch(listed) && Array.isArray(listed.value) ? (listed.value as readonly Json[]) : [];
    const aloneItems = alone === undefined || isBranch(alone) || alone.value === null ? [] : [{ access_level: alone.value }];
    const all = [...aloneItems, ...items];
    if (all.length === 0) continue;
    const at = (listed ?? alone ?? entry).at;
    const others = all.filter((item) => !isNobody(item));
    parts.set(list, { at, value: others.length === 0 ? [{ access_level: nobody }] : others });
    if (others.length > 0)
      omissions.tellUnlessLive(
        at,
        `${list} is the whole list here, and gitlabform only adds to what is live: trueup plan shows who else would go, and trueup convert --live writes them beside it`,
      );
  }
  return { at: entry.at, parts };
}

function isNobody(item: Json): boolean {
  return isObject(item) && levelWord(item["access_level"] ?? null) === nobody && Object.keys(item).length === 1;
}

const branchLists = {
  allowed_to_push: "push_access_level",
  allowed_to_merge: "merge_access_level",
  allowed_to_unprotect: "unprotect_access_level",
} as const;
const tagLists = { allowed_to_create: "create_access_level" } as const;

/** Lists of ours by section, each with the word for a level alone that becomes an entry of the list. */
export const levelLists: { readonly [section: string]: { readonly [list: string]: string } } = {
  branches: branchLists,
  group_protected_branches: branchLists,
  tags: tagLists,
};

const extendedCron = /^@(?:hourly|daily|weekly|nightly)$|\bH\b|H\(|H\//i;

function schedule(label: string, entry: ConfigBranch, omissions: Omissions): readonly [string, ConfigBranch] | undefined {
  const cron = leafOf(entry, "cron");
  if (typeof cron === "string" && extendedCron.test(cron)) {
    omissions.tell(
      entry.at,
      `schedule ${label} is left out: gitlabform makes its time of the project's number; write the time itself`,
    );
    return undefined;
  }
  const variables = entry.parts.get("variables");
  if (!isBranch(variables)) return [label, entry];
  const values = [...variables.parts].flatMap(([name, variable]) => {
    if (!isBranch(variable)) return [[name, variable] as const];
    if (leafOf(variable, "variable_type") === "file")
      omissions.tell(`${variable.at}/variable_type`, "variables of schedules are no files: it becomes one with a value");
    const value = variable.parts.get("value");
    return value === undefined ? [] : [[name, value] as const];
  });
  return [label, { at: entry.at, parts: new Map([...entry.parts, ["variables", { at: variables.at, parts: new Map(values) }]]) }];
}

/** The address without its credentials, which are attributes of ours. */
function mirror(label: string, entry: ConfigBranch): readonly [string, ConfigBranch] {
  const [, scheme = "", userinfo, rest = ""] = /^([a-z][a-z0-9+.-]*:\/\/)(?:([^/@]*)@)?(.*)$/i.exec(label) ?? [];
  if (userinfo === undefined || scheme === "") return [label, entry];
  const [username = "", ...password] = userinfo.split(":");
  const credentials = [["username", username], ...(password.length === 0 ? [] : [["password", password.join(":")]])] as const;
  const parts = credentials.map(([name, value = ""]): readonly [string, ConfigTree] => [name, { at: entry.at, value }]);
  return [scheme + rest, { at: entry.at, parts: new Map([...entry.parts, ...parts]) }];
}

/** The address with names for the secrets in it, which are attributes of ours. */
function hook(label: string, entry: ConfigBranch): readonly [string, ConfigBranch] {
  const { address, secrets } = splitAddress(label);
  const parts = new Map(entry.parts);
  for (const name of ["custom_headers", "url_variables"]) {
    const given = parts.get(name);
    if (given !== undefined) parts.set(name, byKey(given));
  }
  if (secrets.size === 0) return [address, { at: entry.at, parts }];
  const given = parts.get("url_variables");
  const at = `${entry.at}/url_variables`;
  const named = [...secrets].map(([name, value]) => [name, { at: at + pointerStep(name), value }] as const);
  const variables = new Map<string, ConfigTree>([...named, ...(isBranch(given) ? given.parts : [])]);
  return [address, { at: entry.at, parts: parts.set("url_variables", { at, parts: variables }) }];
}

/** Pairs of key and value as the mapping that they are in ours. */
function byKey(tree: ConfigTree): ConfigTree {
  if (isBranch(tree) || !Array.isArray(tree.value)) return tree;
  const pairs = tree.value.flatMap((item: Json, index) => {
    if (!isObject(item) || typeof item["key"] !== "string") return [];
    return [[item["key"], configTreeOf(item["value"] ?? null, `${tree.at}/${index}/value`)] as const];
  });
  return { at: tree.at, parts: new Map(pairs) };
}

/** How entries of a section are brought into our shape. */
export const reshaped: { readonly [section: string]: Reshape } = {
  branches: (label, entry, omissions) => [label, withLists(entry, branchLists, omissions)],
  group_protected_branches: (label, entry, omissions) => [label, withLists(entry, branchLists, omissions)],
  tags: (label, entry) => [label, withTagList(entry)],
  schedules: schedule,
  hooks: hook,
  group_hooks: hook,
  remote_mirrors: mirror,
};

/** gitlabform takes the protection of a tag off and puts it on again, so that its list is the whole; nobody beside somebody is one entry more. */
function withTagList(entry: ConfigBranch): ConfigBranch {
  const word = tagLists.allowed_to_create;
  const [level, list] = [leafOf(entry, word), leafOf(entry, "allowed_to_create")];
  if (level === undefined || level === null) return entry;
  const items: readonly Json[] = Array.isArray(list) ? list : [];
  const combined = { at: entry.at, value: [{ access_level: level }, ...items] };
  const others = [...entry.parts].filter(([name]) => name !== word);
  return { at: entry.at, parts: new Map<string, ConfigTree>([...others, ["allowed_to_create", combined]]) };
}

/** Topics with what keeps and takes away single ones. */
export function topicsOf(tree: ConfigTree): ConfigTree {
  if (isBranch(tree) || !Array.isArray(tree.value)) return tree;
  const items: readonly Json[] = tree.value;
  const isKept = items.some((item) => isObject(item) && item["keep_existing"] === true);
  const gone: string[] = [];
  const kept: string[] = [];
  for (const item of items) {
    const [name, words] = isObject(item) ? (Object.entries(item)[0] ?? []) : [item, undefined];
    if (typeof name !== "string" || name === "keep_existing") continue;
    (isObject(words) && words["delete"] === true ? gone : kept).push(name);
  }
  if (!isKept) return configTreeOf(kept, tree.at);
  const words = [["add", kept] as const, ["remove", gone] as const].filter(([, names]) => names.length > 0);
  return configTreeOf(Object.fromEntries(words), tree.at);
}
