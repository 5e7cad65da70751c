import { type Address, looksLikeId, parseAddress } from "../../core/address.js";
import { TrueupError } from "../../core/errors.js";
import { importForms } from "../../core/import-forms.js";
import {
  addressIn,
  topParent,
  isTopLevel,
  type Kind,
  kindOf,
  type Kinds,
  type PlacedKind,
  placesOf,
  topKind,
  impliedParent,
} from "../../core/kind.js";
import type { ResourceReadOptions, LiveResource } from "./resource.js";

/** Reads one thing. */
type Read = (parts: Address, more: ResourceReadOptions) => Promise<LiveResource | undefined>;

/**
 * The thing that a text names in an import: its address (`project:acme/web`, `approval_rule:acme/web:Security`), the same without the kind (`acme/web`,
 * `acme/web:Security`), or numbers in place of path and key (`42`, `42:17`, `42:production`). A number means the thing of that number first, and then one
 * that is called so. Singletons of the instance have the name of their kind. What may hang on a group or a project is looked for in both, unless a text without the
 * kind begins with one of the two (`project:acme/web:main`), or the kind has a usual one where it is found. Throws TrueupError `import.unknown` and `import.ambiguous`.
 */
export async function findThing(read: Read, kinds: Kinds, name: string, text: string): Promise<Address> {
  const kind = kindOf(kinds, name);
  const isAddress = text === name || text.startsWith(`${name}:`);
  const rest = isAddress ? afterKind(name, text) : text;
  const [places, named] = isAddress ? [placesOf(kind), rest] : placesNamed(kind, rest);
  const at = async (place: PlacedKind): Promise<Address[]> => {
    const address = await findRest(read, kinds, place, named, isAddress);
    return address ? [addressIn(place, address.path, address.key)] : [];
  };
  const [usual] = await Promise.all(places.filter(({ parent }) => parent === impliedParent(kind)).map(at));
  if (usual?.[0]) return usual[0];
  const all = await Promise.all(places.filter(({ parent }) => parent !== impliedParent(kind)).map(at));
  const [first, ...others] = all.flat();
  if (!first) throw unknown(kind, kinds, text);
  if (others.length > 0) throw ambiguous(kind, [first, ...others], text);
  return first;
}

/** What an address names behind its kind: a name at the top that holds a colon stands behind two. */
function afterKind(name: string, text: string): string {
  const { path, key } = parseAddress(text);
  return key === undefined ? (path ?? "") : text.slice(name.length + 1);
}

/** What a text without the kind may name, and the rest of it: under one parent where it begins with the name of that. */
function placesNamed(kind: Kind, text: string): readonly [readonly PlacedKind[], string] {
  const all = placesOf(kind);
  const placed = all.length > 1 ? all.find((place) => !isTopLevel(place) && text.startsWith(`${place.parent}:`)) : undefined;
  return placed ? [[placed], text.slice(placed.parent.length + 1)] : [all, text];
}

async function findRest(
  read: Read,
  kinds: Kinds,
  kind: PlacedKind,
  rest: string,
  isAddress: boolean,
): Promise<Address | undefined> {
  const isTop = isTopLevel(kind);
  if (isTop && kind.as === "one") return isAddress && rest === "" ? addressIn(kind, undefined, undefined) : undefined;
  if (rest === "") return undefined;
  if (isTop) return byNumberOrName(read, addressIn(kind, rest, undefined), rest, isAddress);
  const colon = rest.indexOf(":");
  const [parentText, key] = kind.as === "one" || colon < 0 ? [rest, undefined] : [rest.slice(0, colon), rest.slice(colon + 1)];
  if (kind.as === "map" && (key === undefined || key === "")) return undefined;
  const parent = await byNumberOrName(read, addressIn(topKind(kinds, kind.parent), parentText, undefined), parentText, isAddress);
  if (parent?.path === undefined) return undefined;
  if (key === undefined) return read(addressIn(kind, parent.path, undefined), { attributes: [] });
  const isPath = isAddress || !looksLikeId(parentText);
  return byNumberOrName(read, addressIn(kind, parent.path, spelledKey(kind, key)), key, isPath);
}

/** A number is looked for as a number first, unless `nameFirst`. */
async function byNumberOrName(read: Read, parts: Address, text: string, nameFirst: boolean): Promise<Address | undefined> {
  const byName = async () => read(parts, { attributes: [] });
  if (!looksLikeId(text)) return byName();
  const byNumber = async () => read(parts, { id: text, attributes: [] });
  return nameFirst ? ((await byName()) ?? (await byNumber())) : ((await byNumber()) ?? (await byName()));
}

/** Languages that take no hyphen in names spell the words of a key with underscores. */
function spelledKey(kind: PlacedKind, key: string): string {
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

function ambiguous(kind: Kind, addresses: readonly Address[], text: string): TrueupError {
  const names = addresses.map(({ parent = "", path = "" }) => `that of the ${parent}${parent === topParent ? "" : ` ${path}`}`);
  return new TrueupError({
    code: "import.ambiguous",
    message: `${JSON.stringify(text)} names more than one ${kind.title.toLowerCase()}: ${names.join(" and ")}`,
    hint: `Say which: ${addresses.map((address) => JSON.stringify(formOf(address))).join(" or ")}.`,
  });
}

/** The text that names a thing with the kind of what it hangs on. */
function formOf({ parent, path, key }: Address): string {
  return [parent === topParent ? undefined : parent, path, key].filter((part) => part !== undefined).join(":");
}
