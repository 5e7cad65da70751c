import type { FurtherKnowledge } from "../../core/kind-data.js";
import { describedProject } from "./described.js";
import { projectSubjects } from "./subjects.js";

/** Of attributes that facts alone know, and what all are about. */
export const further: FurtherKnowledge = { refined: describedProject, subjects: projectSubjects };
