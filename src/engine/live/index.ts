/**
 * What is live, read with as few requests as can be. The only room of the engine that asks the platform before anything is written.
 *
 * - `bulk-trees.ts`: groups and projects for reads that come one at a time: singly, or by a whole list
 * - `decide.ts`: the loop that reads what a decision needs until it is made
 * - `demand.ts`: how often what lies below each group was asked for and not known
 * - `in-flight.ts`: work on the items of a list, some of them at once
 * - `instance.ts`: what the engine is given of an instance
 * - `memory.ts`: answers that are remembered until something is written
 * - `numbers.ts`: the names behind the platform's numbers, for what is written by number
 * - `people.ts`: who there is, and who is a member where
 * - `pictures.ts`: pictures, downloaded and known by their content
 * - `reader.ts`: the answers to the needs of decisions
 * - `references.ts`: names behind numbers, numbers behind names
 * - `replies.ts`: the one way to lists, single reads, and from a reply to what is live
 * - `resource-reader.ts`: one thing, read afresh or from lists
 * - `short-reply.ts`: the part of a reply that is kept
 * - `survey.ts`: all that is live in a scope, thing by thing
 * - `survey-parents.ts`: what groups give to what lies in them
 * - `survey-lists.ts`: groups and projects, listed to the end
 * - `survey-scope.ts`: which part of an instance is surveyed
 * - `trees.ts`: groups and projects by path: whole lists where many are asked for, single reads where few are
 *
 * The only way into the room.
 * @module
 */

export { BulkTrees } from "./bulk-trees.js";
export { decide, decideBesideUnread, decideWhereReadable, freshReader, newestReader, readerOf } from "./decide.js";
export { mapInFlight } from "./in-flight.js";
export type { LiveInstance } from "./instance.js";
export { Memory } from "./memory.js";
export { namesBehind, type NumberAsked } from "./numbers.js";
export { People, type PeopleSource } from "./people.js";
export { type IsTaken, Pictures, withPictures } from "./pictures.js";
export { Reader } from "./reader.js";
export { FreshTrees, ResourceReader } from "./resource-reader.js";
export type { Scope } from "./survey-scope.js";
export { type Found, Survey, type SurveyEvents } from "./survey.js";
export { pathOf, Trees } from "./trees.js";
