/** One reference in a text. */
export interface SecretReference {
  readonly from: "env" | "file";
  /** Name of the variable, or path of the file. */
  readonly name: string;
}

/** Finds each reference of a text, and each `$${` that stands for `${`. */
export const secretReference = /\$\$\{|\$\{(env|file):([^{}]*)\}/g;

/** The references of a text, in order. */
export function secretReferences(template: string): SecretReference[] {
  return templateParts(template).filter((part) => typeof part !== "string");
}

/** A text cut into its references and what stands between them, as it is meant: with `${` for each `$${`. */
export function templateParts(template: string): (string | SecretReference)[] {
  const parts: (string | SecretReference)[] = [];
  let literal = "";
  let end = 0;
  for (const match of template.matchAll(secretReference)) {
    const [whole, from, name = ""] = match;
    literal += template.slice(end, match.index);
    end = match.index + whole.length;
    if (from !== "env" && from !== "file") literal += "${";
    else {
      if (literal !== "") parts.push(literal);
      parts.push({ from, name });
      literal = "";
    }
  }
  literal += template.slice(end);
  return literal === "" ? parts : [...parts, literal];
}
