import type { Resource } from "../../core/resource.js";
import { epicSeed, snippetSeed } from "../epics/seed.js";
import { iterationSeed, labelSeed, milestoneSeed } from "./seed.js";

/** What issues and merge requests are planned and sorted with: no documented endpoint writes it, so it comes from the seed. */
export default {
  seeds: [labelSeed, milestoneSeed, iterationSeed, epicSeed, snippetSeed],
} satisfies Resource;
