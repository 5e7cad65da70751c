import { type Field, typeOf } from "./fields.js";
import type { Json } from "./json.js";

/** The word that stands in files, as a whole value, for what an attribute is while nobody sets it. */
export const defaultWord = "$default";

/** What `$default` means for an attribute, in file form: null where that inherits or clears, else the documented default; undefined, an error of the files, where none is known. */
export function defaultValueOf(field: Field): { readonly value: Json } | undefined {
  if (field.nullable && (field.defaultFrom !== undefined || documented(field) === undefined)) return { value: null };
  const value = documented(field);
  if (value !== undefined) return { value };
  return typeOf(field).isManagedInParts ? defaultOfParts(field) : undefined;
}

/** Undoes `escapeDefaultWord`: `$$default` is the text `$default`, any other text stays. Ask `isDefaultWord` before. */
export function unescapeDefaultWord(text: string): string {
  return /^\$\$+default$/.test(text) ? text.slice(1) : text;
}

/** The inverse of `unescapeDefaultWord`: how a file spells a text that would else be read as the word. */
export function escapeDefaultWord(text: string): string {
  return /^\$+default$/.test(text) ? `$${text}` : text;
}

/** True for the word alone. */
export function isDefaultWord(value: unknown): value is typeof defaultWord {
  return value === defaultWord;
}

function documented(field: Field): Json | undefined {
  return field.default ?? field.ofNew;
}

/** A record is known only if each of its parts is: one left out would stay as it is. */
function defaultOfParts({ fields = {} }: Field): { readonly value: Json } | undefined {
  const parts: Record<string, Json> = {};
  for (const [name, field] of Object.entries(fields)) {
    const standard = defaultValueOf(field);
    if (standard === undefined) return undefined;
    parts[name] = standard.value;
  }
  return { value: parts };
}
