import { attributeNamed } from "../../core/fields.js";
import { isObject, type Value } from "../../core/json.js";
import { fieldsOf, kindIn, kindOf, type Kinds, type PlacedKind, topParent } from "../../core/kind.js";
import { withoutAddressSecrets } from "../../core/secret-names.js";
import { reshaped, topicsOf } from "./entries.js";
import type { ConfigLevel } from "./levels.js";
import { type SectionPart, type SectionContext, sectionParts } from "./parts.js";
import { lostSections, type GitlabformSection } from "./sections.js";
import { type ConfigBranch, isBranch, leafOf, type ConfigTree } from "./tree.js";
import type { Values } from "./values.js";

/** What a level says of one thing, or of one attribute of what there is one of. */
export interface LevelUnit {
  /** The same for what says something of the same. */
  readonly id: string;
  readonly parent: "project" | "group";
  /** What hangs on the group or project, by its key in the files; undefined for itself. */
  readonly file?: string;
  readonly key?: string;
  /** By name; what trueup does not know stands under `unchecked`. */
  readonly attributes: ReadonlyMap<string, Value>;
  readonly unchecked: ReadonlyMap<string, Value>;
  /** Only groups that a level names itself get it, or those at the top: others cannot have it, or have it from there. */
  readonly topOnly: boolean;
  /** It is to be gone. */
  readonly isAbsent: boolean;
  readonly at: string;
}

/** All that a level and those above it say. */
export interface LevelUnits {
  readonly level: ConfigLevel;
  readonly units: ReadonlyMap<string, LevelUnit>;
  /** What hangs on groups or projects and is to go where it is not named, as `PARENT FILE`. */
  readonly enforced: ReadonlySet<string>;
}

/** What reading the units of a level needs beside it. */
interface UnitContext extends SectionContext {
  readonly kinds: Kinds;
  readonly values: Values;
}

/** Reads what one level says. */
export class UnitReader {
  private readonly units = new Map<string, LevelUnit>();
  private readonly enforced = new Set<string>();

  constructor(private readonly context: UnitContext) {}

  read(): LevelUnits {
    const { units, enforced } = this;
    const { level } = this.context;
    const isArchived = leafOf(level.sections.get("project"), "archive") === true;
    for (const [name, tree] of level.sections) {
      if (!isBranch(tree)) {
        if (level.own.parts.has(name)) this.context.omissions.tell(tree.at, `${name} is left out: it says nothing`);
        continue;
      }
      if (leafOf(tree, "skip") === true) continue;
      if (isArchived && name !== "project" && !name.startsWith("group_")) {
        if (level.own.parts.has(name))
          this.context.omissions.tell(
            tree.at,
            `${name} is left out: gitlabform touches nothing else of a project that it archives`,
          );
        continue;
      }
      for (const part of this.partsOf(name, tree)) {
        if (part.section.parent === "group" && (level.sort === "project" || level.sort === "pattern")) {
          if (level.own.parts.has(name)) this.context.omissions.tell(tree.at, `${name} is left out: ${level.key} is no group`);
          continue;
        }
        this.take(part);
      }
    }
    return { level, units, enforced };
  }

  private partsOf(name: string, tree: ConfigBranch): readonly SectionPart[] {
    const parts = sectionParts(name, tree, this.context);
    if (parts) return parts;
    const why = Object.hasOwn(lostSections, name) ? lostSections[name] : "gitlabform does not know such a section";
    this.context.omissions.tell(tree.at, `${name} is left out: ${why ?? ""}`);
    return [];
  }

  private take(part: SectionPart): void {
    const { level, kinds } = this.context;
    const { section, tree, enforcedAt } = part;
    const kind = kindOf(kinds, section.kind);
    const isOwn = section.kind === section.parent;
    if (!isOwn && !Object.hasOwn(kind.parents, section.parent)) {
      this.context.omissions.tell(
        tree.at,
        `${part.name} is left out: trueup does not manage ${kind.title} of ${section.parent}s`,
      );
      return;
    }
    const placed = kindIn(kind, isOwn ? topParent : section.parent);
    if (placed.topOnly && level.path.includes("/")) {
      if (level.own.parts.has(part.name))
        this.context.omissions.tell(tree.at, `${part.name} is left out: only groups at the top have it`);
      return;
    }
    if (section.as === "attributes") {
      for (const unit of this.attributes(section, placed, tree)) this.units.set(unit.id, unit);
      return;
    }
    const lost = [...tree.parts].filter(([label, entry]) => !this.entry(part, placed, label, entry));
    if (enforcedAt === undefined) return;
    if (lost.length === 0) this.enforced.add(`${section.parent} ${placed.file}`);
    else
      this.context.omissions.tell(
        enforcedAt,
        `enforce is left out of ${level.key}: delete_undeclared would delete ${lost.map(([label]) => withoutAddressSecrets(label)).join(", ")}, which the files do not say`,
      );
  }

  /** One unit for each attribute: levels say some of them each. */
  private attributes(section: GitlabformSection, kind: PlacedKind, tree: ConfigBranch): LevelUnit[] {
    const file = section.kind === section.parent ? undefined : kind.file;
    return [...tree.parts].flatMap(([name, part]) => {
      const contents = name === "topics" && section.kind === "project" ? topicsOf(part) : part;
      const branch = { at: tree.at, parts: new Map([[name, contents]]) };
      const { attributes, unchecked } = this.attributesOf(section, kind, branch, undefined);
      return [...attributes.keys(), ...unchecked.keys()].map((attribute): LevelUnit => ({
        id: `${section.parent} ${file ?? ""} .${attribute}`,
        parent: section.parent,
        ...(file === undefined ? {} : { file }),
        attributes,
        unchecked,
        topOnly: isOfTop(section, kind),
        isAbsent: false,
        at: part.at,
      }));
    });
  }

  /** False for what the files cannot say. */
  private entry({ section, name }: SectionPart, kind: PlacedKind, given: string, tree: ConfigTree): boolean {
    const why = section.lost?.[given];
    if (!isBranch(tree)) {
      const reason = why ?? `${name} holds entries, and this is none`;
      this.context.omissions.tell(tree.at, `${withoutAddressSecrets(given)} is left out: ${reason}`);
      return why !== undefined;
    }
    if (leafOf(tree, "skip") === true) return true;
    const made = Object.hasOwn(reshaped, name) ? reshaped[name]?.(given, tree, this.context.omissions) : ([given, tree] as const);
    if (made === undefined) return false;
    const [label, entry] = made;
    const key = this.keyOf(section, label, entry);
    const { parent } = section;
    const topOnly = isOfTop(section, kind);
    const place = { id: `${parent} ${kind.file} ${key.toLowerCase()}`, parent, file: kind.file, key, topOnly, at: entry.at };
    const isAbsent =
      leafOf(entry, "delete") === true || (section.unlessOff !== undefined && leafOf(entry, section.unlessOff) !== true);
    if (kind.key?.values && !kind.key.values.includes(key)) {
      this.context.omissions.tell(entry.at, `${key} is left out: trueup does not know it`);
      return false;
    }
    const both = isAbsent
      ? { attributes: new Map<string, Value>(), unchecked: new Map<string, Value>() }
      : this.attributesOf(section, kind, entry, key);
    if (this.units.has(place.id)) this.context.omissions.tell(entry.at, `${name} names ${key} twice: what stands last counts`);
    this.units.set(place.id, { ...place, ...both, isAbsent });
    return true;
  }

  private keyOf({ key, keys = [], scope }: GitlabformSection, label: string, entry: ConfigBranch): string {
    for (const name of keys) {
      const named = leafOf(entry, name);
      if (typeof named === "string") return `${name}=${named}`;
    }
    const keyValue = key === undefined ? undefined : leafOf(entry, key);
    const scopeValue = scope === undefined ? undefined : leafOf(entry, scope);
    const suffix = typeof scopeValue === "string" && scopeValue !== "*" ? `@${scopeValue}` : "";
    return (typeof keyValue === "string" || typeof keyValue === "number" ? String(keyValue) : label) + suffix;
  }

  private attributesOf(
    { key, keys = [], scope, names = {}, aside = [], lost = {} }: GitlabformSection,
    kind: PlacedKind,
    { parts }: ConfigBranch,
    entryKey: string | undefined,
  ): Pick<LevelUnit, "attributes" | "unchecked"> {
    const { path } = this.context.level;
    const fields = fieldsOf(kind, { key: entryKey });
    const attributes = new Map<string, Value>();
    const unchecked = new Map<string, Value>();
    const silent = new Set([key, scope, ...keys, ...aside, "delete", "skip", "inherit"]);
    for (const [name, part] of parts) {
      if (silent.has(name)) continue;
      const why = Object.hasOwn(lost, name) ? lost[name] : undefined;
      if (why !== undefined) {
        this.context.omissions.tell(part.at, `${name} is left out: ${why}`);
        continue;
      }
      const wanted = Object.hasOwn(names, name) ? (names[name] ?? name) : name;
      const fieldName = attributeNamed(fields, wanted);
      const field = fieldName === undefined ? undefined : fields[fieldName];
      const place = { path: path === "" ? "all" : path, key: entryKey, attribute: fieldName ?? name };
      const value = this.context.values.of(field, part, names, place);
      if (value === undefined) continue;
      if (fieldName === undefined) unchecked.set(name, value);
      else attributes.set(fieldName, value);
    }
    return { attributes, unchecked };
  }
}

function isOfTop({ flowsDown }: GitlabformSection, kind: PlacedKind): boolean {
  return flowsDown === true || kind.topOnly === true;
}

/** True if two values are the same, placeholders included. */
export function isEqual(value: Value | undefined, other: Value | undefined): boolean {
  return JSON.stringify(value ?? null) === JSON.stringify(other ?? null) && isObject(value) === isObject(other);
}
