/**
 * What is known of the platform while something is decided, and what a decision may ask. Pure: here is no way to the platform.
 *
 * - `lacking.ts`: the role, dialect, tier and release that a kind or attribute needs and the server lacks, and a server that is newer than all that is known
 * - `matching.ts`: which of several live siblings a declaration means
 * - `needs.ts`: what a decision asks (plain data), the snapshot of answers, and a decision by what is known
 * - `unreadable.ts`: facts of which some could not be read
 * - `observations.ts`: what is live beside what is desired, and the keys under which both are found
 *
 * The only way into the room.
 * @module
 */

export { lackingAttribute, lackingKind, newerThanFacts } from "./lacking.js";
export {
  hasKey,
  isForeignSlot,
  isMatch,
  isMisnamed,
  isToGo,
  matchSiblings,
  mergedInto,
  namesSaid,
  othersMeant,
  routeKey,
} from "./matching.js";
export {
  type Answers,
  type BelowNeed,
  type Facts,
  type MembershipNeed,
  type NameNeed,
  type NearNeed,
  type Need,
  type OneNeed,
  type OwnNeed,
  type ParentNeed,
  type SiblingsNeed,
  type Snapshot,
  type TreeNeed,
  decideBy,
  each,
  leastRequests,
  needKey,
  together,
} from "./needs.js";
export { factsWithout, ifReadable, orUnread, readErrorOf } from "./unreadable.js";
export type { Basis, Observations, Observed, Undeclared } from "./observations.js";
