import type { Field, Fields } from "../../core/fields.js";
import { type Spec, type Value, canonicalJson, isObject } from "../../core/json.js";
import { type Kinds, type PlacedKind, fieldsOf, kindAt } from "../../core/kind.js";
import type { Action, Change, Desired } from "../../core/plan.js";
import { topName } from "../../core/steps.js";
import { movedName } from "../forms/index.js";
import { addressOfChange } from "./change-address.js";
import type { ChangeDraft, Preserved } from "./draft.js";

/** What a change of a plan asks the platform for: all that its calls are made of, beside what is live. */
export interface ChangeContent {
  readonly kind: PlacedKind;
  readonly fields: Fields;
  readonly path: string | undefined;
  readonly key: string | undefined;
  readonly action: Action;
  /** Attributes to write, in file form with placeholders. */
  readonly write: Spec;
  readonly preserved: readonly Preserved[];
}

/** What a change of a plan document asks for. */
export function askedBy(change: Omit<Change, "calls">, kinds: Kinds): ChangeContent {
  const address = addressOfChange(change, kinds);
  const kind = kindAt(kinds, address);
  const { path, key } = address;
  const { action, kept: preserved } = change;
  const write = { ...attributesOf(change, kind, key), ...change.sends };
  return { kind, fields: fieldsOf(kind, { key }), path, key, action, write, preserved };
}

/** The attributes that a change gives, in file form: parts of records under their record. */
export function attributesOf({ attributes }: Pick<Change, "attributes">, kind: PlacedKind, key: string | undefined): Spec {
  const spec: Record<string, Value | undefined> = {};
  for (const { path, after } of attributes) {
    const name = topName(path);
    if (after === undefined || isName(kind, key, name)) continue;
    const whole = spec[name];
    spec[name] = path === name ? after : { ...(isObject(whole) ? whole : {}), [path.slice(name.length + 1)]: after };
  }
  return spec;
}

/** What of a draft's writes the attributes of its change do not tell; a flag with routes of its own that stays on while the rest is written is one, too. */
export function sendsOf(
  { kind, key, write, desired, live, fields, action }: ChangeDraft,
  attributes: Change["attributes"],
): Pick<Change, "sends"> {
  if (action === "delete") return Object.keys(write).length === 0 ? {} : { sends: write };
  const told = attributesOf({ attributes }, kind, key);
  const staysOn = Object.keys(fields).filter(
    (name) => fields[name]?.toggle && write[name] === undefined && desired?.spec[name] === true && live?.spec[name] === true,
  );
  const sends = Object.entries({ ...write, ...Object.fromEntries(staysOn.map((name) => [name, true])) }).filter(
    ([name, value]) => value !== undefined && (told[name] === undefined || canonicalJson(told[name]) !== canonicalJson(value)),
  );
  return sends.length === 0 ? {} : { sends: Object.fromEntries(sends) };
}

/** True for an attribute that is set by calls of its own, not by the update. */
export function isApart(field: Field | undefined): boolean {
  return field?.toggle !== undefined || field?.links !== undefined || field?.through !== undefined;
}

/** What of a thing that is to go is said to the call before that. */
export function saidOnDelete(fields: Fields, { spec }: Pick<Desired, "spec">): Spec {
  return Object.fromEntries(Object.entries(spec).filter(([name]) => fields[name]?.on === "delete"));
}

/** What of a thing that is to stay is written. */
export function saidOfState(fields: Fields, spec: Spec): Spec {
  return Object.fromEntries(Object.entries(spec).filter(([name]) => fields[name]?.on !== "delete"));
}

/** True for what a change calls the full path or the key, which is no attribute. */
function isName(kind: PlacedKind, key: string | undefined, name: string): boolean {
  return name === (kind.tree ? movedName : kind.key?.read) && !Object.hasOwn(fieldsOf(kind, { key }), name);
}
