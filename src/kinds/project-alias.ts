import { reference } from "../core/fields.js";
import { defineKind } from "../core/kind.js";
import { unchangeable } from "./parts/routes.js";

/** Further names of projects, for git over SSH (the reference of real servers, project aliases). */
export const projectAlias = defineKind({
  name: "project_alias",
  title: "Project alias",
  description: "A further name of a project, by which git finds it over SSH.",
  source: "the reference of real servers, project aliases",
  oddities: {
    "The server cannot change an alias. To use an alias for another project, trueup deletes the alias and creates it again.":
      "GitLab doc/api/project_aliases.md",
  },
  dialect: "vendor",
  parents: { instance: { file: "project_aliases", routes: unchangeable("/project_aliases") } },
  tier: "premium",
  administrators: "read",
  short: "project",
  key: { description: "The further name.", write: "name", read: "name", max: 255 },
  fields: {
    project: reference("Project that is meant.", "project", "id", {
      required: true,
      carried: "replaced",
      write: "project_id",
      read: "project_id",
    }),
  },
  example: { project: "acme/platform/web" },
  exampleKey: "web",
});
