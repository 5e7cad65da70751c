import { LEVEL, canSee, requireLevel, requireUser } from "../access.js";
import { conflict, forbidden, notFound } from "../errors.js";
import { exists } from "../instance.js";
import type { Json } from "../json.js";
import { projectNamed } from "../lookup.js";
import { page } from "../pages.js";
import type { Project } from "../records.js";
import { issueTable } from "../records/work-items.js";
import type { Issue } from "../records/work-items.js";
import { created, ok } from "../replies.js";
import type { Reply } from "../replies.js";
import { textOf } from "../row/text.js";
import type { Context } from "../section.js";
import { presentIssue } from "../sections/issues/entity.js";
import { findIssue } from "../sections/issues/lookup.js";
import { seesIssue, sightOf } from "../sections/work-items/visibility.js";
import { defineTable } from "../table.js";
import type { VendorSection } from "../vendor-section.js";

type IssueLink = {
  readonly id: number;
  readonly source_id: number;
  readonly target_id: number;
  readonly link_type: "relates_to" | "blocks";
  readonly created_at: string;
};

/** It hangs on both issues, and goes with either. */
const table = defineTable<IssueLink, "home">("issue_links", {
  home: ({ source_id, target_id }) => [`issue:${source_id}`, `issue:${target_id}`],
});

const parameters = { issue_iid: { type: "integer" } } as const;
const path = "/projects/{id}/issues/{issue_iid}/links";

/** Issues that belong together, or of which one waits for the other. */
export default {
  operations: {
    [`GET ${path}`]: { caller: "anyone", parameters, handler: list },
    [`POST ${path}`]: { parameters, handler: create },
    [`GET ${path}/{issue_link_id}`]: { parameters, handler: (context) => ok(present(context, findLink(context))) },
    [`DELETE ${path}/{issue_link_id}`]: {
      parameters,
      handler: (context) => {
        const link = findLink(context);
        requireLevel(context, findIssue(context).project, LEVEL.guest);
        context.store.of(table).delete(link.id);
        return ok(present(context, link));
      },
    },
  },
} satisfies VendorSection;

function isSeen({ store, user }: Context, issue: Issue): boolean {
  const project = store.projects.get(issue.project_id);
  return project !== undefined && seesIssue(sightOf(store, user)(project), user, issue);
}

function list(context: Context): Reply {
  const { issue } = findIssue(context);
  const links = context.store.of(table).where("home", `issue:${issue.id}`);
  const found = links.flatMap((link) => {
    const isSource = link.source_id === issue.id;
    const other = context.store.of(issueTable).get(isSource ? link.target_id : link.source_id);
    return other === undefined || !isSeen(context, other) ? [] : [{ link, isSource, other }];
  });
  return page(found, context, ({ link, isSource, other }) => ({
    ...presentIssue(context, other),
    issue_link_id: link.id,
    link_type: link.link_type === "blocks" && !isSource ? "is_blocked_by" : link.link_type,
    link_created_at: link.created_at,
    link_updated_at: link.created_at,
  }));
}

function create(context: Context): Reply {
  const { store, params } = context;
  const { issue, project } = findIssue(context);
  requireLevel(context, project, LEVEL.guest);
  const type = params.text("link_type") ?? "relates_to";
  if (type !== "relates_to" && !exists(context.instance, { tier: "premium" }))
    throw forbidden("Blocked issues not available for current license");
  const target = targetOf(context);
  const isTwin = store
    .of(table)
    .where("home", `issue:${issue.id}`)
    .some(({ source_id, target_id }) => source_id === target.id || target_id === target.id);
  if (isTwin || target.id === issue.id) throw conflict("Issue(s) already assigned");
  const isReversed = type === "is_blocked_by";
  const link = store.of(table).insert({
    source_id: isReversed ? target.id : issue.id,
    target_id: isReversed ? issue.id : target.id,
    link_type: type === "relates_to" ? "relates_to" : "blocks",
    created_at: new Date().toISOString(),
  });
  return created(present(context, link));
}

function targetOf(context: Context): Issue {
  const { store, params } = context;
  const user = requireUser(context);
  const project: Project | undefined = projectNamed(store, textOf(params.get("target_project_id")));
  if (project === undefined || !canSee(store, user, project)) throw notFound("Project");
  const target = store.of(issueTable).first("iid", `${project.id}:${textOf(params.get("target_issue_iid"))}`);
  if (target === undefined || !isSeen(context, target))
    throw notFound("No matching issue found. Make sure that you are adding a valid issue URL.");
  return target;
}

function findLink(context: Context): IssueLink {
  const { issue } = findIssue(context);
  const id = context.params.requiredText("issue_link_id");
  const link = context.store
    .of(table)
    .where("home", `issue:${issue.id}`)
    .find((one) => String(one.id) === id);
  if (link === undefined) throw notFound();
  return link;
}

function present(context: Context, { id, source_id, target_id, link_type }: IssueLink): Record<string, Json> {
  const issueOf = (issue: number): Json => {
    const found = context.store.of(issueTable).get(issue);
    return found === undefined || !isSeen(context, found) ? null : presentIssue(context, found);
  };
  return { id, source_issue: issueOf(source_id), target_issue: issueOf(target_id), link_type };
}
