/**
 * Policies, presets and exceptions: which of them hold for a thing, what they make of it together, and what contradicts them.
 *
 * - `bounds.ts`: the strictest of all bounds of one attribute
 * - `check-composed.ts`: things as all layers together make them
 * - `check-exceptions.ts`: exceptions that end, change nothing, or contradict something
 * - `check-policies.ts`: policies that contradict each other
 * - `check-reach.ts`: which policies may hold for what is declared, and globs that name nothing which is declared
 * - `check-said.ts`: what all checks share: the words of files, where two policies meet, and whether one line contradicts another
 * - `check-things.ts`: what is declared held against its policies
 * - `check.ts`: all that is wrong with layers by the files alone
 * - `composer.ts`: what all layers together say of one thing and of what hangs on it
 * - `explained.ts`: every line that speaks of an attribute, in the order in which they count
 * - `held.ts`: which policies name a path, and what is said of each body
 * - `holding.ts`: which policies hold for one thing, or for all that is declared, by the files alone
 * - `in-force.ts`: which policies hold for a thing
 * - `resolve.ts`: the merge of layers
 * - `satisfies.ts`: whether a value fulfils a line, and two lines can be fulfilled together
 * - `statements.ts`: a body, line by line, and what a pattern of attributes means
 * - `this.ts`: what texts say of the group or project that they are about (`${this:path}`)
 * - `where.ts`: conditions of policies
 *
 * The only way into the room.
 * @module
 */

export { basesFirst, PolicyIndex, policyLabel, presetLabel } from "./held.js";
export { isWithin, openBounds, strictest, withBoundsMet } from "./bounds.js";
export { layerDiagnostics } from "./check.js";
export { type LayerRules, rulesOf } from "./composer.js";
export {
  type ExplainedSubject,
  type Hold,
  type Holding,
  declaredByFiles,
  effectiveDesired,
  expand,
  holdByFiles,
  holdingOf,
  noLayers,
} from "./holding.js";
export { explainLines } from "./explained.js";
export { type InForce, type PolicyStanding, inForceBy, standingsOf, valueWhenNew, whenMade, whileLive } from "./in-force.js";
export { means, meansWhole, statementsOf } from "./statements.js";
export { speaksOfThis, wrongForThis } from "./this.js";
export { holds } from "./where.js";
