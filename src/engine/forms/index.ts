/**
 * The forms of values: as files say them, as the wire carries them, and the normal form in which two are equal. Pure; knows no platform.
 *
 * - `decode.ts`: a reply, or an attribute of one, in the files' form
 * - `diff.ts`: what differs between desired and live; the only place where values are compared
 * - `encode.ts`: the body of a call in the wire's form
 * - `identity.ts`: what a reply must show so that its thing is known again
 * - `leaving.ts`: whether a reply is about what is to be deleted
 * - `marks.ts`: what of a reply is no attribute and still counts
 * - `names.ts`: numbers in values that stand for names
 * - `picture-path.ts`: where a server serves a picture beside the place that its reply gives
 * - `read-attribute.ts`: the value of one attribute in a reply, under the name that the server uses
 * - `unknown-keys.ts`: what replies show that only a newer release has
 *
 * The only way into the room.
 * @module
 */

export { type DecodeRequest, type OwnShown, decodeOwnRoute, decodeReply, decodeValue, shownName, shownUnder } from "./decode.js";
export { readAttribute } from "./read-attribute.js";
export { type Difference, diff, diffName, diffNew, fingerprintForm, movedName, same } from "./diff.js";
export { topName } from "../../core/steps.js";
export { type ResolveReference, encodeBody, encodeEntry, wireName } from "./encode.js";
export { identified, identifiedMember } from "./identity.js";
export { isLeaving } from "./leaving.js";
export { markNames } from "./marks.js";
export { holdsNumber, nameBehind, numbersIn, withNames } from "./names.js";
export { picturePath } from "./picture-path.js";
export { entryIdentity, normalForm } from "../../core/normal-form.js";
