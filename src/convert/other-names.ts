import { stringify } from "yaml";
import { parseAddress } from "../core/address.js";
import type { FileDiagnostic } from "../core/errors.js";
import { allFields, type Kind, type Kinds } from "../core/kind.js";
import { didYouMean } from "../core/names.js";
import { type OtherName, otherNamesOf } from "../derive/pages/other-names.js";
import { toolNames } from "./tool-names.js";

const theKey = "the key";

/** Diagnostics in which a name that no attribute has says what to write, where the API or another tool has it: by the table of other names on the page of the kind. */
export function withOtherNames(diagnostics: readonly FileDiagnostic[], kinds: Kinds): readonly FileDiagnostic[] {
  const tools = toolNames(kinds);
  return diagnostics.map((diagnostic) => {
    if (diagnostic.rule !== "schema.unknown" || diagnostic.address === undefined || diagnostic.attribute === undefined)
      return diagnostic;
    const kind = kinds.get(parseAddress(diagnostic.address).kind);
    if (kind === undefined) return diagnostic;
    const names = otherNamesOf(allFields(kind), kind.mistaken, tools.get(kind.name));
    const allowed = meantBy(diagnostic, names, kind);
    return allowed === undefined ? diagnostic : { ...diagnostic, allowed };
  });
}

/** What to say of a name that means another one, in plain text; of a name in a part of an attribute, what stands in the same one. */
function meantBy({ attribute = "", allowed }: FileDiagnostic, others: readonly OtherName[], kind: Kind): string | undefined {
  const steps = attribute.split(".");
  const [name = "", within = steps.length > 1 ? `${steps[0]}.` : ""] = steps.slice(-1);
  const fitting = others.flatMap((otherName): { readonly name: string; readonly write: string }[] => {
    const writes = otherName.write.startsWith(theKey) ? [otherName.write] : otherName.write.split(", ");
    const write = writes.map((text) => text.replaceAll("`", "")).find((text) => text.startsWith(within) || !text.includes("."));
    return write === undefined
      ? []
      : [{ name: otherName.name, write: write.startsWith(within) ? write.slice(within.length) : write }];
  });
  const names = fitting.map((candidate) => candidate.name);
  const guess = allowed === undefined ? didYouMean(name, names) : undefined;
  const meant = fitting.find((candidate) => candidate.name === name) ?? fitting.find((candidate) => candidate.name === guess);
  if (meant === undefined) return undefined;
  if (meant.write.startsWith(theKey)) return meant.write === theKey ? "write it as the key" : `write it in ${meant.write}`;
  return `write ${meant.write}${likeThis(kind, within === "" ? meant.write : "")}`;
}

/** How the example of the kind has an attribute. */
function likeThis({ example }: Kind, name: string): string {
  const value = (example as Readonly<Record<string, unknown>>)[name];
  if (typeof value !== "object" || value === null) return "";
  const text = stringify(value, { collectionStyle: "flow", lineWidth: 0 }).trim();
  return `, such as ${name}: ${text.replaceAll("[ ", "[").replaceAll(" ]", "]")}`;
}
