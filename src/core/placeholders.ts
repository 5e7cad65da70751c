import { Placeholder } from "./types/json.js";

export { isPlaceholder, type Placeholder } from "./types/json.js";

/*
 * Values that stand for something that is known elsewhere or later. Each is an object of a class that only this file can make, so nothing that comes from JSON or YAML
 * (a file, a reply, a plan) is ever taken for one, whatever its keys. Their own properties are their written form, which is read back in plan files only (engine/plan/read-plan.ts).
 */

/** `{"$ref": "c1", "field": "id"}`: an attribute of the reply to another call; until calls have ids, an address stands for its first call. */
class RefValue extends Placeholder {
  constructor(
    readonly $ref: string,
    readonly field: string,
  ) {
    super();
  }
}

/** `{"$lookup": "GET /projects/{project}/protected_branches/main", "field": "id"}`: an attribute of what a read answers at apply, in the parameters of its call. */
class LookupValue extends Placeholder {
  constructor(
    readonly $lookup: string,
    readonly field: string,
  ) {
    super();
  }
}

/** `{"$secret": "template with ${env:X}"}`: the template is kept, the value never. */
class SecretValue extends Placeholder {
  constructor(readonly $secret: string) {
    super();
  }
}

/** `{"$file": "assets/logo.png", "sha256": "…"}`: a picture beside the files, by its path relative to their root. */
class FileValue extends Placeholder {
  declare protected readonly declared: never;

  constructor(
    readonly $file: string,
    readonly sha256: string,
  ) {
    super();
  }
}

/** `{"$secret": null}`: a secret that is live, or whose template is not given yet. */
class MaskedValue extends Placeholder {
  readonly $secret = null;
}

/** `{"$file": "/uploads/logo.png", "sha256": "…"}`: a picture that is live, by the place that the server gives. */
class PictureValue extends Placeholder {
  declare protected readonly live: never;

  constructor(
    readonly $file: string,
    readonly sha256: string,
  ) {
    super();
  }
}

export type { FileValue, LookupValue, MaskedValue, PictureValue, RefValue, SecretValue };

/** What another call answers in `field`. */
export function ref(call: string, field: string): RefValue {
  return new RefValue(call, field);
}

/** What a read answers in `field` when the call is made. */
export function lookup(route: string, field: string): LookupValue {
  return new LookupValue(route, field);
}

/** What a template stands for once its references are resolved. */
export function secret(template: string): SecretValue {
  return new SecretValue(template);
}

/** A picture beside the files. */
export function file(path: string, sha256: string): FileValue {
  return new FileValue(path, sha256);
}

const theMasked = new MaskedValue();

/** A secret that nothing is known of but that it is there. */
export function masked(): MaskedValue {
  return theMasked;
}

/** A picture that is live. */
export function picture(location: string, sha256: string): PictureValue {
  return new PictureValue(location, sha256);
}

/** True for what another call answers. */
export function isRef(value: unknown): value is RefValue {
  return value instanceof RefValue;
}

/** True for what a read at apply answers. */
export function isLookup(value: unknown): value is LookupValue {
  return value instanceof LookupValue;
}

/** True for a secret by its template. */
export function isSecret(value: unknown): value is SecretValue {
  return value instanceof SecretValue;
}

/** True for a secret without a template. */
export function isMasked(value: unknown): value is MaskedValue {
  return value instanceof MaskedValue;
}

/** True for a picture beside the files. */
export function isFile(value: unknown): value is FileValue {
  return value instanceof FileValue;
}

/** True for a picture that is live. */
export function isPicture(value: unknown): value is PictureValue {
  return value instanceof PictureValue;
}

/** True for a secret, with or without a template. */
export function hidesSecret(value: unknown): value is SecretValue | MaskedValue {
  return isSecret(value) || isMasked(value);
}
