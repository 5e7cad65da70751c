import type { Field } from "../../core/fields.js";
import type { Kind } from "../../core/kind.js";

/** A type of Terraform's language, in the JSON spelling of its type system. */
export type TerraformType =
  | "string"
  | "number"
  | "bool"
  | "dynamic"
  | readonly ["list" | "set" | "map", TerraformType]
  | readonly ["tuple", readonly TerraformType[]]
  | readonly ["object", { readonly [name: string]: TerraformType }];

/**
 * Who gives an attribute its value.
 * - `required`, `optional`: the configuration alone.
 * - `managed`: the configuration if it names it, else it is left as it is on the platform (optional and computed).
 * - `computed`: the provider alone.
 */
export type AttributeUse = "required" | "optional" | "managed" | "computed";

/** What an attribute stands for beside the attributes of the kind. */
export type AttributeRole =
  /** The full path of a group or project, or of what the thing hangs on. */
  | "path"
  /** What tells it from its siblings: the name of a topic or rule, the tier of an environment. */
  | "key"
  /** The number that the platform knows it by, as text; the address where there is none. */
  | "id"
  /** Names attributes that are to be unset: what `null` says in a file. */
  | "unset"
  /** Names that the schema does not know. */
  | "unchecked"
  /** Attributes of one key's shape, under the key's name. */
  | "shape"
  /** A number that is raised to send a write-only secret again. */
  | "secret_version"
  /** The write-only form of an attribute whose value may hold credentials. */
  | "secret_form"
  /** sha256 of a picture. */
  | "image_hash"
  /** Whether a destroy or a replacement may delete it. */
  | "protection";

/** One attribute of a resource or data source, or of an object inside of one. */
export interface TerraformAttribute {
  readonly description: string;
  readonly use: AttributeUse;
  /** Either this or `nested`. */
  readonly type?: TerraformType;
  readonly nested?: { readonly mode: "single" | "list" | "set" | "map"; readonly attributes: TerraformAttributes };
  readonly sensitive?: true;
  /** In the configuration only: never in a plan or state. */
  readonly writeOnly?: true;
  /** What to use in its place. */
  readonly deprecated?: string;
  /** The attribute of the kind that it stands for, and its name there. */
  readonly field?: Field;
  readonly name?: string;
  readonly role?: AttributeRole;
  /** Of `secret_version`, `secret_form` and `image_hash`: the attribute that they accompany. Of `shape`: the key. Of `path`: the kind of what the thing hangs on, if on anything. */
  readonly of?: string;
  /** Of `path`: there are several, and exactly one of them is given. */
  readonly oneOf?: true;
}

/** Attributes by name. */
export type TerraformAttributes = { readonly [name: string]: TerraformAttribute };

/** One resource type, and the data source of the same name. */
export interface TerraformResource {
  /** For example `trueup_project`. */
  readonly type: string;
  readonly kind: Kind;
  /** The kinds of the things that it may hang on. */
  readonly holders: readonly Kind[];
  readonly description: string;
  readonly attributes: TerraformAttributes;
  /** Attributes of the data source: what finds the thing is required, all else computed; no secrets. */
  readonly data: TerraformAttributes;
}
