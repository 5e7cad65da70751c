import { isUnder } from "../core/address.js";
import { flag, integer, text } from "../core/fields.js";
import { defineKind } from "../core/kind.js";
import { single } from "./parts/routes.js";

const regex = (description: string) => text(description, { nullable: { unset: "" }, max: 511, format: "re2" });
const off = { default: false } as const;

/** What commits must be like to be pushed (the reference of real servers, push rules). */
export const pushRules = defineKind({
  name: "push_rules",
  title: "Push rules",
  description: "What commits must be like to be pushed.",
  source: "the reference of real servers, push rules",
  oddities: {
    "A new project gets a copy of the push rules of its group or of the instance. Later changes of those rules do not affect the project.":
      "gitlab issue #591821",
    "For an expression, null, an empty text and no value mean the same.": null,
  },
  weakens: {
    itself: "less",
    less: [
      "author_email_regex",
      "branch_name_regex",
      "commit_message_regex",
      "commit_message_negative_regex",
      "file_name_regex",
      "commit_committer_check",
      "commit_committer_name_check",
      "deny_delete_tag",
      "member_check",
      "prevent_secrets",
      "reject_non_dco_commits",
      "reject_unsigned_commits",
    ],
  },
  // A new project or group begins with a copy of the group's: files that say nothing of push rules get none.
  order: (changes, nearby) =>
    changes
      .filter(({ parent }) => parent === "group")
      .flatMap((later) =>
        nearby(later).flatMap((earlier) =>
          earlier.action === "create" && isUnder(earlier.path, later.path) ? { later, earlier } : [],
        ),
      ),
  dialect: "vendor",
  parents: {
    project: { file: "push_rules", routes: single("/projects/{project}/push_rule") },
    group: { file: "push_rules", role: "maintainer", routes: single("/groups/{group}/push_rule") },
  },
  tier: "premium",
  fields: {
    author_email_regex: regex("Expression that the author's e-mail address must match."),
    branch_name_regex: regex("Expression that names of branches must match."),
    commit_message_regex: regex("Expression that messages must match."),
    commit_message_negative_regex: regex("Expression that messages must not match."),
    file_name_regex: regex("Expression that no file name may match."),
    commit_committer_check: flag("Who commits must have the e-mail address confirmed.", off),
    commit_committer_name_check: flag("The author's name must be that of the account.", off),
    deny_delete_tag: flag("Tags cannot be deleted by a push.", off),
    max_file_size: integer("Largest size of a file in megabytes; 0 is none.", { default: 0, min: 0 }),
    member_check: flag("Authors must be users of the platform.", off),
    prevent_secrets: flag("Files that probably hold secrets are refused.", off),
    reject_non_dco_commits: flag("Commits must be signed off.", off),
    reject_unsigned_commits: flag("Commits must be signed.", off),
  },
  example: { commit_message_regex: "^[A-Z]+-\\d+ ", deny_delete_tag: true, prevent_secrets: true },
});
