import { reference } from "../../core/fields.js";

/** A deploy key in a list of who may do something: its entry shows the role of maintainers, whom it does not mean (the reference of real servers, protected branches and tags). */
export const deployKey = reference(
  "Deploy key that is enabled in the project and may push: its title if the project's own deploy_keys declares it, its fingerprint (SHA256:…), or its number.",
  "deploy_key",
  "id",
  { read: "deploy_key_id", write: "deploy_key_id", cased: true, beside: true, tier: "premium" },
);
