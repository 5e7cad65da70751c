import { append } from "../core/collections.js";
import { attributeNamed, type Fields, insideOf } from "../core/fields.js";
import { fieldsOf, kindIn, kindOf, type Kinds, type PlacedKind, topParent } from "../core/kind.js";
import { bodyWords } from "../derive/file-words.js";
import { code } from "../derive/pages/markdown.js";
import type { ToolName } from "../derive/pages/other-names.js";
import { families } from "./gitlab/families/index.js";
import { type AddressRule, aside, type ConversionKey, type Family, type Rule, type Rules } from "./gitlab/rules.js";
import { levelLists } from "./gitlabform/entries.js";
import { type GitlabformSection, sections, settingsSection, shareNames, splitSections } from "./gitlabform/sections.js";

const [gitlabform, provider] = ["gitlabform", "Terraform provider"];
const theKey = "the key";

/** A name with what to write in its place, in Markdown. */
type Name = readonly [name: string, write: string];

/** The names that gitlabform and the GitLab Terraform provider have for kinds and their attributes, where trueup has others: by kind, from what `trueup convert` goes by. */
export function toolNames(kinds: Kinds): ReadonlyMap<string, readonly ToolName[]> {
  const namesByKind = new Map<string, ToolName[]>();
  const add = (kind: string, tool: string, names: readonly Name[]): void => {
    for (const [name, write] of names) if (code(name) !== write) append(namesByKind, kind, { tool, name, write });
  };
  add(settingsSection.kind, gitlabform, [[settingsSection.name, code(placeOf(kinds, settingsSection.kind, topParent).file)]]);
  for (const [name, section] of Object.entries({ ...sections, ...splitSections }))
    add(section.kind, gitlabform, sectionNames(kinds, name, section));
  for (const parent of ["project", "group"])
    add(
      parent,
      gitlabform,
      Object.entries(shareNames).map(([name, ours]): Name => [name, code(`shared_with_groups.${ours}`)]),
    );
  for (const family of families) add(family.kind, provider, familyNames(kinds, family));
  return namesByKind;
}

/** A kind where its members are under a parent, which may be the kind itself. */
function placeOf(kinds: Kinds, name: string, parent: string): PlacedKind {
  return kindIn(kindOf(kinds, name), name === parent ? topParent : parent);
}

function sectionNames(kinds: Kinds, name: string, section: Omit<GitlabformSection, "as">): Name[] {
  const place = placeOf(kinds, section.kind, section.parent);
  const { key, keys = [], scope, names = {} } = section;
  const all = pathsOf(fieldsOf(place));
  const words = new Set(bodyWords(kinds, place).map(({ word }) => word));
  return [
    [name, code(place.file)],
    ...keyNames(key, scope),
    ...keys.map(oneOfNames),
    ...Object.entries(names).flatMap(([theirs, ours]): Name[] => {
      const paths = all.filter((path) => path === ours || path.endsWith(`.${ours}`));
      return (paths.length === 0 && words.has(ours) ? [ours] : paths).map((path) => [theirs, code(path)]);
    }),
    ...Object.entries(levelLists[name] ?? {}).map(([list, level]): Name => [level, code(list)]),
  ];
}

function keyNames(key: string | undefined, scope: string | undefined): Name[] {
  return [
    ...(key === undefined ? [] : [[key, theKey] as const]),
    ...(scope === undefined ? [] : [[scope, `${theKey}, after ${code("@")}`] as const]),
  ];
}

/** Attributes by their dotted paths, those inside of others too. */
function pathsOf(fields: Fields): string[] {
  return Object.entries(fields).flatMap(([name, field]) => [name, ...pathsOf(insideOf(field)).map((path) => `${name}.${path}`)]);
}

function familyNames(kinds: Kinds, family: Family): Name[] {
  const { kind, place, entryOf, rules } = family;
  const placed = placeOf(kinds, kind, place.as === "in" ? place.thing : topParent);
  const allFields = fieldsOf(placed);
  const entry = entryOf === undefined ? undefined : allFields[entryOf];
  const fields = entry === undefined ? allFields : insideOf(entry);
  const path = entryOf === undefined ? "" : `${entryOf}.`;
  return [
    ...family.types.map((type): Name => [type, code(entryOf ?? placed.file)]),
    ...addressNames(place),
    ...ruleNames(rules, fields, path),
  ];
}

/** The attributes that say which member a resource is. */
function addressNames(place: AddressRule): Name[] {
  if (place.as === "named") return keyNames(place.by, undefined);
  if (place.as === "tree") return [place.full, place.parent].map((name): Name => [name, "the full path, which is the key"]);
  return place.as === "in" ? innerKeyNames(place.key) : [];
}

function innerKeyNames(key: ConversionKey | undefined): Name[] {
  if (key === undefined || "always" in key) return [];
  if ("oneOf" in key) return key.oneOf.map(oneOfNames);
  if ("address" in key) return keyNames(key.address, undefined);
  return key.named === undefined ? keyNames(key.by, key.scope) : [[key.by, `${theKey}, by name`]];
}

/** An attribute of which the key has the name, too. */
function oneOfNames(name: string): Name {
  return [name, `${theKey}, as ${code(`${name}=VALUE`)}`];
}

function ruleNames(rules: Rules, fields: Fields, path: string): Name[] {
  return Object.entries(rules).flatMap(([name, rule]) => (isCarried(rule) ? carriedNames(name, rule, fields, path) : []));
}

/** A rule that gives an attribute another name, or its parts. */
type Carried = Extract<Rule, { readonly to: string }>;

function isCarried(rule: Rule): rule is Carried {
  return rule !== aside && "to" in rule;
}

function carriedNames(name: string, { to, as }: Carried, fields: Fields, path: string): Name[] {
  const fieldName = resolved(to, fields);
  const field = fieldName === undefined ? undefined : fields[fieldName];
  if (fieldName === undefined || field === undefined) return [];
  const write = `${code(path + fieldName)}${as === "opposite" ? ", with the opposite value" : ""}`;
  const inner = typeof as !== "object" ? {} : "each" in as ? as.each : "one" in as ? as.one : {};
  const isSame = name === fieldName || name === field.vendor;
  return [...(isSame ? [] : [[name, write] as const]), ...ruleNames(inner, insideOf(field), `${path}${fieldName}.`)];
}

/** The attribute's own name, where the rule gives an old one or the one that real servers have; undefined where there is none. */
function resolved(name: string, fields: Fields): string | undefined {
  const fieldName = attributeNamed(fields, name);
  const deprecated = fieldName === undefined ? undefined : fields[fieldName]?.deprecated;
  return deprecated?.alias ? deprecated.replacement : fieldName;
}
