/**
 * What is live, as files are to say it; and what of it no file says.
 *
 * - `adopt.ts`: one live thing, as changes of what the files say of it
 * - `adopt-drift.ts`: drift, taken over into the files
 * - `adopt-not-declared.ts`: what no file says, taken over into the files
 * - `coverage.ts`: how much of an instance the files declare
 * - `declared.ts`: what the files declare already
 * - `export.ts`: an instance, as declarations and edits, with what needs a repository with a commit
 * - `fold.ts`: declarations with what many of them say in one place, under which names, and whether folded files say what was declared
 * - `fold-common.ts`: what most things below a group say alike, or several wherever they lie
 * - `fold-units.ts`: what a thing says, in the parts that can be said elsewhere
 * - `given.ts`: what drifts of the values that policies and presets give, and what speaks against taking it over
 * - `known-secrets.ts`: which secrets a live thing is known to have
 * - `layered-files.ts`: what files say with all their layers of what is live
 * - `not-declared.ts`: what of a live thing no file says and the platform does not give by itself
 * - `placed.ts`: the same, as edits of the place that was chosen
 * - `plain-values.ts`: which values that may be secrets can stand in clear
 * - `replica.ts`: all that another instance must be asked for to have a thing too
 * - `shared-secrets.ts`: one variable for a secret that is used many times
 * - `without-defaults.ts`: a live thing without what the platform gives by itself
 *
 * The only way into the room.
 * @module
 */

export { adoptDrift } from "./adopt-drift.js";
export { adoptNotDeclared } from "./adopt-not-declared.js";
export { type AdoptionPlace, adoptionPlaces, type GivenDrift } from "./given.js";
export { type Placed, type PlaceGiven } from "./placed.js";
export { cover } from "./coverage.js";
export { type Exported, exportLive } from "./export.js";
export { foldDeclarations, foldingFault } from "./fold.js";
export { countPlain } from "./plain-values.js";
export { replicaOf } from "./replica.js";
