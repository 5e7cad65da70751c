import { type CollectionSpec, type Columns, type Entry, collection } from "../../core/collection/spec.js";
import type { Context } from "../../core/context.js";
import { problemOfPattern } from "../../core/patterns.js";
import { HttpError, badParameters, invalid } from "../../core/replies.js";
import type { Resource } from "../../core/resource.js";
import { pushRuleTable } from "./records.js";

const rule = (kind: "Project" | "Group", spec: Omit<CollectionSpec, "settle">) =>
  collection("push_rule", {
    ...spec,
    table: pushRuleTable,
    tier: "premium",
    // One alone: whatever stands there is in the way of another.
    unique: { columns: [], refuse: () => new HttpError(422, { error: `${kind} push rule exists` }) },
    defaults: {
      author_email_regex: null,
      branch_name_regex: null,
      commit_message_negative_regex: null,
      commit_message_regex: null,
      file_name_regex: null,
      commit_committer_check: false,
      commit_committer_name_check: false,
      deny_delete_tag: false,
      member_check: false,
      prevent_secrets: false,
      reject_non_dco_commits: false,
      reject_unsigned_commits: false,
      max_file_size: 0,
    },
    settle: checked,
  });

/** Characters of the longest pattern; of messages it may be longer. */
const LONGEST = 511;

const LONGEST_OF_MESSAGES = 2047;

/** Push rules (the reference of real servers, kinds, section 1): of a project none is `null`, of a group 404. */
export default {
  collections: [
    rule("Project", { at: "/projects/{id}", read: "maintainer", single: "null" }),
    rule("Group", { at: "/groups/{id}", read: "owner", write: "owner", single: "missing" }),
  ],
} satisfies Resource;

function checked({ params }: Context, columns: Columns, before: Entry | undefined): Columns {
  const wrong: Record<string, string[]> = {};
  for (const [name, value] of Object.entries(columns)) {
    if (!name.endsWith("_regex") || typeof value !== "string" || value === "") continue;
    const longest = name.startsWith("commit_message") ? LONGEST_OF_MESSAGES : LONGEST;
    const problem = problemOfPattern(value);
    const problems = [
      ...(Array.from(value).length > longest ? [`is too long (maximum is ${longest} characters)`] : []),
      ...(problem === undefined ? [] : [problem]),
    ];
    if (problems.length > 0) wrong[name] = problems;
  }
  const { max_file_size: size } = columns;
  if (typeof size === "number" && size < 0) wrong["max_file_size"] = ["must be greater than or equal to 0"];
  if (before !== undefined && Object.keys(params.sent(["id"])).length === 0)
    throw badParameters("at least one parameter must be provided");
  if (Object.keys(wrong).length > 0) throw invalid(wrong);
  return columns;
}
