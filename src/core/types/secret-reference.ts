/** Finds `${env:NAME}` and `${file:path}` in a text; `$${` is a literal `${`. Understood by every regular expression engine. */
export const referencePattern = String.raw`(^|[^$])\$\{(env:[A-Za-z_][A-Za-z0-9_]*|file:[^{}]+)\}`;

const hasReference = new RegExp(referencePattern);

/** True for a text that refers to the environment or to a file: a secret everywhere. */
export function holdsReference(value: unknown): boolean {
  return typeof value === "string" && hasReference.test(value);
}
