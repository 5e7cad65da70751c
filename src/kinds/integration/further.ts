import type { FurtherKnowledge } from "../../core/kind-data.js";
import { builds } from "./described/builds.js";
import { chats } from "./described/chats.js";
import { sharedParameters } from "./described/parameters.js";
import { trackers } from "./described/trackers.js";

/** Integrations that no document has, and parameters that facts alone know. */
export const further: FurtherKnowledge = { shapes: { ...builds, ...chats, ...trackers }, refined: sharedParameters };
