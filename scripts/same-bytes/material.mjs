// What the tests know of desired states and of changes by hand. It is always bundled from the base, so that both sides get the same.
export { states } from "../../test/laws/states.js";
export { offers, specAt, subjects, takesFixed, unsets } from "../../test/e2e/subjects.js";
export { writeBodies } from "../../test/e2e/files.js";
export { secrets } from "../../test/e2e/values.js";
export { Hand } from "../../test/e2e/by-hand.js";
// Called as in the revisions that this was begun with.
export { makePrerequisites as buildWorld } from "../../test/e2e/prerequisites.js";
export { Declined } from "../../test/harness/administrator.js";
export { seed, servers } from "../../test/export/playground.js";
export { anyStep, coveringSteps } from "../../test/export/steps.js";
export { walk } from "../../test/export/walk.js";
