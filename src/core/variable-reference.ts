/** What a variable that is no secret may be called. */
const name = "[A-Za-z_][A-Za-z0-9_]*";

/** The name of such a variable, and nothing else. */
export const variableName = `^${name}$`;

/** A value that is nothing but one reference `${var:NAME}`. Understood by every regular expression engine. */
export const wholeVariable = String.raw`^\$\{var:${name}\}$`;

/** Finds each `${var:NAME}` of a text, and each `$${` that stands for `${`. */
export const variableReference = new RegExp(String.raw`\$\$\{|\$\{var:(${name})\}`, "g");

/** True for a text that refers to a variable that is no secret. */
export function holdsVariable(value: unknown): boolean {
  return typeof value === "string" && variablesIn(value).length > 0;
}

/** The names of the variables that a text refers to, in order. */
export function variablesIn(text: string): string[] {
  return [...text.matchAll(variableReference)].flatMap(([, found]) => (found === undefined ? [] : [found]));
}

/** Something that begins like a reference to a variable and is none, for example `${VAR:x}`; undefined if there is nothing such. */
export function malformedVariable(text: string): string | undefined {
  // What is well formed leaves a mark, lest the text around it grow together into something that was never written.
  return /\$\{\s*var\s*:/i.exec(text.replaceAll(variableReference, "|"))?.[0];
}
