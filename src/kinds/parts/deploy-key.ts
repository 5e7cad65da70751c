import { integer } from "../../core/fields.js";

/** A deploy key in a list of who may do something: its entry shows the role of maintainers, whom it does not mean (the reference of real servers, protected branches and tags). */
export const deployKey = integer("Number of the deploy key that is meant, enabled in the project and allowed to push.", {
  read: "deploy_key_id",
  write: "deploy_key_id",
  tier: "premium",
});
