import { oneOf } from "../core/fields.js";
import { defineKind } from "../core/kind.js";
import { least, protectionRoutes, protects, rolesAsked } from "./parts/protection-rule.js";

/** Packages of a project that only some may push or delete (the reference of real servers, protection rules). */
export const packageProtectionRule = defineKind({
  name: "package_protection_rule",
  title: "Package protection rule",
  description: "Packages of a project that only some may push or delete.",
  source: "the reference of real servers, protection rules",
  weakens: protects,
  dialect: "vendor",
  parents: {
    project: {
      file: "package_protection_rules",
      routes: protectionRoutes("packages/protection/rules", "{package_protection_rule}"),
    },
  },
  key: {
    description: "The packages' name, or a wildcard in which * stands for any text.",
    write: "package_name_pattern",
    read: "package_name_pattern",
    max: 255,
  },
  fields: {
    package_type: oneOf("Sort of the packages.", ["conan", "generic", "helm", "maven", "npm", "nuget", "pypi"], {
      required: true,
    }),
    minimum_access_level_for_push: least("push", { nullable: true }),
    minimum_access_level_for_delete: oneOf("Role from which on people may delete them.", ["owner", "admin"], {
      nullable: true,
      ordered: true,
    }),
  },
  guard: rolesAsked("package-protection-rule.nobody"),
  example: { package_type: "npm", minimum_access_level_for_push: "maintainer" },
  exampleKey: "@acme/*",
});
