import { type AddressParts, looksLikeId } from "../../core/address.js";
import { TrueupError } from "../../core/errors.js";
import { importForms } from "../../core/import-forms.js";
import { type Kind, kindOf, type Kinds } from "../../core/kind.js";
import type { More, LiveResource } from "./resource.js";

/** Reads one thing. */
type Read = (parts: AddressParts, more: More) => Promise<LiveResource | undefined>;

/**
 * The thing that a text names in an import: its address (`project:acme/web`, `approval_rule:acme/web:Security`), the same without the kind (`acme/web`,
 * `acme/web:Security`), or numbers in place of path and key (`42`, `42:17`, `42:production`). A number means the thing of that number first, and then one
 * that is called so. Singletons of the instance have the name of their kind. Throws TrueupError `import.unknown`.
 */
export async function findThing(read: Read, kinds: Kinds, name: string, text: string): Promise<AddressParts> {
  const kind = kindOf(kinds, name);
  const isAddress = text === name || text.startsWith(`${name}:`);
  const rest = isAddress ? text.slice(name.length + 1) : text;
  const found = await findRest(read, kinds, kind, rest, isAddress);
  if (!found) throw unknown(kind, kinds, text);
  const { path, key } = found;
  return { kind: name, ...(path === undefined ? {} : { path }), ...(key === undefined ? {} : { key }) };
}

async function findRest(
  read: Read,
  kinds: Kinds,
  kind: Kind,
  rest: string,
  isAddress: boolean,
): Promise<AddressParts | undefined> {
  const { under, as } = kind.place;
  if (under === undefined && as === "one") return isAddress && rest === "" ? { kind: kind.name } : undefined;
  if (rest === "") return undefined;
  if (under === undefined) return byNumberOrName(read, { kind: kind.name, path: rest }, rest, isAddress);
  const colon = rest.indexOf(":");
  const [parentText, key] = as === "one" || colon < 0 ? [rest, undefined] : [rest.slice(0, colon), rest.slice(colon + 1)];
  if (as === "map" && (key === undefined || key === "")) return undefined;
  const parent = await byNumberOrName(read, { kind: kindOf(kinds, under).name, path: parentText }, parentText, isAddress);
  if (parent?.path === undefined) return undefined;
  const parts = { kind: kind.name, path: parent.path };
  if (key === undefined) return read(parts, { attributes: [] });
  const isPath = isAddress || !looksLikeId(parentText);
  return byNumberOrName(read, { ...parts, key: spelledKey(kind, key) }, key, isPath);
}

/** A number is looked for as a number first, unless `nameFirst`. */
async function byNumberOrName(
  read: Read,
  parts: AddressParts,
  text: string,
  nameFirst: boolean,
): Promise<AddressParts | undefined> {
  const byName = async () => read(parts, { attributes: [] });
  if (!looksLikeId(text)) return byName();
  const byNumber = async () => read(parts, { id: text, attributes: [] });
  return nameFirst ? ((await byName()) ?? (await byNumber())) : ((await byNumber()) ?? (await byName()));
}

/** Languages that take no hyphen in names spell the words of a key with underscores. */
function spelledKey(kind: Kind, key: string): string {
  const words = kind.key?.values ?? [];
  return words.find((word) => word === key) ?? words.find((word) => word.replaceAll("-", "_") === key) ?? key;
}

function unknown(kind: Kind, kinds: Kinds, text: string): TrueupError {
  const forms = importForms(kind, kinds).map((form) => JSON.stringify(form));
  return new TrueupError({
    code: "import.unknown",
    message: `there is no ${kind.title.toLowerCase()} ${JSON.stringify(text)} that this token may see`,
    hint: `It can be named as ${forms.slice(0, -1).join(", ")}${forms.length > 1 ? " or " : ""}${forms.at(-1) ?? ""}.`,
  });
}
