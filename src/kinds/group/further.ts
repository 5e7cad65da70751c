import type { FurtherKnowledge } from "../../core/kind-data.js";
import { describedGroup } from "./described.js";
import { groupSubjects } from "./subjects.js";

/** Of attributes that facts alone know, and what all are about. */
export const further: FurtherKnowledge = { refined: describedGroup, subjects: groupSubjects };
