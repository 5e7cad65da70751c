export * from "./types/json.js";
