import { Placeholder } from "./types/json.js";

export { isPlaceholder, type Placeholder } from "./types/json.js";

/*
 * Values that stand for something that is known elsewhere or later. Each is an object of a class that only this file can make, so nothing that comes from JSON or YAML
 * (a file, a reply, a plan) is ever taken for one, whatever its keys. Their own properties are their written form, which is read back in plan files only (engine/plan/read-plan.ts).
 */

class Ref extends Placeholder {
  constructor(
    readonly $ref: string,
    readonly field: string,
  ) {
    super();
  }
}

class Lookup extends Placeholder {
  constructor(
    readonly $lookup: string,
    readonly field: string,
  ) {
    super();
  }
}

class Secret extends Placeholder {
  constructor(readonly $secret: string) {
    super();
  }
}

class File extends Placeholder {
  declare protected readonly declared: never;

  constructor(
    readonly $file: string,
    readonly sha256: string,
  ) {
    super();
  }
}

class Masked extends Placeholder {
  readonly $secret = null;
}

class Picture extends Placeholder {
  declare protected readonly live: never;

  constructor(
    readonly $file: string,
    readonly sha256: string,
  ) {
    super();
  }
}

/** `{"$ref": "c1", "field": "id"}`: an attribute of the reply to another call; until calls have ids, an address stands for its first call. */
export type RefValue = Ref;
/** `{"$lookup": "GET /projects/{project}/protected_branches/main", "field": "id"}`: an attribute of what a read answers at apply, in the parameters of its call. */
export type LookupValue = Lookup;
/** `{"$secret": "template with ${env:X}"}`: the template is kept, the value never. */
export type SecretValue = Secret;
/** `{"$file": "assets/logo.png", "sha256": "…"}`: a picture beside the files, by its path relative to their root. */
export type FileValue = File;
/** `{"$secret": null}`: a secret that is live, or whose template is not given yet. */
export type MaskedValue = Masked;
/** `{"$file": "/uploads/logo.png", "sha256": "…"}`: a picture that is live, by the place that the server gives. */
export type PictureValue = Picture;
/** What another call answers in `field`. */
export function ref(call: string, field: string): RefValue {
  return new Ref(call, field);
}

/** What a read answers in `field` when the call is made. */
export function lookup(route: string, field: string): LookupValue {
  return new Lookup(route, field);
}

/** What a template stands for once its references are resolved. */
export function secret(template: string): SecretValue {
  return new Secret(template);
}

/** A picture beside the files. */
export function file(path: string, sha256: string): FileValue {
  return new File(path, sha256);
}

const theMasked = new Masked();

/** A secret that nothing is known of but that it is there. */
export function masked(): MaskedValue {
  return theMasked;
}

/** A picture that is live. */
export function picture(location: string, sha256: string): PictureValue {
  return new Picture(location, sha256);
}

/** True for what another call answers. */
export function isRef(value: unknown): value is RefValue {
  return value instanceof Ref;
}

/** True for what a read at apply answers. */
export function isLookup(value: unknown): value is LookupValue {
  return value instanceof Lookup;
}

/** True for a secret by its template. */
export function isSecret(value: unknown): value is SecretValue {
  return value instanceof Secret;
}

/** True for a secret without a template. */
export function isMasked(value: unknown): value is MaskedValue {
  return value instanceof Masked;
}

/** True for a picture beside the files. */
export function isFile(value: unknown): value is FileValue {
  return value instanceof File;
}

/** True for a picture that is live. */
export function isPicture(value: unknown): value is PictureValue {
  return value instanceof Picture;
}

/** True for a secret, with or without a template. */
export function hidesSecret(value: unknown): value is SecretValue | MaskedValue {
  return isSecret(value) || isMasked(value);
}
