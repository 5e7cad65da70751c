// Made by `npm run generate` from the kinds. Do not edit.
export * from "./application-settings.gen.js";
export * from "./appearance.gen.js";
export * from "./topic.gen.js";
export * from "./group.gen.js";
export * from "./project.gen.js";
export * from "./protected-environment.gen.js";
export * from "./approval-settings.gen.js";
export * from "./approval-rule.gen.js";
export * from "./integration.gen.js";
export * from "./protected-branch.gen.js";
export * from "./desired-state.gen.js";
export * from "./data-api.gen.js";
