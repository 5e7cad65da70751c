import type { Address } from "./address.js";
import type { Spec, Value } from "./json.js";

/**
 * What the files are to say of one thing: the counterpart of `Desired` on the way from the platform to the files. `spec` stands in the same form as that of
 * `Desired` (a secret as a `SecretValue` with its template, a picture as a `FileValue` relative to the root of the files), in the order of the kind's fields.
 */
export interface Declaration extends Address {
  /** The same as text, for people. */
  readonly address: string;
  readonly spec: Spec;
  /** What is live and cannot be said in the files, a sentence each; they stand as comments over the body. */
  readonly remarks: readonly string[];
  /** Presets that it takes, of what stands at the top of files. */
  readonly extends?: readonly string[];
}

/** What many things are to say in one place: a policy where there are globs, else a preset. */
export interface SharedDeclaration {
  readonly name: string;
  /** Name of the kind of the things: one whose members stand under full paths. */
  readonly kind: string;
  /** Globs of full paths that a policy holds for, and of those that it does not. */
  readonly globs: readonly string[];
  readonly except: readonly string[];
  /** What it says of the thing itself, then of what hangs on it; their paths are left out. */
  readonly body: Declaration;
  readonly children: readonly Declaration[];
}

/** What the files could not say of a declaration: attributes (empty for the whole thing), and why. */
export type FindInexpressible = (declaration: Declaration) => readonly { readonly attribute: string; readonly message: string }[];

/** The declaration without what files cannot say, `expressed`, and a remark for each attribute that it loses or why none of it can be said, `gaps`. */
export function expressible(
  declaration: Declaration,
  refuse: FindInexpressible,
): { readonly expressed: Declaration | undefined; readonly gaps: readonly string[] } {
  const { address } = declaration;
  let named = declaration;
  for (let refused = refuse(named); refused.length > 0; refused = refuse(named)) {
    const spec = { ...named.spec };
    const remarks = [...named.remarks];
    for (const { attribute, message } of refused) {
      const [name = attribute] = attribute.split(".");
      if (!Object.hasOwn(named.spec, name)) return { expressed: undefined, gaps: [`${address} cannot be declared: ${message}`] };
      if (spec[name] !== undefined) remarks.push(`${name} is left out: ${message}`);
      delete spec[name];
    }
    named = { ...named, spec, remarks };
  }
  return { expressed: named, gaps: named.remarks.map((remark) => `${address}: ${remark}`) };
}

/** One thing to change in files that people wrote, so that they say what is live. */
export type Edit =
  /** Declares a thing that no file declares yet. */
  | { readonly action: "declare"; readonly declaration: Declaration }
  /**
   * Gives attributes of a declared thing another value, wherever each stands; those that no file names are added to its body. A dotted name is one part of a
   * record. `without` names attributes that are taken out, also `ensure` and `moved_from`.
   */
  | (Subject & { readonly action: "set"; readonly attributes: Spec; readonly without: readonly string[] })
  /** Takes all that the files say of a thing out of them, with what hangs on it. */
  | (Subject & { readonly action: "forget" })
  /** Gives an attribute another value in a policy or preset, where it says that value of things of this kind and key. */
  | (LayerSubject & {
      readonly action: "set-layer";
      readonly layer: { readonly file: "policies" | "presets"; readonly name: string };
    })
  /** Adds an exception of a policy for one thing. */
  | (LayerSubject & { readonly action: "except"; readonly policy: string; readonly reason: string });

/** One attribute of a thing that a layer speaks of: the dotted name of one part of a record, too. */
export interface LayerSubject extends Address {
  readonly attribute: string;
  readonly value: Value;
}

/** Which declared thing an edit is about: its address as text, and the kind of what it hangs on where that has to be said. */
export interface Subject extends Pick<Address, "parent"> {
  readonly address: string;
}

/** A declared thing as edits name it. */
export function subjectOf({ address, parent }: Subject): Subject {
  return { address, ...(parent === undefined ? {} : { parent }) };
}

/** How new files are cut: one for all, one for the instance and one for each top-level group, or besides one for each project. */
export const layouts = ["single", "per-group", "per-project"] as const;
/** One of them. */
export type Layout = (typeof layouts)[number];

/** What declarations can be turned into beside files of ours: Terraform's language, to make things or to import those that are there, or TypeScript. */
export const languages = ["hcl", "hcl-import", "cdktf"] as const;
/** One of them. */
export type Language = (typeof languages)[number];

/** What declarations can be made of, beside a live instance: files of ours, or the state or plan of the platform's widely used Terraform provider, or a configuration of gitlabform. */
export const convertSources = ["trueup", "gitlab-terraform", "gitlabform"] as const;
/** One of them. */
export type ConvertSource = (typeof convertSources)[number];
