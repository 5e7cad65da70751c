import { text } from "../core/fields.js";
import { defineKind } from "../core/kind.js";
import { publicAddress } from "./parts/public-address.js";
import { collection } from "./parts/routes.js";

/** Servers check it once the placeholders are filled in (GitLab app/models/badge.rb). */
const pattern = { like: "^(?:[hH][tT][tT][pP][sS]?://|%\\{)", hint: "an address that begins with https:// or http://" };
const address = (description: string) => text(description, { required: true, min: 1, max: 255, pattern, ...publicAddress });

/** Badges that a project shows at its head, its own and those of the groups above it (the reference of real servers, badges). */
export const badge = defineKind({
  name: "badge",
  title: "Badge",
  description: "A small picture with a link that a project shows at its head; those of a group show in all its projects.",
  source: "the reference of real servers, badges",
  oddities: {
    "The list of a project also contains the badges of the groups above. The project cannot change these badges.":
      "GitLab doc/api/project_badges.md",
    "The server allows two badges with the same name. trueup cannot tell them apart.": "GitLab app/models/badge.rb",
    "The server allows badges without a name. trueup identifies such a badge by its link_url.": "GitLab app/models/badge.rb",
    "The server returns placeholders such as %{project_path} unchanged.": "GitLab doc/api/project_badges.md",
  },
  dialect: "vendor",
  parents: {
    project: { file: "badges", routes: collection("/projects/{project}/badges", "{badge}"), absent: { kind: "group" } },
    group: { file: "badges", routes: collection("/groups/{group}/badges", "{badge}") },
  },
  key: {
    description: "The badge's name; of one without a name the address that it leads to.",
    write: "name",
    read: "name",
    otherwise: "link_url",
    repeatable: true,
    form: "public-address",
    max: 255,
  },
  fields: {
    link_url: address("Address that a click leads to; placeholders in %{} are filled in by the platform."),
    image_url: address("Address of the picture; placeholders in %{} are filled in by the platform."),
  },
  example: {
    link_url: "https://ci.example.com/%{project_path}",
    image_url: "https://ci.example.com/%{project_path}/coverage.svg",
  },
  exampleKey: "coverage",
});
