import { defineKind } from "../core/kind.js";
import { least, protectionRoutes, protects } from "./parts/protection-rule.js";

/** Tags of container images of a project that only some may push or delete (the reference of real servers, protection rules). */
export const containerTagProtectionRule = defineKind({
  name: "container_tag_protection_rule",
  title: "Container tag protection rule",
  description: "Tags of container images of a project that only some may push or delete.",
  source: "the reference of real servers, protection rules",
  weakens: protects,
  dialect: "vendor",
  parents: {
    project: {
      file: "container_tag_protection_rules",
      routes: protectionRoutes("registry/protection/tag/rules", "{container_tag_protection_rule}"),
    },
  },
  key: {
    description: "An expression that the tags' names match.",
    write: "tag_name_pattern",
    read: "tag_name_pattern",
    max: 255,
  },
  fields: {
    minimum_access_level_for_push: least("push", { required: true }),
    minimum_access_level_for_delete: least("delete", { required: true }),
  },
  example: { minimum_access_level_for_push: "maintainer", minimum_access_level_for_delete: "maintainer" },
  exampleKey: "v.*",
});
