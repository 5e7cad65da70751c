import { entries } from "../core/fields.js";
import { defineKind } from "../core/kind.js";
import { atLeast, deployKey, group, oneRole, soleLevel, user } from "./parts/protected-ref.js";
import { unchangeable } from "./parts/routes.js";

/** Tags that only some may make (the reference of real servers, protected tags). */
export const protectedTag = defineKind({
  name: "protected_tag",
  title: "Protected tag",
  description: "A tag, or all whose names a wildcard covers, that only some may make.",
  source: "the reference of real servers, protected tags",
  oddities: {
    "The server cannot change the protection of a tag. trueup removes the protection and creates it again; between the two calls, the tag is unprotected.":
      "GitLab doc/api/protected_tags.md",
    "If the call that creates the protection again fails, apply reports that the protection is gone.":
      "GitLab doc/api/protected_tags.md",
    "If a protection names nobody, maintainers can create the tags.": "GitLab doc/api/protected_tags.md",
    "Without a licence, a protection can only name one role.": "GitLab doc/api/protected_tags.md",
    "A reply may show a deploy key together with the access level of maintainers. Only the deploy key counts, not the level.":
      "GitLab doc/api/protected_tags.md",
  },
  weakens: { itself: "less", gives: true, more: ["allowed_to_create"], less: ["allowed_to_create.access_level"] },
  dialect: "vendor",
  mistaken: { role: "access_level" },
  parents: { project: { file: "protected_tags", routes: unchangeable("/projects/{project}/protected_tags") } },
  key: { description: "The tag's name, or a wildcard in which * stands for any text.", write: "name", read: "name", max: 255 },
  short: oneRole(["allowed_to_create"], atLeast),
  fields: {
    allowed_to_create: entries(
      "Who may make them.",
      { access_level: atLeast, user, group: group("relatives"), deploy_key: deployKey },
      ["user", "group", "deploy_key", "access_level"],
      {
        read: "create_access_levels",
        carried: "replaced",
        default: [{ access_level: "maintainer" }],
        tier: "premium",
        unlicensed: { write: "create_access_level", encode: soleLevel },
      },
    ),
  },
  ignored: { create_access_level: "read-elsewhere" },
  example: { allowed_to_create: [{ access_level: "maintainer" }] },
  exampleKey: "v*",
});
