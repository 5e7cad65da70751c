/** What commands need of the program beside its verbs. Stands in one place so that it can move into trueup.ts as a whole. */
export { digest as planDigest } from "../engine/fingerprint.js";
export { kinds } from "../kinds/index.gen.js";
export { resolveServer } from "../platform/index.js";
