import { oneOf } from "../core/fields.js";
import { defineKind } from "../core/kind.js";

/** Tags of container images of a project that only some may push or delete (the reference of real servers, protection rules). */
export const containerTagProtectionRule = defineKind({
  name: "container_tag_protection_rule",
  title: "Container tag protection rule",
  description: "Tags of container images of a project that only some may push or delete.",
  source: "the reference of real servers, protection rules",
  weakens: {
    itself: "less",
    less: ["minimum_access_level_for_push", "minimum_access_level_for_delete"],
  },
  dialect: "vendor",
  parents: {
    project: {
      file: "container_tag_protection_rules",
      routes: {
        list: "GET /projects/{project}/registry/protection/tag/rules",
        create: "POST /projects/{project}/registry/protection/tag/rules",
        update: "PATCH /projects/{project}/registry/protection/tag/rules/{container_tag_protection_rule}",
        delete: "DELETE /projects/{project}/registry/protection/tag/rules/{container_tag_protection_rule}",
      },
    },
  },
  key: {
    description: "An expression that the tags' names match.",
    write: "tag_name_pattern",
    read: "tag_name_pattern",
    max: 255,
  },
  fields: {
    minimum_access_level_for_push: oneOf("Role from which on people may push them.", ["maintainer", "owner", "admin"], {
      required: true,
      ordered: true,
    }),
    minimum_access_level_for_delete: oneOf("Role from which on people may delete them.", ["maintainer", "owner", "admin"], {
      required: true,
      ordered: true,
    }),
  },
  example: { minimum_access_level_for_push: "maintainer", minimum_access_level_for_delete: "maintainer" },
  exampleKey: "v.*",
});
