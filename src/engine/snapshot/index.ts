/**
 * What is known of the platform while something is decided, and what a decision may ask. Pure: here is no way to the platform.
 *
 * - `matching.ts`: which of several live siblings a declaration means
 * - `needs.ts`: what a decision asks (plain data), the snapshot of answers, a decision by what is known, and facts that could not be read
 * - `observations.ts`: what is live beside what is desired, and the role, dialect, tier and release that the server lacks for it
 *
 * The only way into the room.
 * @module
 */

export {
  type Basis,
  lackingAttribute,
  lackingKind,
  newerThanFacts,
  type Observations,
  type Observed,
  type Undeclared,
} from "./observations.js";
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
  decideBy,
  each,
  type ExistsNeed,
  type Facts,
  factsWithout,
  type IdNeed,
  ifReadable,
  leastRequests,
  type MembershipNeed,
  type NameNeed,
  type NearNeed,
  type Need,
  needKey,
  type OneNeed,
  orUnread,
  type OwnNeed,
  type ParentNeed,
  type Proposed,
  type ProposedNeed,
  readErrorOf,
  type SiblingsNeed,
  type Snapshot,
  together,
  type TreeNeed,
} from "./needs.js";
