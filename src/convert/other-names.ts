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
  return diagnostics.map((one) => {
    if (one.rule !== "schema.unknown" || one.address === undefined || one.attribute === undefined) return one;
    const kind = kinds.get(parseAddress(one.address).kind);
    if (kind === undefined) return one;
    const names = otherNamesOf(allFields(kind), kind.mistaken, tools.get(kind.name));
    const allowed = meantBy(one, names, kind);
    return allowed === undefined ? one : { ...one, allowed };
  });
}

/** What to say of a name that means another one, in plain text; of a name in a part of an attribute, what stands in the same one. */
function meantBy({ attribute = "", allowed }: FileDiagnostic, names: readonly OtherName[], kind: Kind): string | undefined {
  const steps = attribute.split(".");
  const [name = "", within = steps.length > 1 ? `${steps[0]}.` : ""] = steps.slice(-1);
  const fitting = names.flatMap((one): { readonly name: string; readonly write: string }[] => {
    const writes = one.write.startsWith(theKey) ? [one.write] : one.write.split(", ");
    const write = writes.map((text) => text.replaceAll("`", "")).find((text) => text.startsWith(within) || !text.includes("."));
    return write === undefined ? [] : [{ name: one.name, write: write.startsWith(within) ? write.slice(within.length) : write }];
  });
  const guess =
    allowed === undefined
      ? didYouMean(
          name,
          fitting.map((one) => one.name),
        )
      : undefined;
  const meant = fitting.find((one) => one.name === name) ?? fitting.find((one) => one.name === guess);
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
