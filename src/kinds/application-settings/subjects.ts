import type { AttributeSubject } from "../../core/kind-data.js";
import { aboutPeople } from "./subjects/people.js";
import { aboutServices } from "./subjects/services.js";

/** What settings are about, in the order in which people look for them. A setting belongs to the subject that has its name, else to the first that has a pattern for it. */
export const settingSubjects: readonly AttributeSubject[] = [...aboutPeople, ...aboutServices];
