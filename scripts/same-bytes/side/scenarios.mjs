// All scenarios, by name: what stands before the slash is the group.
import { acme } from "./scenarios/acme.mjs";
import { failing } from "./scenarios/failing.mjs";
import { matrix } from "./scenarios/matrix.mjs";
import { offline } from "./scenarios/offline.mjs";
import { random } from "./scenarios/random.mjs";
import { resources } from "./scenarios/resources.mjs";
import { stories } from "./scenarios/stories.mjs";
import { walked } from "./scenarios/walked.mjs";

const groups = [offline, acme, stories, failing, resources, random, matrix, walked];

/** `material` is what the base knows of desired states. */
export function scenarios(material) {
  return groups.flatMap((group) => group(material));
}
