import type { Section } from "../section.js";

import { applicationSettings } from "./application-settings.js";
import { instance } from "./instance.js";
import { topics } from "./topics.js";
import { users } from "./users.js";

/** All sections of the platform. Their seeds are loaded in this order. */
export const sections: readonly Section[] = [instance, users, applicationSettings, topics];
