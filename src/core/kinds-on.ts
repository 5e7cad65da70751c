import type { Capabilities } from "./api.js";
import { rememberedOf } from "./collections.js";
import type { Field, Fields, Spellings, VendorDifferences } from "./fields.js";
import { type Kind, type Kinds, withFields } from "./kind.js";
import { compareVersions, tierIncludes } from "./names.js";
import type { Dates } from "./release-words.js";
import { isLoopback } from "./url.js";

/** What of a server decides how attributes are there. */
export type ServerNature = Pick<Capabilities, "dialect" | "version"> & Partial<Pick<Capabilities, "url" | "tier">>;

const known = rememberedOf<Kinds>();

/**
 * Kinds as one server has them: what is otherwise on real servers is as it is there (`inVendor`), and what the server knows by an older name alone goes by that name and is
 * spelled as there (`older`), what its licence does not have is said as it is without (`unlicensed`), and what it adds to lists by itself counts for nothing (`adds`). What nothing of this is about stays the same object, and the same kinds on servers alike are. Attributes that the server lacks stay: a plan says so by name.
 */
export function kindsOn(kinds: Kinds, server: ServerNature): Kinds {
  const key = `${server.dialect} ${server.version} ${server.tier ?? ""} ${server.url ?? ""}`;
  return known(kinds, key, () => new Map([...kinds].map(([name, kind]) => [name, kindOn(kind, server)])));
}

/** True for an attribute that the server has under its older name alone. */
export function goesByOlderName({ older, since }: Pick<Field, "older" | "since">, server: ServerNature): boolean {
  return older !== undefined && (server.dialect === "neutral" || isBefore(server.version, since));
}

/** True for a release before another; a server that does not tell its release is taken to know everything. */
export function isBefore(version: string, release: string | undefined): boolean {
  return release !== undefined && version !== "0" && compareVersions(version, release) < 0;
}

/** True for a release that may have something or not: it surely has it from `since` on, and surely not before `notBefore`. */
export function isUnsure(version: string, { since, notBefore, unproven }: Dates): boolean {
  return version !== "0" && !isBefore(version, notBefore) && (unproven === true || isBefore(version, since));
}

function kindOn(kind: Kind, server: ServerNature): Kind {
  let isOther = false;
  const made = withFields(kind, (fields) => {
    const fieldsHere = fieldsOn(fields, server);
    isOther ||= fieldsHere !== fields;
    return fieldsHere;
  });
  const kindHere = isOther ? made : kind;
  return server.dialect === "vendor" ? kindHere : withoutMerges(kindHere);
}

/** No document has a route that makes one of two. */
function withoutMerges(kind: Kind): Kind {
  if (Object.values(kind.parents).every(({ routes }) => routes.merge === undefined)) return kind;
  const parents = Object.entries(kind.parents).map(([name, place]) => {
    const { merge: _merge, ...routes } = place.routes;
    return [name, { ...place, routes }] as const;
  });
  return { ...kind, parents: Object.fromEntries(parents) };
}

function fieldsOn(fields: Fields, server: ServerNature): Fields {
  const entries = Object.entries(fields).map(([name, field]) => [name, fieldOn(field, server)] as const);
  return entries.every(([name, field]) => fields[name] === field) ? fields : Object.fromEntries<Field>(entries);
}

function fieldOn(field: Field, server: ServerNature): Field {
  const item = field.item && fieldOn(field.item, server);
  const inner = field.fields && fieldsOn(field.fields, server);
  const isSame = item === field.item && inner === field.fields;
  const fieldHere = isSame ? field : { ...field, ...(item ? { item } : {}), ...(inner ? { fields: inner } : {}) };
  const ofDialect = server.dialect === "vendor" ? inVendor(fieldHere, server) : withoutPicture(fieldHere);
  const licensed = withoutLicence(ofDialect, server);
  return goesByOlderName(licensed, server) ? byOlderName(licensed) : licensed;
}

function inVendor(given: Field, { version, url }: ServerNature): Field {
  const field = given.adds === undefined || url === undefined ? given : { ...given, adds: namesOf(url) };
  if (field.inVendor === undefined) return field;
  const { from, ...differing } = field.inVendor;
  return isBefore(version, from) ? field : { ...field, ...differing, inVendor: differences(field.values, field.inVendor) };
}

/** What a server may call itself; one on this computer does not go by a number. */
function namesOf(url: string): string[] {
  const { hostname } = new URL(url);
  return isLoopback(hostname) ? [hostname, "localhost"] : [hostname];
}

/** What is otherwise on real servers, with the words of both dialects: one that is in neither is of a newer release, and no server is known to refuse it. */
function differences(values: Field["values"], vendor: VendorDifferences): VendorDifferences {
  return values && vendor.values ? { ...vendor, values: [...new Set([...values, ...vendor.values])] } : vendor;
}

/** A list of which servers without the licence take one role alone. */
function withoutLicence(field: Field, { tier }: ServerNature): Field {
  if (field.unlicensed === undefined || tier === undefined || tierIncludes(tier, field.tier ?? "free")) return field;
  const { tier: _tier, entryIds: _entryIds, unlicensed, ...rest } = field;
  const { write, encode } = unlicensed;
  // That other servers take more is what `inVendor` says of any value.
  return { ...rest, write, encode, unlicensed: { ...unlicensed, remade: true }, min: 1, max: 1, inVendor: rest.inVendor ?? {} };
}

/** No document has a route for pictures. */
function withoutPicture(field: Field): Field {
  if (field.picture === undefined) return field;
  const { picture: _picture, ...rest } = field;
  return rest;
}

/** The field as a server has it that knows its older name alone: nothing of when the newer one came counts there. */
function byOlderName(field: Field): Field {
  const { older, since: _since, notBefore: _notBefore, dialect: _dialect, vendor: _vendor, ...rest } = field;
  if (older === undefined) return field;
  const { name, form } = older;
  return { ...rest, read: name, write: name, ...(form === undefined ? {} : { decode: inverse(form), encode: form }) };
}

/** Spellings the other way round. */
function inverse(spellings: Spellings): Spellings {
  return spellings.map(([from, to]) => [to, from] as const);
}
