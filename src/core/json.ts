// JSON stands where types of fields find it too, and they know nothing outside of their folder.
export * from "./types/json.js";
