import type { Resource } from "../resource.js";
import { epicSeed, snippetSeed } from "./work-items/seed/epics.js";
import { iterationSeed, labelSeed, milestoneSeed } from "./work-items/seed/planning.js";

/** What issues and merge requests are planned and sorted with: no documented endpoint writes it, so it comes from the seed. */
export const planning: Resource = { seeds: [labelSeed, milestoneSeed, iterationSeed, epicSeed, snippetSeed] };
