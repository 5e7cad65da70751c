import { badRequest } from "../../errors.js";
import type { FileDifference } from "../../git/trees.js";
import type { Project, User } from "../../records.js";
import type { Entry } from "../../row/spec.js";
import type { Context } from "../../section.js";
import type { Store } from "../../store.js";
import { pushRuleOf } from "../configuration/push-rule-records.js";
import { defaultBranch } from "./access.js";

/** What a push rule looks at. */
export interface PushedCommit {
  readonly branch: string;
  readonly message: string;
  readonly author: Pick<User, "name" | "email">;
  readonly committer: Pick<User, "name" | "email">;
  readonly files: readonly FileDifference[];
}

/** Throws 400 with the words of real servers when the project's push rule has something against a commit. */
export function checkPushRules({ store }: Context, project: Project, commit: PushedCommit): void {
  const rule = pushRuleOf(store, { kind: "project", id: project.id });
  const problem = rule === undefined ? undefined : problemOf(store, project, rule, commit);
  if (problem !== undefined) throw badRequest(problem);
}

function problemOf(store: Store, project: Project, rule: Entry, commit: PushedCommit): string | undefined {
  const { branch, message, author, committer, files } = commit;
  const [wanted, forbidden] = [rule["commit_message_regex"], rule["commit_message_negative_regex"]];
  if (branch !== defaultBranch(project) && !follows(rule["branch_name_regex"], branch))
    return `Branch name '${branch}' does not follow the pattern '${patternOf(rule["branch_name_regex"])}'`;
  if (!follows(wanted, message)) return `Commit message does not follow the pattern '${patternOf(wanted)}'`;
  if (patternOf(forbidden) !== "" && follows(forbidden, message))
    return `Commit message contains the forbidden pattern '${patternOf(forbidden)}'`;
  const emails = rule["author_email_regex"];
  for (const [who, { email }] of [["Committer", committer] as const, ["Author", author] as const])
    if (!follows(emails, email)) return `${who}'s email '${email}' does not follow the pattern '${patternOf(emails)}'`;
  if (rule["member_check"] === true && !store.users.all().some(({ email }) => email === author.email))
    return `Author '${author.email}' is not a member of team`;
  const names = rule["file_name_regex"];
  const bad = files.find(({ path, before }) => before === undefined && patternOf(names) !== "" && follows(names, path));
  return bad === undefined ? undefined : `File name ${bad.path} was prohibited by the pattern '${patternOf(names)}'.`;
}

/** True for a text that the pattern finds something in; what is no pattern stops nothing. */
function follows(pattern: Entry[string] | undefined, text: string): boolean {
  try {
    return new RegExp(patternOf(pattern), "m").test(text);
  } catch {
    return true;
  }
}

const patternOf = (value: Entry[string] | undefined): string => (typeof value === "string" ? value : "");
