import type { Shape } from "../../../core/kind-data.js";
import { builds } from "./builds.js";
import { chats } from "./chats.js";
import { trackers } from "./trackers.js";

/** Integrations that no document has; what they take is in the facts of releases. */
export const describedShapes: Readonly<Record<string, Shape>> = { ...builds, ...chats, ...trackers };
