/**
 * What is live, read with as few requests as can be. The only room of the engine that asks the platform before anything is written.
 *
 * - `bulk-trees.ts`: groups and projects for reads that come one at a time: singly, or by a whole list once enough were asked for
 * - `decide.ts`: the loop that reads what a decision needs until it is made, of an instance as the engine is given it
 * - `in-flight.ts`: requests under way: some of a list at once, answers that are remembered, and refusals that are answers
 * - `people.ts`: who there is, and who is a member where
 * - `pictures.ts`: pictures, downloaded and known by their content
 * - `reader.ts`: the answers to the needs of decisions
 * - `references.ts`: names behind numbers, numbers behind names
 * - `person.ts`: what names a person
 * - `replies.ts`: the one way to lists, single reads, and from a reply to what is live; and the part of a reply that is kept
 * - `resource-reader.ts`: one thing, read afresh or from lists
 * - `survey-scope.ts`: which part of an instance is surveyed, the lists that it comes from, and what its groups give to what lies in them
 * - `survey.ts`: all that is live in a scope, thing by thing
 * - `trees.ts`: groups and projects by path: whole lists where many are asked for, single reads where few are
 *
 * The only way into the room.
 * @module
 */

export { BulkTrees } from "./bulk-trees.js";
export {
  decide,
  decideBesideUnread,
  decideWhereReadable,
  freshReader,
  type LiveInstance,
  namesBehind,
  newestReader,
  type NumberAsked,
  readerOf,
} from "./decide.js";
export { mapInFlight, Memory, unlessRefused } from "./in-flight.js";
export { People } from "./people.js";
export { type IsTaken, Pictures, withPictures } from "./pictures.js";
export { Reader } from "./reader.js";
export { ResourceReader } from "./resource-reader.js";
export type { Scope } from "./survey-scope.js";
export { type Found, Survey, type SurveyEvents } from "./survey.js";
export { findPerson } from "./person.js";
export { pathOf, Trees } from "./trees.js";
