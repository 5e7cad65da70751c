import { entries, flag, mapOf, oneOf, reference, setOf, text } from "../core/fields.js";
import { isObject, type Json } from "../core/json.js";
import { defineKind } from "../core/kind.js";
import { collection } from "./parts/routes.js";

/** Names of environments, of a list of objects that have `environment_scope`. */
const names = (value: Json) => (Array.isArray(value) ? value.map(nameOf) : value);
const asScopes = (value: Json) =>
  Array.isArray(value) ? value.map((scope: Json) => ({ environment_scope: nameOf(scope) })) : value;
const nameOf = (scope: Json) => (isObject(scope) ? (scope["environment_scope"] ?? scope) : scope);

/** Switches that programs ask for (the reference of real servers, feature flags). */
export const featureFlag = defineKind({
  name: "feature_flag",
  title: "Feature flag",
  description: "A switch of a project that programs ask for while they run.",
  source: "the reference of real servers, feature flags",
  oddities: {
    "trueup deletes a changed strategy and adds it again with the new values. Other strategies stay unchanged.":
      "trueup test/e2e/hazards-plain.test.ts",
    "A feature flag without strategies is on for nobody.": null,
    "User lists are created elsewhere. Files refer to a user list by its name.": "GitLab doc/api/feature_flags.md",
  },
  dialect: "vendor",
  parents: {
    project: {
      file: "feature_flags",
      role: "developer",
      routes: collection("/projects/{project}/feature_flags", "{key}"),
    },
  },
  key: { description: "The flag's name.", write: "name", read: "name", max: 63 },
  fields: {
    active: flag("It is on for those whom its strategies are about.", { default: true }),
    description: text("What it is for.", { nullable: { unset: "" } }),
    strategies: entries(
      "For whom it is on; each strategy adds to the others.",
      {
        name: oneOf(
          "How the strategy selects users.",
          ["default", "flexibleRollout", "gradualRolloutUserId", "userWithId", "gitlabUserList"],
          { required: true },
        ),
        parameters: mapOf(
          "Parameters of the strategy, such as rollout, stickiness and groupId.",
          text("Value of the parameter."),
          {
            default: {},
          },
        ),
        scopes: setOf("Environments that it is for, * for all.", text("Name of an environment, or a wildcard."), {
          default: ["*"],
          decode: names,
          encode: asScopes,
        }),
        user_list: reference("List of users that gitlabUserList is about.", "feature_flag_user_list", "id", {
          cased: true,
          write: "user_list_id",
        }),
      },
      [],
      { default: [], entryIds: true },
    ),
  },
  // Old servers had two sorts of flags.
  ignored: { version: "gone" },
  example: {
    active: true,
    description: "The new checkout",
    strategies: [
      {
        name: "flexibleRollout",
        parameters: { groupId: "checkout", rollout: "25", stickiness: "default" },
        scopes: ["production"],
      },
      { name: "default", scopes: ["staging"] },
    ],
  },
  exampleKey: "new_checkout",
});
