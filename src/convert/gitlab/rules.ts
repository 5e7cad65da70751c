import type { NumberedThing } from "./ids.js";

/** What becomes of one attribute of a resource. An attribute without a rule goes by its own name, or by the vendor's name of ours. */
export type Rule =
  /** Goes by another name. */
  | { readonly to: string; readonly as?: ConversionForm }
  /** Is not carried over, and why. */
  | { readonly lost: string }
  /** Says where the thing is, how the provider goes about it, or once more what is said elsewhere. */
  | typeof aside;

/** The rule of what says nothing of its own. */
export const aside = "aside";

/** How the value differs from ours, beside what our field's own type tells. */
export type ConversionForm =
  /** A block of which there is one: a list with one object. */
  | { readonly one: Rules }
  /** Objects that are entries of ours. */
  | { readonly each: Rules }
  /** Access levels as words that are entries of ours. */
  | "levels"
  /** One such word. Where entries stand beside it, it is one more of them. */
  | "level"
  /** One item of a list. */
  | "item"
  /** The value of one entry of a map, which this attribute names. */
  | { readonly entryNamedBy: string }
  /** Objects of which each is an entry of a map: the attributes with its name and its value. */
  | { readonly pairs: readonly [name: string, value: string] }
  /** What is in a file; this attribute says how it is encoded, and without it Base64 is meant. */
  | { readonly encodedBy: string }
  /** A list that is one text with commas. */
  | "commas"
  /** Ours says the opposite. */
  | "opposite"
  /** Is left out where it is what goes without saying. */
  | "unless-default"
  /** An object that is a map of ours, some of its entries under other names; what is not set is none. */
  | { readonly renamed: { readonly [name: string]: string } }
  /** Objects of which each is an item of a list: the attribute with it. */
  | { readonly valuesOf: string }
  /** Other words for some values. */
  | { readonly words: { readonly [word: string]: string } };

/** Rules by attribute. */
export type Rules = { readonly [attribute: string]: Rule };

/** Which thing a resource is about. */
export type AddressRule =
  /** The only one of its kind. */
  | { readonly as: "one" }
  /** Known by a name at the top. */
  | { readonly as: "named"; readonly by: string }
  | TreeAddressRule
  /** What one of these attributes names, by number or path; with `key`, something in it. */
  | { readonly as: "in"; readonly of: readonly string[]; readonly thing: NumberedThing; readonly key?: ConversionKey };

/** A group or project: the attributes with its full path and the number of what it lies in. Its own part of the path is `path` or made of `name`. */
export interface TreeAddressRule {
  readonly as: "tree";
  readonly full: string;
  readonly parent: string;
  readonly canBeTop: boolean;
}

/** What tells a thing from its siblings. */
export type ConversionKey =
  /** An attribute that says it; with `named`, by the number of such a thing. `scope` is the attribute of what else tells it apart. */
  | { readonly by: string; readonly named?: NumberedThing; readonly scope?: string }
  /** The one of these that says something, under its name. */
  | { readonly oneOf: readonly string[] }
  /** An address, without the name and password in it. */
  | { readonly address: string }
  /** What is always the same. */
  | { readonly always: string };

/** Resources that become things of one kind, or parts of one. */
export interface Family {
  readonly types: readonly string[];
  /** Name of the kind. */
  readonly kind: string;
  readonly place: AddressRule;
  readonly rules: Rules;
  /** Attribute that holds several things, each with what the resource says beside it. */
  readonly several?: string;
  /** Attribute of ours of which the resource is one entry. */
  readonly entryOf?: string;
  /** Several resources together say what lists and maps of ours hold. */
  readonly adds?: boolean;
  /** Attributes that ours must have and the provider does not know, each with the one that it is taken from. */
  readonly borrowed?: { readonly [name: string]: string };
  /** Attribute that is false where nothing of it is in force. */
  readonly switchedBy?: string;
  /** What the files say more than the resources do. */
  readonly caution?: string;
}

/** The same rule for several attributes. */
export function all(names: readonly string[], rule: Rule): Rules {
  return Object.fromEntries(names.map((name) => [name, rule]));
}

/** How new default branches are protected: one block, with levels as words. */
export const branchDefaults = {
  to: "default_branch_protection_defaults",
  as: {
    one: { allowed_to_push: { to: "allowed_to_push", as: "levels" }, allowed_to_merge: { to: "allowed_to_merge", as: "levels" } },
  },
} as const satisfies Rule;

/** A picture: its file is not in a state. */
export const picture = { lost: "a picture's file stands beside the files: copy it there and write its path" } as const;
