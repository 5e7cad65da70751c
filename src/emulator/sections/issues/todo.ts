import type { Context } from "../../context.js";
import type { Project } from "../../records.js";
import type { Issue } from "../../records/work-items.js";
import type { TodoTarget } from "../work-items/todos.js";
import { presentIssue } from "./entity.js";

/** An issue, as a to-do item shows it. */
export function issueTarget(context: Context, issue: Issue, parent: Project): TodoTarget {
  const { id, title } = issue;
  return { home: { kind: "issue", id }, type: "Issue", parent, title, body: presentIssue(context, issue) };
}
