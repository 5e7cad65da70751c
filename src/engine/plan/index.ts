/**
 * The plan: decided by pure functions from what is desired and what is known; only `make-plan.ts` reads what they need.
 *
 * - `acknowledgements.ts`: policies and presets that change so much that apply must be told their names
 * - `applied-secrets.ts`: secrets that nobody shows, held against what was kept of the last apply
 * - `call-facts.ts`: what calls are made of beside the change itself
 * - `calls.ts`: the calls of a change, as the plan document tells it
 * - `candidates.ts`: groups and projects that policies may hold for
 * - `change-address.ts`: the address of a change in a plan document
 * - `change-content.ts`: what a change asks for
 * - `claims.ts`: a plan file held against what its own changes would be planned as
 * - `coming.ts`: what comes by itself with what a plan makes, and is declared otherwise
 * - `commits.ts`: files of repositories that change, and the commits that change them
 * - `companions.ts`: what a call must carry and the files do not give
 * - `compare.ts`: a desired thing held against its live one, secrets masked
 * - `compliance.ts`: how far policies are kept
 * - `decide-again.ts`: the changes of a plan, planned once more
 * - `defaults-on.ts`: what `$default` of the files means on one server
 * - `declared-names.ts`: what things go by that are named by a title which the files give them
 * - `decide-plan.ts`: the pipeline: from what is desired to the plan
 * - `directions.ts`: what a change, and each of its calls, does to protection
 * - `draft-calls.ts`: the calls of all drafts
 * - `draft.ts`: a change in the making
 * - `drafts.ts`: a draft of each thing that differs
 * - `entry-calls.ts`: the calls that add, change and remove entries of a list
 * - `equal-as-sets.ts`: whether two values are the same but for the order of lists
 * - `file-rights.ts`: the roles that everything of the files asks for
 * - `fingerprint.ts`: the digests of a plan, and of what is live of each change
 * - `given-back.ts`: what is written again once a link is there again
 * - `going-along.ts`: what a delete takes with it
 * - `guard.ts`: why a plan must not be carried out
 * - `held-back.ts`: what waits until it is allowed, while all else goes on
 * - `heirs.ts`: what is handed down from groups: who loses it with a delete, and by a change of its own
 * - `holding.ts`: which policies hold for one thing as it is live
 * - `idle-globs.ts`: what is said of undeclared things and matches none
 * - `joining.ts`: a change that protects and names whom the plan lets in: made without them, then with them
 * - `key-body.ts`: what the call that makes a thing says of its key
 * - `inherited-level.ts`: who would have less than a group above gives
 * - `layer-cautions.ts`: what is to be known of policies and exceptions beside what they change
 * - `layered.ts`: what is desired of everything, whichever layer says it
 * - `locks.ts`: what the instance and groups above hold at a value, and what the files say against it
 * - `lookalikes.ts`: what is to be made although something that nobody declares looks the same
 * - `membership.ts`: who is a member of what, or becomes one by the same plan
 * - `make-plan.ts`: the door of the room: reads what the decision needs
 * - `merges.ts`: how one thing becomes part of another
 * - `missing-secrets.ts`: which secrets cannot be had, each told once
 * - `moves.ts`: under which paths something may live that moves
 * - `move-calls.ts`: the calls that move a group or project
 * - `named-keys.ts`: what a draft names, before and after
 * - `names.ts`: names in drafts, as the wire wants them
 * - `nearest.ts`: the name nearest to one that nothing has
 * - `number-calls.ts`: calls in their order, with their numbers and chains
 * - `observe.ts`: what is live of everything that is desired
 * - `order.ts`: which call must come before which
 * - `origins.ts`: what of a change a request asks for, and what was off before
 * - `overlaps.ts`: things that are about one name
 * - `parents.ts`: what each draft lies in
 * - `plan-document.ts`: drafts as changes of the plan document
 * - `preserved.ts`: unmanaged attributes that a call must carry
 * - `provenance.ts`: where the files ask for something
 * - `read-plan.ts`: a plan document, read and checked
 * - `refused-drafts.ts`: what cannot be made or changed as it is desired
 * - `refused-value.ts`: values that only servers of the other dialect take
 * - `relinked.ts`: what a link that is taken away and given again lets others name meanwhile
 * - `removed.ts`: what was desired before and no longer is
 * - `renumbered.ts`: what is written again because what it names is made anew
 * - `rights.ts`: the roles that the calls of a plan ask for
 * - `safe-order.ts`: what safety wishes of the order: what tightens before what loosens
 * - `same-names.ts`: in which order calls that are about one name are sent
 * - `scope.ts`: the part of the desired state that targets name, or that lies under a path
 * - `shown.ts`: a live thing as the files would say it
 * - `siblings.ts`: the members of one kind on one thing, and which of them nobody declares
 * - `subtree.ts`: the part of the tree that a plan is about, and what finds what lies in it
 * - `taken-above.ts`: names that a group above has
 * - `transfers.ts`: what a move to another holder takes
 * - `unacknowledged.ts`: what waits until somebody acknowledges it: it weakens protection, takes it away for a moment, or takes rights from who asks
 * - `unread-keys.ts`: what is known by its title where a plan without secrets does not read what tells it
 * - `unread.ts`: what could not be read: how much of it is too much, and what waits for it
 * - `unseen.ts`: creates where something may be that the token does not see
 * - `unshown.ts`: what replies do not show, and what this server therefore does not know
 * - `unsure.ts`: what is sent although nobody knows whether this release has it
 *
 * The only way into the room.
 * @module
 */

export { acknowledgedNothing, acknowledgementsAgain, layerNames, unacknowledged } from "./acknowledgements.js";
export { type AppliedSecret, type AppliedSecrets, appliedSecrets } from "./applied-secrets.js";
export { addressOfChange } from "./change-address.js";
export { askedBy, attributesOf } from "./change-content.js";
export { checkOwners, holdClaims } from "./claims.js";
export { clear, compare, holdsSecret } from "./compare.js";
export {
  type ExplainedAttribute,
  type ExplainedLine,
  type ExplainedSubject,
  type Hold,
  declaredByFiles,
  effectiveDesired,
  expand,
  explainLines,
  holdByFiles,
  PolicyIndex,
  withBoundsMet,
} from "../../policies/index.js";
export { calledKey, nameForOthers } from "./declared-names.js";
export { decideAgain, desiredBy } from "./decide-again.js";
export { earlyNeeds } from "./candidates.js";
export { type PlanOptions, differsBy } from "./decide-plan.js";
export { defaultsOn } from "./defaults-on.js";
export { rightsOfFiles } from "./file-rights.js";
export { changeContent, changesDigest, digest, fileMark, fingerprint, sealMark } from "./fingerprint.js";
export { type Allowances, withinReach } from "./guard.js";
export { type ThingUnderPolicies, liveName, underPolicies, withLayers } from "./layered.js";
export { type HeldFromAbove, locksFromAbove, whyLocked } from "./locks.js";
export { isOwnMembership, whyNoMember } from "./membership.js";
export type { Lived } from "./holding.js";
export type { UnreadRule } from "./unread.js";
export { makeCompliance, makePlan, whereHeld } from "./make-plan.js";
export {
  type ResolveSecret,
  comparingRest,
  eachOnce,
  type Lack,
  type MissingSecret,
  missingSecrets,
  notCompared,
  unresolved,
} from "./missing-secrets.js";
export { type Move, candidatePaths, carriedPath, movesOf } from "./moves.js";
export { chainOf } from "./number-calls.js";
export { observe, treeNeeds } from "./observe.js";
export { readPlan } from "./read-plan.js";
export { rightsOfPlan } from "./rights.js";
export { mustHold, mustName, scoped, withImplied } from "./scope.js";
export { textOf } from "./refused-drafts.js";
export { named } from "./shown.js";
export { instancePart, subtreeOf, wholeTree } from "./subtree.js";
export { mayBeHidden } from "./unshown.js";
