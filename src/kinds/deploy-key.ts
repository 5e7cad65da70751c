import { flag, onText, text } from "../core/fields.js";
import type { Json } from "../core/json.js";
import { defineKind, type Routes } from "../core/kind.js";
import { collection } from "./parts/routes.js";

const routes: Routes = {
  ...collection("/projects/{project}/deploy_keys", "{deploy_key}"),
  everywhere: {
    list: "GET /deploy_keys",
    by: { projects_with_write_access: { can_push: true }, projects_with_readonly_access: { can_push: false } },
  },
};

/** A public key of SSH without its comment. */
const withoutComment = (value: Json) => onText(value, (text) => text.trim().split(/\s+/).slice(0, 2).join(" "));

/** Keys that read or write the repository of a project (the reference of real servers, deploy keys). */
export const deployKey = defineKind({
  name: "deploy_key",
  title: "Deploy key",
  description: "A key with which a machine reads the repository of a project, or writes to it.",
  source: "the reference of real servers, deploy keys",
  oddities: {
    "trueup identifies a deploy key by the key itself. The title is only a label.": "GitLab app/models/key.rb",
    "A deploy key has one title for all projects that have the key.": "GitLab app/models/key.rb",
    "If another project already has the key, the server adds the same key with its existing title. The user of the token must be able to see the other project.":
      "GitLab lib/api/deploy_keys.rb",
    "If the key is removed from its last project, the server deletes the key.": "GitLab doc/api/deploy_keys.md",
  },
  weakens: { itself: "more", more: ["can_push"], other: ["expires_at"] },
  dialect: "vendor",
  parents: { project: { file: "deploy_keys", routes } },
  key: {
    description: "The key's title, a label.",
    write: "title",
    read: "title",
    max: 255,
    repeated: true,
    sameBy: "key",
  },
  fields: {
    key: text("The public key: its type, the key, and a comment that does not count.", {
      required: true,
      min: 1,
      on: "create",
      normalise: withoutComment,
    }),
    can_push: flag("It may also write.", { default: false }),
    expires_at: text("When it ends.", { nullable: true, on: "create" }),
  },
  example: { key: "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJxLh3x1xQ0yHcW0j0iPZ5l7Jm0t0o9yQ2cC8tGzQ3sN ci", can_push: false },
  exampleKey: "CI reader",
});
