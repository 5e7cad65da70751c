/**
 * The forms of values: as files say them, as the wire carries them, and the normal form in which two are equal. Pure; knows no platform.
 *
 * - `decode.ts`: a reply, or an attribute of one, in the files' form, with what it shows that only a newer release has
 * - `diff.ts`: what differs between desired and live; the only place where values are compared
 * - `encode.ts`: the body of a call in the wire's form, and names in place of the numbers of a reply
 * - `marks.ts`: what of a reply is no attribute and still counts, and what a reply must show to be recognised
 *
 * The only way into the room.
 * @module
 */

export {
  decodeOwnRoute,
  decodeReply,
  type DecodeRequest,
  decodeValue,
  isLeaving,
  type OwnShown,
  readAttribute,
  shownName,
  shownUnder,
} from "./decode.js";
export { type Difference, diff, diffName, diffNew, fingerprintForm, movedName, same } from "./diff.js";
export {
  encodeBody,
  encodeEntry,
  holdsNumber,
  nameBehind,
  numbersIn,
  type ResolveReference,
  wireName,
  withNames,
} from "./encode.js";
export { identified, identifiedMember, markNames, picturePath } from "./marks.js";
export { entryIdentity, normalForm } from "../../core/normal-form.js";
