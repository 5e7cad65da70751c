import type { Resource } from "../resource.js";
import { reactionSeed } from "./work-items/seed/reactions.js";

/** Reactions to issues and merge requests: no documented endpoint writes them, so they come from the seed. */
export const reactions: Resource = { seeds: [reactionSeed] };
