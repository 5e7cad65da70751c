import { groupChain } from "../../core/access.js";
import { type Entry, type EntryHome, defineEntries, homeKeyOf } from "../../core/collection/spec.js";
import type { Context } from "../../core/context.js";
import { type FileDifference, blobBytes } from "../../core/git/trees.js";
import { patternTest } from "../../core/patterns.js";
import type { Project, User } from "../../core/records.js";
import { badRequest } from "../../core/replies.js";
import type { Store } from "../../core/store.js";
import { defaultBranch } from "../repository/access.js";
import { emailTable } from "../users/present.js";

/** Push rules of projects and groups, one for each that has any. */
export const pushRuleTable = defineEntries("push_rules");

/** The push rule of a project or group. */
function pushRuleOf(store: Store, home: EntryHome): Entry | undefined {
  return store.of(pushRuleTable).first("home", homeKeyOf(home));
}

/** A new project or subgroup begins with a copy of the rule of the nearest group above that has one. What stands there already does not follow. */
export function inheritPushRule(store: Store, home: EntryHome, namespaceId: number | null): void {
  const above = namespaceId === null ? [] : groupChain(store, namespaceId);
  const rule = above.flatMap((id) => pushRuleOf(store, { kind: "group", id }) ?? [])[0];
  if (rule === undefined) return;
  const { id: _, home: __, ...columns } = rule;
  const now = new Date().toISOString();
  store.of(pushRuleTable).insert({ ...columns, created_at: now, updated_at: now, home });
}

/** What a push rule looks at. */
interface PushedCommit {
  readonly branch: string;
  readonly message: string;
  readonly author: Pick<User, "name" | "email">;
  readonly committer: User;
  readonly files: readonly FileDifference[];
}

/**
 * Throws 400 with the words of real servers when the project's push rule has something against a commit. What the server commits itself needs no signature
 * (`reject_unsigned_commits`), and tags that are removed by a request are not asked about (`deny_delete_tag`): these two are about pushes of git alone.
 */
export function checkPushRules({ store }: Context, project: Project, commit: PushedCommit): void {
  const rule = pushRuleOf(store, { kind: "project", id: project.id });
  if (rule === undefined) return;
  const problem =
    problemOfBranch(rule, project, commit.branch) ??
    problemOfMessage(rule, commit.message) ??
    problemOfPeople(store, rule, commit) ??
    problemOfFiles(store, rule, commit.files);
  if (problem !== undefined) throw badRequest(problem);
}

/** As `checkPushRules`, for a branch that comes to be without a commit of its own. */
export function checkBranchRule({ store }: Context, project: Project, branch: string): void {
  const rule = pushRuleOf(store, { kind: "project", id: project.id });
  const problem = rule === undefined ? undefined : problemOfBranch(rule, project, branch);
  if (problem !== undefined) throw badRequest(problem);
}

function problemOfBranch(rule: Entry, project: Project, branch: string): string | undefined {
  if (branch === defaultBranch(project) || follows(rule["branch_name_regex"], branch)) return undefined;
  return `Branch name '${branch}' does not follow the pattern '${patternOf(rule["branch_name_regex"])}'`;
}

function problemOfMessage(rule: Entry, message: string): string | undefined {
  const [wanted, forbidden] = [rule["commit_message_regex"], rule["commit_message_negative_regex"]];
  if (!follows(wanted, message)) return `Commit message does not follow the pattern '${patternOf(wanted)}'`;
  if (patternOf(forbidden) !== "" && follows(forbidden, message))
    return `Commit message contains the forbidden pattern '${patternOf(forbidden)}'`;
  const isCertified = /^Signed-off-by:.+$/m.test(message);
  return rule["reject_non_dco_commits"] === true && !isCertified ? "Commit message must contain a DCO signoff" : undefined;
}

function problemOfPeople(store: Store, rule: Entry, { author, committer }: PushedCommit): string | undefined {
  const emails = rule["author_email_regex"];
  for (const [who, { email }] of [["Committer", committer] as const, ["Author", author] as const])
    if (!follows(emails, email)) return `${who}'s email '${email}' does not follow the pattern '${patternOf(emails)}'`;
  if (rule["commit_committer_check"] === true && committer.attributes?.["confirmed_at"] === null)
    return `Committer email '${committer.email}' is not verified.`;
  if (rule["commit_committer_name_check"] === true && author.name !== committer.name)
    return "Your git username is inconsistent with GitLab account name";
  return rule["member_check"] === true && !isSomebodys(store, author.email)
    ? `Author '${author.email}' is not a member of team`
    : undefined;
}

/** True for an address of somebody, one of the further ones too, once it is confirmed. */
function isSomebodys(store: Store, email: string): boolean {
  const wanted = email.toLowerCase();
  if (store.users.all().some((user) => user.email.toLowerCase() === wanted)) return true;
  const further = store.of(emailTable).all();
  return further.some((entry) => entry["email"] === wanted && (entry["confirmed_at"] ?? null) !== null);
}

const BYTES_OF_MEGABYTE = 1024 * 1024;

/** Names count where files are new or were moved there, sizes of all that was written. */
function problemOfFiles(store: Store, rule: Entry, files: readonly FileDifference[]): string | undefined {
  const names = rule["file_name_regex"];
  for (const { path, before } of files) {
    if (before !== undefined) continue;
    if (patternOf(names) !== "" && follows(names, path))
      return `File name ${path} was prohibited by the pattern '${patternOf(names)}'.`;
    const secret = rule["prevent_secrets"] === true ? SECRETS.find((pattern) => pattern.test(path)) : undefined;
    if (secret !== undefined) return `File name ${path} was prohibited by the pattern '${secret.source}'.`;
  }
  const { max_file_size: most } = rule;
  if (typeof most !== "number" || most === 0) return undefined;
  const large = files.find(({ after }) => after !== undefined && blobBytes(store, after.sha).length > most * BYTES_OF_MEGABYTE);
  if (large === undefined) return undefined;
  return `File "${large.path}" is larger than the allowed size of ${most} MiB. Use Git LFS to manage this file.`;
}

/** Names of files that hold secrets, as the documentation of real servers lists them. */
const SECRETS: readonly RegExp[] = [
  /aws\/credentials$/,
  /(ssh|config)\/(personal|server)_(rsa|dsa|ed\d+|ecdsa)(_sk)?$/,
  /(^|\/)\.?id_(rsa|dsa|ed25519|ecdsa)(_sk)?$/,
  /\.(pem|key)$/,
  /[._]history$/,
];

/** True for a text that the pattern finds something in; what is no pattern stops nothing. */
function follows(pattern: Entry[string] | undefined, text: string): boolean {
  try {
    const wanted = patternOf(pattern);
    return wanted === "" || patternTest(wanted, "m")(text);
  } catch {
    return true;
  }
}

const patternOf = (value: Entry[string] | undefined): string => (typeof value === "string" ? value : "");
