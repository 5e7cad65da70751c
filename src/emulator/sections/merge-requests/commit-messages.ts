import type { PlatformState } from "../../context.js";
import type { Project, User } from "../../records.js";
import type { Commit } from "../../records/repository.js";
import type { MergeRequest } from "../../records/work-items.js";
import { closedIssues } from "../../work-item-references.js";

/** What a message is about. */
export interface MergeFacts {
  readonly project: Project;
  readonly mergeRequest: MergeRequest;
  /** Commits that the target branch lacks, oldest first. */
  readonly commits: readonly Commit[];
  /** Who merges. */
  readonly user: User;
}

const MERGE =
  "Merge branch '%{source_branch}' into '%{target_branch}'\n\n%{title}\n\n%{issues}\n\nSee merge request %{reference}";
const SQUASH = "%{title}";

/** Message of a merge commit, by the project's `merge_commit_template`. */
export function mergeMessage(world: PlatformState, facts: MergeFacts): string {
  return written(world, facts, templateOf(facts.project, "merge_commit_template") ?? MERGE);
}

/** Message of a squash commit, by the project's `squash_commit_template`. */
export function squashMessage(world: PlatformState, facts: MergeFacts): string {
  return written(world, facts, templateOf(facts.project, "squash_commit_template") ?? SQUASH);
}

function templateOf(project: Project, name: string): string | undefined {
  const template = project.attributes[name];
  return typeof template === "string" && template !== "" ? template : undefined;
}

/** The template with its `%{names}` replaced. One that means nothing goes with the blank space before it, when it ends its line. */
function written(world: PlatformState, facts: MergeFacts, template: string): string {
  const values = valuesOf(world, facts);
  const names = /%\{(\w+)\}/g;
  const isEmpty = (name: string): boolean => Object.hasOwn(values, name) && values[name] === "";
  const lines = template.split("\n").reduce<string[]>((done, line) => {
    const last = /%\{(\w+)\}[ \t]*$/.exec(line);
    if (last === null || !isEmpty(last[1] ?? "")) return [...done, line];
    const rest = line.slice(0, last.index).trimEnd();
    if (rest !== "") return [...done, rest];
    const before = done.findLastIndex((one) => one.trim() !== "");
    return done.slice(0, before + 1);
  }, []);
  return lines.join("\n").replace(names, (text, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? text) : text));
}

/** Values of the names that templates may use (the reference of real servers). */
function valuesOf(world: PlatformState, { project, mergeRequest, commits, user }: MergeFacts): Readonly<Record<string, string>> {
  const address = `${world.instance.url}/${project.path_with_namespace}/-/merge_requests/${mergeRequest.iid}`;
  const people = (ids: readonly number[]): User[] => ids.flatMap((id) => world.store.users.get(id) ?? []);
  const signed = (word: string, some: readonly User[]): string =>
    some.map(({ name, email }) => `${word}: ${name} <${email}>`).join("\n");
  return {
    source_branch: mergeRequest.source_branch,
    target_branch: mergeRequest.target_branch,
    title: mergeRequest.title,
    description: mergeRequest.description,
    issues: closing(world, project, mergeRequest),
    reference: `${project.path_with_namespace}!${mergeRequest.iid}`,
    url: address,
    first_commit: commits[0]?.message ?? "",
    first_multiline_commit: commits.find(({ message }) => message.trim().includes("\n"))?.message ?? mergeRequest.title,
    all_commits: commits.map(({ message }) => `* ${message}`).join("\n\n"),
    approved_by: signed("Approved-by", people(mergeRequest.approvals.map((one) => one.user_id))),
    reviewed_by: signed("Reviewed-by", people(mergeRequest.reviewer_ids)),
    merged_by: `${user.name} <${user.email}>`,
    co_authored_by: [...new Set(commits.map((one) => `Co-authored-by: ${one.author_name} <${one.author_email}>`))].join("\n"),
  };
}

/** "Closes #1, #2 and group/project#3". */
function closing(world: PlatformState, project: Project, mergeRequest: MergeRequest): string {
  const names = closedIssues(world, mergeRequest).map((issue) => {
    const other = issue.project_id === project.id ? "" : (world.store.projects.get(issue.project_id)?.path_with_namespace ?? "");
    return `${other}#${issue.iid}`;
  });
  const last = names.at(-1);
  if (last === undefined) return "";
  return names.length === 1 ? `Closes ${last}` : `Closes ${names.slice(0, -1).join(", ")} and ${last}`;
}
