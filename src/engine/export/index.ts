/**
 * What is live, as files are to say it; and what of it no file says.
 *
 * - `adopt.ts`: one live thing, as changes of what the files say of it
 * - `adopt-drift.ts`: drift, taken over into the files
 * - `coverage.ts`: how much of an instance the files declare
 * - `declared.ts`: what the files declare already
 * - `export.ts`: an instance, as declarations and edits
 * - `given.ts`: what drifts of the values that policies and presets give, and what speaks against taking it over
 * - `placed.ts`: the same, as edits of the place that was chosen
 * - `replica.ts`: all that another instance must be asked for to have a thing too
 * - `sorted.ts`: sets in an order that does not depend on the reply
 * - `without-defaults.ts`: a live thing without what the platform gives by itself
 *
 * The only way into the room.
 * @module
 */

export { adoptDrift } from "./adopt-drift.js";
export { type AdoptionPlace, adoptionPlaces, type GivenDrift } from "./given.js";
export { type Placed, type PlaceGiven } from "./placed.js";
export { cover } from "./coverage.js";
export { type Exported, exportLive } from "./export.js";
export { replicaOf } from "./replica.js";
