import { defineEntries } from "../../row/spec.js";

/** Further addresses of users. */
export const emailTable = defineEntries("emails");
