import { type Field, type FieldOptions, type Fields, typeOf } from "../core/fields.js";
import type { Refinements } from "../core/kind-data.js";
import { allFields, type Kind, type Kinds } from "../core/kind.js";
import type { FactsTable, FieldAdditions, KindFacts, SettledFacts, ShapeDescription } from "../core/release-facts.js";
import type { Dates } from "../core/release-words.js";
import { settledType, type TypeEvidence } from "./evidence.js";
import { datesAnywhere, datesOf, datesUnder, isDated, type KnownDates, nameInShape, type Sightings } from "./known-dates.js";
import { type KindParameters, parametersOf, type ParameterUse, shapeAttributes, standings } from "./parameters.js";
import { describedByName, plainField, type Secrecy } from "./plain-field.js";
import type { ParameterFacts, ReleaseFacts } from "./release.js";

/** What a field is made of. `isTold` where no facts have it, so that its type is a guess. */
interface FieldSource extends Pick<ParameterUse, "operation" | "parameter"> {
  readonly isTold?: true;
}

/** What is known beside the facts themselves, from data of the repository. */
export interface SettlingFacts {
  readonly evidence: TypeEvidence;
  readonly secrecy: Secrecy;
  readonly dates: KnownDates;
  /** Attributes that are known from elsewhere alone. */
  readonly announced: (kind: string) => readonly string[];
}

/** What facts of releases, the oldest first, say of kinds beyond their files. */
export function factsTable(kinds: Kinds, releases: readonly ReleaseFacts[], settling: SettlingFacts): FactsTable {
  const known = [...kinds].map(([name, kind]) => [name, factsOf(kind, releases, settling)] as const);
  return { releases: releases.map(({ release }) => release), kinds: Object.fromEntries(known) };
}

function factsOf(kind: Kind, releases: readonly ReleaseFacts[], settling: SettlingFacts): KindFacts {
  const groups = parametersOf(kind, releases);
  const settle = (group: KindParameters | undefined, key: string | undefined): SettledFacts =>
    new Settlement(kind, key, group, settling).facts();
  const { shapes, subjects } = kind;
  const byParent = factsByParent(kind, groups, settling.dates);
  const about = { ...(subjects ? { subjects } : {}), ...byParent, ...shownBeside(kind, groups) };
  if (!shapes) return { ...settle(groups[0], undefined), ...about };
  const all = groups.flatMap(({ operations }) => operations);
  const keys = [...new Set([...Object.keys(shapes), ...groups.flatMap(({ key }) => key ?? [])])];
  const settled = keys.map((key) => {
    const group = groups.find((parameters) => parameters.key === key);
    const operations = group?.operations.filter((operation) => operation.key === key) ?? [];
    const described = descriptionOf(shapes[key] ?? { description: describedByName(key), dialect: "vendor" });
    const dates = datesOf(sightings(all, operations), settling.dates(kind.name, key));
    return [key, { ...settle(group, key), ...described, ...dates }] as const;
  });
  return { fields: {}, additions: {}, shapes: Object.fromEntries(settled), ...about };
}

function descriptionOf({ description, tier, dialect, made }: ShapeDescription): ShapeDescription {
  return { description, ...(tier ? { tier } : {}), ...(dialect ? { dialect } : {}), ...(made ? { made } : {}) };
}

/** In which of the releases that have any of `all` some of `these` are. */
function sightings(all: readonly { readonly release: string }[], these: readonly { readonly release: string }[]): Sightings {
  const releases = [...new Set(all.map(({ release }) => release))];
  return releases.map((release) => ({ release, isThere: these.some((sighting) => sighting.release === release) }));
}

/** What facts say of a kind, or of one of its shapes, attribute by attribute. */
class Settlement {
  private readonly written: KindParameters["operations"];

  constructor(
    private readonly kind: Kind,
    private readonly key: string | undefined,
    private readonly group: KindParameters | undefined,
    private readonly settling: SettlingFacts,
  ) {
    this.written = (group?.operations ?? []).filter(({ role }) => role === "create" || role === "update");
  }

  facts(): SettledFacts {
    const stand = standings(this.kind, this.key);
    const fields: Record<string, Field> = {};
    const uses = new Map<string, ParameterUse[]>();
    for (const [name, ofName] of this.group?.uses ?? []) {
      const { standing, attribute } = stand(name);
      if (standing === "plain") fields[name] = this.plain(name, ofName);
      if (attribute !== undefined) uses.set(attribute, [...(uses.get(attribute) ?? []), ...ofName]);
    }
    return { fields: { ...fields, ...this.announced(fields) }, additions: this.additions(uses) };
  }

  /** What is known of attributes by name alone, until facts of a release have them. */
  private announced(known: Fields): Fields {
    if (this.key !== undefined) return {};
    const fields = allFields(this.kind);
    const operation = this.written.at(-1)?.operation ?? "";
    return Object.fromEntries(
      this.settling
        .announced(this.kind.name)
        .filter((name) => !Object.hasOwn(known, name) && !Object.hasOwn(fields, name) && !name.includes("."))
        .map((name) => {
          const source = { operation, parameter: { type: "string" }, isTold: true } as const;
          return [name, this.finished(name, this.fieldOf(name, source), this.dates(name, []))];
        }),
    );
  }

  private additions(uses: ReadonlyMap<string, readonly ParameterUse[]>): SettledFacts["additions"] {
    const fields = shapeAttributes(this.kind, this.key);
    return Object.fromEntries(
      Object.entries(fields).flatMap(([name, field]) => {
        const additions = field.deprecated?.alias ? {} : this.addition(name, field, uses.get(name) ?? []);
        return Object.keys(additions).length === 0 ? [] : [[name, additions] as const];
      }),
    );
  }

  private addition(name: string, field: Field, uses: readonly ParameterUse[]): FieldAdditions {
    const newest = uses.at(-1)?.parameter;
    return { ...this.dates(name, uses), ...newWords(field, newest), ...this.inside(name, field, uses) };
  }

  /** Attributes of a record, and of entries, that the kind's file does not name. */
  private inside(name: string, field: Field, uses: readonly ParameterUse[]): Pick<FieldAdditions, "fields"> {
    if (field.fields === undefined) return {};
    const fields = field.fields;
    if (!typeOf(field).isManagedInParts) return this.toldInside(name, fields);
    const within = uses.flatMap((use) => (use.parameter.properties ? [{ ...use, inner: use.parameter.properties }] : []));
    const names = new Set(within.flatMap(({ inner }) => Object.keys(inner)));
    const parts = [...names].flatMap((part) => {
      const seen = within.flatMap(({ inner, ...use }) => {
        const parameter = inner[part];
        return parameter === undefined ? [] : [{ ...use, parameter }];
      });
      const dates = datesOf(sightings(within, seen), this.told(`${name}.${part}`));
      const newest = seen.at(-1);
      if (Object.hasOwn(fields, part)) return Object.keys(dates).length === 0 ? [] : [[part, dates] as const];
      if (newest === undefined) return [];
      const plain = this.fieldOf(part, newest);
      return [[part, this.described(`${name}.${part}`, { ...plain, ...dates, plain: true })] as const];
    });
    return parts.length === 0 ? {} : { fields: Object.fromEntries(parts) };
  }

  /** Of entries only dates are told: what they take is not in the facts, or not rightly. */
  private toldInside(name: string, fields: Fields): Pick<FieldAdditions, "fields"> {
    const parts = Object.keys(fields).map((part) => [part, this.told(`${name}.${part}`)] as const);
    const dated = parts.filter(([, dates]) => Object.keys(dates).length > 0);
    return dated.length === 0 ? {} : { fields: Object.fromEntries(dated) };
  }

  private plain(name: string, uses: readonly ParameterUse[]): Field {
    const release = uses.at(-1)?.release;
    const newest = uses.filter((use) => use.release === release);
    const use = newest.find(({ role }) => role === "update") ?? newest[0];
    if (use === undefined) throw new Error(`no operation takes ${name}`);
    const field = this.fieldOf(name, use);
    return this.finished(name, { ...this.needed(field, newest), ...this.placing(name, newest) }, this.dates(name, uses));
  }

  private fieldOf(name: string, source: FieldSource): Field {
    const { evidence, secrecy } = this.settling;
    const field = settledField(name, source, evidence, secrecy.of(this.kind.name, this.key, name));
    // What stands under a key of its own in replies is not in the facts, but no server shows a secret there.
    return field.secret && this.kind.readUnder !== undefined ? { ...field, unreadable: true } : field;
  }

  private finished(name: string, field: Field, dates: Dates): Field {
    return this.described(name, { ...field, ...dates, dialect: "vendor", plain: true });
  }

  /** A field with what people say of it; what stands inside of one goes by its dotted name. */
  private described(name: string, field: Field): Field {
    const shape = this.key === undefined ? undefined : this.kind.shapes?.[this.key];
    const refined: Refinements = { ...this.kind.refined, ...shape?.refined };
    const whole = { ...field, ...refined[name] };
    const description = whole.description === "" ? describedByName(name.split(".").at(-1) ?? name) : whole.description;
    const item = whole.item && { item: this.describedItem(name, whole.item) };
    if (whole.fields === undefined) return { ...whole, ...item, description };
    return { ...whole, description, fields: this.describedParts(name, whole.fields) };
  }

  private describedItem(name: string, item: Field): Field {
    const description = item.description || "One of them.";
    if (item.fields === undefined) return { ...item, description };
    // What stands in an item of a list is there or not: it cannot be unset.
    const stated = Object.entries(item.fields).map(([part, { nullable: _nullable, ...field }]) => [part, field] as const);
    return { ...item, description, fields: this.describedParts(name, Object.fromEntries(stated)) };
  }

  private describedParts(name: string, parts: Fields): Fields {
    return Object.fromEntries(
      Object.entries(parts).map(([part, field]) => [part, this.described(`${name}.${part}`, { ...field, plain: true })] as const),
    );
  }

  /** What has to be there cannot be unset, and a call that replaces the whole must say it each time. */
  private needed(field: Field, uses: readonly ParameterUse[]): Field {
    if (!uses.some(({ parameter }) => parameter.required)) return field;
    const { nullable: _, ...rest } = field;
    const text = typeOf(field).isFreeText ? { min: 1 } : {};
    return { ...rest, ...text, required: true, ...(this.kind.slots && this.kind.shapes ? { carried: true } : {}) };
  }

  /** Which calls take it, and which replies show it. */
  private placing(name: string, uses: readonly ParameterUse[]): FieldOptions {
    const release = uses[0]?.release;
    const operations = (this.group?.operations ?? []).filter((operation) => operation.release === release);
    const roles = new Set(uses.map(({ role }) => role));
    const writes = new Set(operations.flatMap(({ role }) => (role === "create" || role === "update" ? [role] : [])));
    const only = writes.size === 2 && roles.size === 1 ? [...roles][0] : undefined;
    return {
      ...(only === "create" || only === "update" ? { on: only } : {}),
      ...(writes.has("create") && !writes.has("update") ? { carried: "replaced" as const } : {}),
      ...this.showing(name, operations),
    };
  }

  private showing(name: string, operations: KindParameters["operations"]): FieldOptions {
    if (this.kind.readUnder !== undefined) return {};
    const shows = (role: string): boolean | undefined => {
      const doing = operations.filter((operation) => operation.role === role);
      const replies = doing.flatMap(({ facts }) => (facts.reply ? [facts.reply] : []));
      return replies.length === 0 ? undefined : replies.some((reply) => Object.hasOwn(reply, name));
    };
    const single = shows("read") ?? shows("update");
    if (single === false) return shows("list") === true ? {} : { unreadable: true };
    return single === true && shows("list") === false ? { shown: "read" } : {};
  }

  private dates(name: string, uses: readonly ParameterUse[]): Dates {
    // Only an operation that takes it in some release can be looked at for it in the others.
    const roles = new Set(uses.map(({ role }) => role));
    const written = roles.size === 0 ? this.written : this.written.filter(({ role }) => roles.has(role));
    return datesOf(sightings(written, uses), this.told(name));
  }

  private told(attribute: string): Dates {
    return datesAnywhere(this.settling.dates, this.kind, nameInShape(this.key, attribute));
  }
}

/** A field of the type that facts, corrections or its name tell. A text that nobody has decided about is a secret. */
export function settledField(
  name: string,
  { operation, parameter, isTold }: FieldSource,
  evidence: TypeEvidence,
  isSecret = true,
): Field {
  const settled = settledType(operation, name, parameter, evidence, isTold);
  const isText = settled === undefined || (settled.type === "string" && !settled.enum && settled.format !== "binary");
  return plainField(settled, isText && isSecret);
}

/** Words that the kind's file does not have: real servers alone are known to take them. */
function newWords(field: Field, parameter: ParameterFacts | undefined): Pick<FieldAdditions, "values" | "inVendor"> {
  const { inVendor, dialect } = field;
  const values = inVendor?.values ?? field.values;
  if (values === undefined || typeOf(field).namesNumbers || parameter?.enum === undefined) return {};
  const words = parameter.enum.filter((word) => typeof word !== "boolean");
  const further = words.filter((word) => !values.some((value) => String(value) === String(word)));
  if (further.length === 0) return {};
  const all = [...values, ...further];
  return dialect === "vendor" ? { values: all } : { inVendor: { ...inVendor, values: all } };
}

/**
 * What replies of a kind show in the known releases that is neither an attribute nor a parameter of its operations, sorted: whatever else a server shows a newer one has added. Undefined
 * where no release declares its replies.
 */
function shownBeside(kind: Kind, groups: readonly KindParameters[]): { readonly shows?: readonly string[] } {
  const replies = groups.flatMap(({ operations }) => operations.flatMap(({ facts }) => (facts.reply ? [facts.reply] : [])));
  if (replies.length === 0) return {};
  const shapeNames = new Set(Object.keys(shapeAttributes(kind, undefined)));
  const names = new Set(replies.flatMap((reply) => Object.keys(reply)).filter((name) => !shapeNames.has(name)));
  return { shows: [...names].sort() };
}

type ByParent = Pick<KindFacts, "lacks" | "dates" | "unpaged">;

/** What facts say of a kind that differs with what its members hang on. Nothing is said of what no facts know, nor of what the kind's file says of a place itself. */
function factsByParent(kind: Kind, groups: readonly KindParameters[], known: KnownDates): ByParent {
  const taken = kind.shapes ? [] : attributesTaken(kind, groups, known);
  const lacks = taken.map(({ parent, others }) => [parent, others.sort()] as const).filter(([, names]) => names.length > 0);
  const dates = taken.map(({ parent, dates: ofParent }) => [parent, ofParent] as const);
  const dated = dates.filter(([, ofParent]) => Object.keys(ofParent).length > 0);
  const unpaged = unpagedIn(groups);
  return {
    ...(lacks.length > 0 ? { lacks: Object.fromEntries(lacks) } : {}),
    ...(dated.length > 0 ? { dates: Object.fromEntries(dated) } : {}),
    ...(unpaged.length > 0 ? { unpaged } : {}),
  };
}

/** By parent: attributes that operations take elsewhere and none does there, and dates of those that a release takes elsewhere and not there. */
function attributesTaken(kind: Kind, groups: readonly KindParameters[], knownDates: KnownDates) {
  const stand = standings(kind, undefined);
  const uses = groups.flatMap((group) =>
    [...group.uses].flatMap(([name, ofName]) => {
      const { attribute = name, standing } = stand(name);
      const isAttribute = standing === "field" || standing === "alias" || standing === "plain";
      return isAttribute ? ofName.map(({ parent, release }) => ({ attribute, parent, release })) : [];
    }),
  );
  const names = [...new Set(uses.map(({ attribute }) => attribute))];
  const operations = groups.flatMap((group) => group.operations);
  const written = operations.filter(({ role, facts }) => facts.params && (role === "create" || role === "update"));
  return [...new Set(written.map(({ parent }) => parent))].map((parent) => {
    const fields = (Object.hasOwn(kind.parents, parent) ? kind.parents[parent]?.fields : undefined) ?? {};
    const releases = [...new Set(written.filter((operation) => operation.parent === parent).map(({ release }) => release))];
    const takes = (name: string, release: string, here: boolean): boolean =>
      uses.some((use) => use.attribute === name && use.release === release && (!here || use.parent === parent));
    const unsettled = names.filter((name) => !Object.hasOwn(fields, name));
    const there = unsettled.filter((name) => releases.some((release) => takes(name, release, true)));
    const differing = there.filter(
      (name) =>
        isDated(knownDates(kind.name, name, parent)) ||
        releases.some((release) => takes(name, release, false) && !takes(name, release, true)),
    );
    const dates = differing.map((name) => {
      const sightings = releases.map((release) => ({ release, isThere: takes(name, release, true) }));
      return [name, datesOf(sightings, datesUnder(knownDates, kind.name, name, parent))] as const;
    });
    return { parent, others: unsettled.filter((name) => !there.includes(name)), dates: Object.fromEntries(dates) };
  });
}

/** What a kind may hang on where the newest release that has its list takes no number of items for a page. */
function unpagedIn(groups: readonly KindParameters[]): string[] {
  const newest = new Map<string, boolean>();
  for (const { role, parent, facts } of groups.flatMap(({ operations }) => operations))
    if (role === "list") newest.set(parent, facts.params === undefined || !Object.hasOwn(facts.params, "per_page"));
  return [...newest].flatMap(([parent, isWhole]) => (isWhole ? [parent] : []));
}
