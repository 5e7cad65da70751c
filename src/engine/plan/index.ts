/**
 * The plan: decided by pure functions from what is desired and what is known; only `make-plan.ts` reads what they need.
 *
 * - `acknowledgements.ts`: changes that wait until somebody allows or acknowledges them, and layers that change so much that apply must be given their names
 * - `calls.ts`: the calls of all drafts, and of each change as the plan document tells it
 * - `cautions.ts`: warnings: names that this release may not know, policies and globs that reach nothing, resources about one name, what is deleted with a resource, names in committed files that nothing has
 * - `change-content.ts`: what a change of a plan document is about and asks for, what its calls are made of beside that, and its digests
 * - `coming.ts`: what comes by itself with what a plan makes, and is declared otherwise
 * - `commits.ts`: files of repositories that change, and the commits that change them
 * - `compare.ts`: a desired resource compared with its live one, secrets masked: which secrets have no value, and which changed since they were last applied
 * - `compliance.ts`: how far policies are kept, and which of them hold for one resource
 * - `decide-again.ts`: a plan file compared with what its own changes would be planned as
 * - `decide-plan.ts`: the pipeline: from what is desired to the plan
 * - `defaults-on.ts`: what `$default` of the files means on one server
 * - `draft.ts`: a change in the making: the unmanaged attributes that it must carry, and where the files ask for it
 * - `drafts.ts`: a draft of each resource that differs, and how one resource becomes part of another
 * - `entry-calls.ts`: the calls that add, change and remove entries of a list, and changes that are made first without the members whom the plan lets in
 * - `given-back.ts`: shares that are taken away and given again: what the server drops meanwhile, and what is written again
 * - `guard.ts`: why a plan must not be carried out
 * - `layered.ts`: what is desired of everything, whichever layer declares it, and the groups and projects that policies may hold for
 * - `leavers.ts`: members who cannot leave: the last owner, and those without whom nobody could fulfil a rule
 * - `locks.ts`: what the instance and groups above hold at a value, and what the files say against it
 * - `lookalikes.ts`: what is to be made although something that nobody declares looks the same
 * - `make-plan.ts`: the door of the room: reads what the decision needs
 * - `membership.ts`: who is a member of what, or becomes one by the same plan, who would have less than a group above gives, and which groups may be named
 * - `names.ts`: names in drafts as the wire has them, and what is written again because what it names is made anew
 * - `number-calls.ts`: calls in their order, with their numbers and chains
 * - `observe.ts`: what is live of everything that is desired
 * - `order.ts`: which call must come before which
 * - `parents.ts`: the parent of each draft, and what a move to another parent takes
 * - `plan-document.ts`: drafts as changes of the plan document
 * - `proposals.ts`: files that a merge request proposes: what is proposed already, what is proposed anew, and what is closed
 * - `read-plan.ts`: a plan document, read and checked
 * - `refused-drafts.ts`: what the server would refuse to make or change: values, missing companions, names that a group above has
 * - `revisions.ts`: what another revision of the files declares: what a request asks for, and what is declared no longer
 * - `rights.ts`: the rights that the calls of a plan ask for, and all that the files declare
 * - `safe-order.ts`: which calls tighten protection and which loosen it, and the order that this asks for
 * - `scope.ts`: the part of the desired state that targets name or that lies under a path, and the paths under which its resources may live
 * - `shown.ts`: a live resource as the files would declare it: its names and titles, the nearest name, and what replies do not show
 * - `siblings.ts`: the members of one kind on one thing, and which of them nobody declares
 * - `unread.ts`: what could not be read or seen: how much of it is too much, and what waits for it
 *
 * The only way into the room.
 * @module
 */

export { acknowledgedNothing, acknowledgementsAgain, layerNames, unacknowledged } from "./acknowledgements.js";
export {
  type AppliedSecret,
  type AppliedSecrets,
  appliedSecrets,
  clear,
  compare,
  comparingRest,
  eachOnce,
  holdsSecret,
  type Lack,
  type MissingSecret,
  missingSecrets,
  notCompared,
  type ResolveSecret,
  unresolved,
} from "./compare.js";
export {
  addressOfChange,
  askedBy,
  attributesOf,
  changeContent,
  changesDigest,
  digest,
  fileMark,
  fingerprint,
  type MovedChanges,
  sealMark,
} from "./change-content.js";
export { checkOwners, decideAgain, desiredBy, holdClaims } from "./decide-again.js";
export {
  type ExplainedSubject,
  type Hold,
  declaredByFiles,
  effectiveDesired,
  expand,
  explainLines,
  holdByFiles,
  PolicyIndex,
} from "../../policies/index.js";
export { calledKey, mayBeHidden, named, nameForOthers } from "./shown.js";
export { earlyNeeds, liveName, type ThingUnderPolicies, underPolicies, withLayers } from "./layered.js";
export { type PlanOptions, differsBy } from "./decide-plan.js";
export { defaultsOn } from "./defaults-on.js";
export { rightsOfFiles, rightsOfPlan } from "./rights.js";
export { type Allowances, withinReach } from "./guard.js";
export { locksFromAbove, whyLocked } from "./locks.js";
export { isOwnMembership, whyNoMember } from "./membership.js";
export type { Lived } from "./compliance.js";
export type { UnreadRule } from "./unread.js";
export { makeCompliance, makePlan, whereHeld } from "./make-plan.js";
export {
  candidatePaths,
  carriedPath,
  instancePart,
  type Move,
  movesOf,
  mustHold,
  mustName,
  scoped,
  subtreeOf,
  targeted,
  wholeTree,
  withImplied,
} from "./scope.js";
export { chainOf } from "./number-calls.js";
export { observe, treeNeeds } from "./observe.js";
export { readPlan } from "./read-plan.js";
export { textOf } from "./refused-drafts.js";
