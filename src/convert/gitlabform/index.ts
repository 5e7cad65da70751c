import { fold } from "../../core/address.js";
import { append } from "../../core/collections.js";
import { attributeNamed } from "../../core/fields.js";
import { glob } from "../../core/glob.js";
import { canonicalJson, isObject, type Value } from "../../core/json.js";
import { kindIn, kindOf, type Kinds, topKind } from "../../core/kind.js";
import { isSecret } from "../../core/placeholders.js";
import { SecretVariables } from "../../core/secret-variables.js";
import { pointerStep } from "../../core/steps.js";
import { freeName, globOf, type LevelStatement, levelStatements, type PolicyDraft, PolicyDrafts } from "./compose.js";
import { levelWord } from "./entries.js";
import { type ConfigLevel, readLevels } from "./levels.js";
import { type GitlabformSource, Omissions } from "./omissions.js";
import { lostAtTop, sections, settingsSection } from "./sections.js";
import { configTreeOf, isBranch, leafOf } from "./tree.js";
import { type LevelUnit, type LevelUnits, UnitReader } from "./units.js";
import { type NameForNumber, Values } from "./values.js";

export type { NameForNumber } from "./values.js";

/** A mapping of a file of ours, before it is text. */
type Mapping = { [name: string]: Value };

/** What a configuration becomes. */
export interface GitlabformFile {
  /** What stands at the top of files. */
  readonly file: Mapping;
  /** What the files do not say, or say otherwise, with file, line and column. */
  readonly remarks: readonly string[];
  /** Variables with the JSON pointers in `file` of what refers to them. */
  readonly variables: ReadonlyMap<string, readonly string[]>;
  /** JSON pointers in `file` of lists to which gitlabform only adds, and which are whole lists there. */
  readonly additive: readonly string[];
}

/** What is read beside the configuration. */
interface GitlabformContext {
  readonly kinds: Kinds;
  /** YYYY-MM-DD. */
  readonly today: string;
  /** A text file that the configuration names. */
  readonly readText: (path: string) => string | undefined;
  /** A picture that it names, and what it is called beside our files. */
  readonly pictureAt: (path: string) => string | undefined;
  /** Where what is live may be looked at: the names for the platform's numbers. */
  readonly nameOf?: NameForNumber;
}

/**
 * Turns a configuration of gitlabform (`config_version: 4`) into policies, groups and projects of ours: levels become policies of the same strength, so that nothing is
 * said twice. Throws TrueupError `convert.input` with the place of what gitlabform would refuse.
 */
export function gitlabformFile(configuration: GitlabformSource, context: GitlabformContext): GitlabformFile {
  const omissions = new Omissions(configuration, context.nameOf !== undefined);
  const variables = new SecretVariables();
  const values = new Values(omissions, variables, context.pictureAt, context.nameOf);
  const { value } = configuration;
  if (!isObject(value))
    throw omissions.wrong("", "this is no configuration of gitlabform", "It is a mapping with config_version: 4.");
  mustBeVersion(value["config_version"], omissions);
  const skipped = { projects: globsOf(value["skip_projects"]), groups: globsOf(value["skip_groups"]) };
  const levels = readLevels(configuration, omissions).filter((level) => !isSkipped(level, skipped, omissions));
  const all = levels.map((level) => new UnitReader({ ...context, omissions, values, level }).read());
  const statements = levelStatements(all);
  const drafts = new PolicyDrafts(
    levels,
    {
      ...skipped,
      projects: [...skipped.projects, ...skipped.groups.map((group) => (group.endsWith("/**") ? group : `${group}/*`))],
    },
    omissions,
  );
  for (const level of levels) if (level.sort !== "project") drafts.add(level, statements.get(level) ?? []);
  const { projects, presets } = sharedBodies(Object.fromEntries(projectsOf(all, statements)));
  const file: Mapping = {
    version: 1,
    ...instanceOf(value["gitlab"], omissions),
    ...settingsOf(value["application"], context.kinds, values, omissions),
    ...section(
      "policies",
      drafts.all().map((draft) => [draft.name, policyOf(draft)]),
    ),
    ...section("presets", Object.entries(presets)),
    ...section("groups", groupsOf(all)),
    ...section("projects", Object.entries(projects)),
    ...section("delete_undeclared", enforcedOf(all, omissions)),
  };
  for (const name of Object.keys(value)) {
    if (!knownAtTop.has(name)) omissions.tell(pointerStep(name), `${name} is left out: gitlabform does not know it`);
  }
  return { file, remarks: omissions.all(), variables: variablesIn(file), additive: additiveIn(file, context.kinds) };
}

const knownAtTop = new Set(["config_version", "gitlab", "application", "projects_and_groups", "skip_projects", "skip_groups"]);

function mustBeVersion(version: unknown, omissions: Omissions): void {
  if (version === 4) return;
  const hint = "Bring the configuration to config_version: 4 first, as the notes of gitlabform's upgrade say.";
  const message =
    version === undefined ? "there is no config_version" : `config_version is ${JSON.stringify(version)}, and 4 is what is read`;
  throw omissions.wrong("/config_version", message, hint);
}

/** `group/*` means all that lies under it, at any depth, and the group. */
function globsOf(list: unknown): string[] {
  const names = Array.isArray(list) ? list.filter((item): item is string => typeof item === "string") : [];
  return names.map((name) => (name.endsWith("/*") ? `${name.slice(0, -2)}/**` : name));
}

function isSkipped(
  level: ConfigLevel,
  skipped: { projects: readonly string[]; groups: readonly string[] },
  omissions: Omissions,
): boolean {
  if (level.sort !== "project" && level.sort !== "group") return false;
  const skippedBy = (level.sort === "project" ? skipped.projects : skipped.groups).find((candidate) =>
    glob(candidate)(level.path),
  );
  if (skippedBy !== undefined) omissions.tell(level.at, `${level.key} is left out: it is one of those that are skipped`);
  return skippedBy !== undefined && level.sort === "project";
}

function instanceOf(gitlab: Value | undefined, omissions: Omissions): Mapping {
  const tree = configTreeOf(gitlab === undefined ? null : (gitlab as never), "/gitlab");
  if (!isBranch(tree)) return {};
  for (const [name, part] of tree.parts) {
    if (name === "url") continue;
    const why = Object.hasOwn(lostAtTop, name) ? lostAtTop[name] : "it is about gitlabform's own client";
    omissions.tell(part.at, `${name} is left out: ${why ?? ""}`);
  }
  const url = leafOf(tree, "url");
  return typeof url === "string" ? { instance: { url } } : {};
}

function settingsOf(application: Value | undefined, kinds: Kinds, values: Values, omissions: Omissions): Mapping {
  const tree = configTreeOf(application === undefined ? null : (application as never), "/application");
  const settings = isBranch(tree) ? tree.parts.get("settings") : undefined;
  for (const [name, part] of isBranch(tree) ? tree.parts : [])
    if (name !== "settings") omissions.tell(part.at, `${name} is left out: gitlabform does not know it`);
  if (!isBranch(settings)) return {};
  const { fields } = topKind(kinds, settingsSection.kind);
  const body: Mapping = {};
  const unchecked: Mapping = {};
  for (const [name, part] of settings.parts) {
    const fieldName = attributeNamed(fields, name);
    const field = fieldName === undefined ? undefined : fields[fieldName];
    const value = values.of(field, part, {}, { path: "settings", key: undefined, attribute: name });
    if (value !== undefined) (fieldName === undefined ? unchecked : body)[fieldName ?? name] = value;
  }
  return { [settingsSection.kind]: { ...body, ...(Object.keys(unchecked).length === 0 ? {} : { unchecked }) } };
}

function section(name: string, entries: readonly (readonly [string, Value])[]): Mapping {
  return entries.length === 0 ? {} : { [name]: Object.fromEntries(entries) };
}

function policyOf({ kind, globs, except, over, units }: PolicyDraft): Mapping {
  return {
    [kind]: [...globs],
    ...(except.length === 0 ? {} : { except: [...except] }),
    ...(over.length === 0 ? {} : { over: [...over] }),
    undeclared: "include",
    set: bodyOf(units),
  };
}

/** Units as the body of a group or project. */
function bodyOf(units: readonly LevelUnit[]): Mapping {
  const body: Mapping = {};
  for (const { file, key, attributes, unchecked, isAbsent } of units) {
    const mapping = [file, key].filter((step): step is string => step !== undefined).reduce(below, body);
    if (isAbsent) mapping["ensure"] = "absent";
    for (const [name, value] of attributes) mapping[name] = value;
    for (const [name, value] of unchecked) below(mapping, "unchecked")[name] = value;
  }
  return body;
}

function below(mapping: Mapping, step: string): Mapping {
  const made = (mapping[step] ?? {}) as Mapping;
  mapping[step] = made;
  return made;
}

/** Groups are declared only where something of theirs that is not named is to go: else policies say it all. */
function groupsOf(all: readonly LevelUnits[]): (readonly [string, Value])[] {
  return all.flatMap(({ level, enforced }) =>
    level.sort === "group" && [...enforced].some((scope) => scope.startsWith("group ")) ? [[level.path, {}] as const] : [],
  );
}

function projectsOf(
  all: readonly LevelUnits[],
  statements: ReadonlyMap<ConfigLevel, readonly LevelStatement[]>,
): (readonly [string, Value])[] {
  return all.flatMap(({ level }) => {
    if (level.sort !== "project") return [];
    const from = leafOf(level.sections.get("project"), "transfer_from");
    const body = bodyOf((statements.get(level) ?? []).map(({ unit }) => unit));
    return [[level.path, { ...(typeof from === "string" ? { moved_from: from } : {}), ...body }] as const];
  });
}

/** What is to go where it is not named, of exactly those that are declared: no policy deletes anything. */
function enforcedOf(all: readonly LevelUnits[], omissions: Omissions): (readonly [string, Value])[] {
  const paths = new Map<string, Set<string>>();
  for (const { level, enforced } of all) {
    for (const layer of enforced) {
      const [parent = "", file = ""] = layer.split(" ");
      const isDeclared = level.sort === (parent === "group" ? "group" : "project");
      if (isDeclared) paths.set(file, (paths.get(file) ?? new Set()).add(level.path));
      else if (level.sort !== "project")
        omissions.tell(
          level.at,
          `enforce of ${file} of ${parent}s holds for what these files declare: declare others under ${globOf(level)} to have theirs deleted`,
        );
    }
  }
  return [...paths].map(([file, places]) => [file, [...places].sort((a, b) => (fold(a) < fold(b) ? -1 : 1))] as const);
}

function variablesIn(file: Mapping): ReadonlyMap<string, readonly string[]> {
  const places = new Map<string, string[]>();
  const visit = (value: Value, at: string): void => {
    if (isSecret(value)) for (const [, name = ""] of value.$secret.matchAll(/\$\{env:(\w+)\}/g)) append(places, name, at);
    else if (Array.isArray(value)) value.forEach((item: Value, index) => visit(item, `${at}/${index}`));
    else if (isObject(value)) for (const [name, part = null] of Object.entries(value)) visit(part, at + pointerStep(name));
  };
  visit(file, "");
  return places;
}

/** JSON pointers of the lists in a file to which gitlabform only adds, and which are whole lists in ours. */
function additiveIn(file: { readonly [name: string]: Value }, kinds: Kinds): readonly string[] {
  const adding = Object.values(sections).flatMap(({ kind, parent, adds = [] }) =>
    adds.length === 0 ? [] : [{ file: kindIn(kindOf(kinds, kind), parent).file, adds: new Set(adds) }],
  );
  const listsIn = (value: Value | undefined, at: string): readonly string[] =>
    adding.flatMap(({ file: name, adds }) =>
      entriesAt(isObject(value) ? value[name] : undefined, at + pointerStep(name)).flatMap(([entry, entryAt]) =>
        entriesAt(entry, entryAt).flatMap(([list, listAt, attribute]) =>
          adds.has(attribute) && !isNobody(list) ? [listAt] : [],
        ),
      ),
    );
  const bodies = ["presets", "groups", "projects"].flatMap((name) => entriesAt(file[name], pointerStep(name)));
  const policies = entriesAt(file["policies"], "/policies").map(
    ([policy, at]) => [isObject(policy) ? policy["set"] : undefined, `${at}/set`] as const,
  );
  return [...new Set([...policies, ...bodies].flatMap(([body, at]) => listsIn(body, at)))];
}

function entriesAt(value: Value | undefined, at: string): readonly (readonly [value: Value, at: string, name: string])[] {
  if (!isObject(value)) return [];
  return Object.entries(value).map(([name, part = null]) => [part, at + pointerStep(name), name] as const);
}

/** Where nobody may, gitlabform takes all others away, too. */
function isNobody(list: Value): boolean {
  return (
    Array.isArray(list) && list.every((item: Value) => isObject(item) && levelWord(item["access_level"] as never) === "no_access")
  );
}

/** What several projects say alike becomes a preset that they extend, where that takes fewer lines. */
function sharedBodies(projects: Mapping): { readonly projects: Mapping; readonly presets: Mapping } {
  const presets: Mapping = {};
  const names = new Set<string>();
  const extended = new Map<string, string[]>();
  const given = new Map<string, Set<string>>();
  for (const { paths, keys } of alike(projects)) {
    const first = projects[paths[0] ?? ""];
    const body = Object.fromEntries(keys.map((key) => [key, isObject(first) ? (first[key] ?? null) : null]));
    const saved = (paths.length - 1) * linesOf(body) - paths.length - 2;
    if (saved <= 0) continue;
    const name = freeName(keys.slice(0, 2).join("-").replaceAll("_", "-"), names);
    names.add(fold(name));
    presets[name] = body;
    for (const path of paths) {
      append(extended, path, name);
      given.set(path, new Set([...(given.get(path) ?? []), ...keys]));
    }
  }
  const left = Object.entries(projects).map(([path, body]): readonly [string, Value] => {
    const extending = extended.get(path);
    if (extending === undefined || !isObject(body)) return [path, body];
    const [only = "", ...others] = extending;
    const ownEntries = Object.entries(body as Mapping).filter(([key]) => !given.get(path)?.has(key));
    return [path, { extends: others.length === 0 ? only : extending, ...Object.fromEntries(ownEntries) }];
  });
  return { projects: Object.fromEntries(left), presets };
}

/** What the same projects say alike. */
function alike(projects: Mapping): { readonly paths: readonly string[]; readonly keys: readonly string[] }[] {
  const sharers = new Map<string, { readonly key: string; readonly path: string }[]>();
  for (const [path, body] of Object.entries(projects)) {
    for (const [key, value] of isObject(body) ? Object.entries(body) : []) {
      if (value === undefined || key === "moved_from" || isToGo(value)) continue;
      append(sharers, `${key} ${canonicalJson(value)}`, { key, path });
    }
  }
  const groups = new Map<string, { readonly key: string; readonly path: string }[][]>();
  for (const sharing of sharers.values())
    if (sharing.length > 1) append(groups, sharing.map(({ path }) => path).join("\n"), sharing);
  return [...groups.values()].map((all) => ({
    paths: (all[0] ?? []).map(({ path }) => path),
    keys: all.flatMap(([first]) => first?.key ?? []),
  }));
}

/** Only a thing's own body says that something is to go. */
function isToGo(value: Value): boolean {
  return isObject(value) && ("ensure" in value || Object.values(value).some((part) => part !== undefined && isToGo(part)));
}

function linesOf(value: Value): number {
  if (Array.isArray(value)) return value.some((item: Value) => isObject(item)) ? value.length : 0;
  if (!isObject(value)) return 0;
  return Object.values(value).reduce<number>((sum, part) => sum + 1 + (part === undefined ? 0 : linesOf(part)), 0);
}
