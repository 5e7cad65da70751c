import { defineKind } from "../core/kind.js";
import { least, protectionRoutes, protects, rolesAsked } from "./parts/protection-rule.js";

/** Container images of a project that only some may push or delete (the reference of real servers, protection rules). */
export const containerProtectionRule = defineKind({
  name: "container_protection_rule",
  title: "Container protection rule",
  description: "Container images of a project that only some may push or delete.",
  source: "the reference of real servers, protection rules",
  weakens: protects,
  dialect: "vendor",
  parents: {
    project: {
      file: "container_protection_rules",
      routes: protectionRoutes("registry/protection/repository/rules", "{container_protection_rule}"),
    },
  },
  key: {
    description: "The images' path, or a wildcard in which * stands for any text.",
    write: "repository_path_pattern",
    read: "repository_path_pattern",
    max: 255,
  },
  fields: {
    minimum_access_level_for_push: least("push", { nullable: { unset: "" } }),
    minimum_access_level_for_delete: least("delete", { nullable: { unset: "" } }),
  },
  guard: rolesAsked("container-protection-rule.nobody"),
  example: { minimum_access_level_for_push: "maintainer" },
  exampleKey: "acme/platform/web/*",
});
