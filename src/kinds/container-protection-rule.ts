import { oneOf } from "../core/fields.js";
import { defineKind } from "../core/kind.js";
import { rolesAsked } from "./parts/roles-asked.js";

/** Container images of a project that only some may push or delete (the reference of real servers, protection rules). */
export const containerProtectionRule = defineKind({
  name: "container_protection_rule",
  title: "Container protection rule",
  description: "Container images of a project that only some may push or delete.",
  source: "the reference of real servers, protection rules",
  weakens: {
    itself: "less",
    less: ["minimum_access_level_for_push", "minimum_access_level_for_delete"],
  },
  dialect: "vendor",
  parents: {
    project: {
      file: "container_protection_rules",
      routes: {
        list: "GET /projects/{project}/registry/protection/repository/rules",
        create: "POST /projects/{project}/registry/protection/repository/rules",
        update: "PATCH /projects/{project}/registry/protection/repository/rules/{container_protection_rule}",
        delete: "DELETE /projects/{project}/registry/protection/repository/rules/{container_protection_rule}",
      },
    },
  },
  key: {
    description: "The images' path, or a wildcard in which * stands for any text.",
    write: "repository_path_pattern",
    read: "repository_path_pattern",
    max: 255,
  },
  fields: {
    minimum_access_level_for_push: oneOf("Role from which on people may push them.", ["maintainer", "owner", "admin"], {
      nullable: { unset: "" },
      ordered: true,
    }),
    minimum_access_level_for_delete: oneOf("Role from which on people may delete them.", ["maintainer", "owner", "admin"], {
      nullable: { unset: "" },
      ordered: true,
    }),
  },
  guard: rolesAsked("container-protection-rule.nobody"),
  example: { minimum_access_level_for_push: "maintainer" },
  exampleKey: "acme/platform/web/*",
});
