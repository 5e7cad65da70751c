import type { FurtherKnowledge } from "../../core/kind-data.js";
import { describedShapes } from "./described/all.js";
import { sharedParameters } from "./described/parameters.js";

/** Integrations that no document has, and parameters that facts alone know. */
export const further: FurtherKnowledge = { shapes: describedShapes, refined: sharedParameters };
