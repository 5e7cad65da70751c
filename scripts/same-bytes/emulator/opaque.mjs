// Strings that an emulator may make up: tokens, digests, names of requests.

const word = /[\w-]{20,}/g;
const isName = (text) => /^[a-z_]+$/.test(text);

/** All strings of a reply that may be made up, in the order in which they appear. */
export function opaqueStrings({ headers, body }) {
  return [...Object.values(headers), body].flatMap((text) => text.match(word) ?? []).filter((text) => !isName(text));
}

/** A text with each made-up string replaced by its counterpart, if it has one. */
export function rebound(whole, counterparts) {
  return whole.replaceAll(word, (text) => counterparts.get(text) ?? text);
}
