import type { FurtherKnowledge } from "../../core/kind-data.js";
import { describedSettings } from "./described/all.js";
import { settingSubjects } from "./subjects.js";

/** Of attributes that facts alone know, and what all are about. */
export const further: FurtherKnowledge = { refined: describedSettings, subjects: settingSubjects };
