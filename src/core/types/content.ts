import { field, type Field, type FieldOptions, type OrNull } from "./field.js";
import { asItIs, sameForms, textIn, type TypeDefinition } from "./type-definition.js";

/** What is in a file of a repository: a text that means itself, whatever looks like a reference in it. */
export function content<const O extends FieldOptions = object>(description: string, options?: O): Field<OrNull<string, O>> {
  return field<string, O>({ type: "content", description }, options);
}

export const contentType: TypeDefinition = {
  name: "content",
  title: () => "text, as it is",
  counts: "characters",
  isVerbatim: true,
  schema: {
    file: () => ({ type: "string" }),
    request: () => ({ type: "string" }),
    reply: () => ({ type: ["string", "null"] }),
    sample: () => "sample",
  },
  form: { ...sameForms, decode: textIn },
  terraform: { type: "string", decode: asItIs, decodeState: asItIs },
};
