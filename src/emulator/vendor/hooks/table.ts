import { defineEntries } from "../../row/spec.js";

export const hookTable = defineEntries("hooks");
