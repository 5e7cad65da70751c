import { LEVEL, requireLevel } from "../access.js";
import type { Context, PlatformState } from "../context.js";
import { badRequest, forbidden, notFound } from "../errors.js";
import { checkUnmodified } from "../lookup.js";
import type { Project } from "../records.js";
import { branchTable, tagTable } from "../records/repository.js";
import type { Branch } from "../records/repository.js";
import { mergeRequestTable } from "../records/work-items.js";
import { accepted, created, noContent, ok } from "../replies.js";
import type { Reply } from "../replies.js";
import { addTag, branchNamed, removeBranch, resolveRef, tagNamed } from "../repository.js";
import type { Resource } from "../resource.js";
import { isMerged, presentBranch } from "../sections/branches.js";
import { isProtected } from "../sections/projects/protection.js";
import { accessFrom } from "../sections/protected-branches/entries.js";
import { presentTag } from "../sections/tags.js";
import { later } from "../work.js";
import { findCode, findPushable, isRefName } from "./repository/access.js";
import { mayCreateTag, mayRemoveTag } from "./repository/protected-tags.js";

const branch = "/projects/{id}/repository/branches/{branch}";
const tag = "/projects/{id}/repository/tags/{tag_name}";

/** What real servers alone do to branches and tags. */
export default {
  operations: {
    "DELETE /projects/{id}/repository/merged_branches": (context) => {
      const { project } = findPushable(context);
      later(context, context.instance.workerDelay, "deleteMergedBranches", project.id);
      return accepted();
    },
    [`PUT ${branch}/protect`]: protect,
    [`PUT ${branch}/unprotect`]: unprotect,
    "POST /projects/{id}/repository/tags": createTag,
    [`DELETE ${tag}`]: removeTag,
    // No tag here is signed: whoever signs does it before the push.
    [`GET ${tag}/signature`]: {
      role: "anyone",
      handler: (context) => {
        const project = findCode(context);
        if (tagNamed(context.store, project.id, context.params.requiredText("tag_name")) === undefined) throw notFound("Tag");
        throw notFound("Signature");
      },
    },
  },
  work: { deleteMergedBranches },
} satisfies Resource;

/** Branches that the default branch has, but for protected ones and those of open merge requests. */
function deleteMergedBranches(world: PlatformState, input: unknown): void {
  const { store } = world;
  const project = store.projects.get(Number(input));
  if (project === undefined) return;
  const open = store
    .of(mergeRequestTable)
    .where("project", project.id)
    .filter(({ state }) => state === "opened");
  const kept = new Set(open.flatMap((one) => [one.source_branch, one.target_branch]));
  for (const one of store.of(branchTable).where("project", project.id)) {
    if (kept.has(one.name) || isProtected(store, project.id, one.name) || !isMerged(world, project, one.sha)) continue;
    removeBranch(store, one);
  }
}

function findBranch(context: Context): { project: Project; found: Branch } {
  const project = findCode(context);
  requireLevel(context, project, LEVEL.maintainer);
  const found = branchNamed(context.store, project.id, context.params.requiredText("branch"));
  if (found === undefined) throw notFound("Branch");
  return { project, found };
}

function protect(context: Context): Reply {
  const { store, params } = context;
  const { project, found } = findBranch(context);
  const level = (name: string): number | undefined => {
    const lets = params.flag(name);
    return lets === undefined ? undefined : lets ? LEVEL.developer : LEVEL.maintainer;
  };
  const [push, merge] = [level("developers_can_push"), level("developers_can_merge")];
  const now = new Date().toISOString();
  const rule = store.protectedBranches.where("project", project.id).find(({ name }) => name === found.name);
  if (rule === undefined)
    store.protectedBranches.insert({
      project_id: project.id,
      name: found.name,
      push_access_levels: accessFrom(store, push ?? LEVEL.maintainer),
      merge_access_levels: accessFrom(store, merge ?? LEVEL.maintainer),
      unprotect_access_levels: accessFrom(store, LEVEL.maintainer),
      allow_force_push: false,
      code_owner_approval_required: false,
      updated_at: now,
    });
  else
    store.protectedBranches.update(rule.id, {
      ...(push === undefined ? {} : { push_access_levels: accessFrom(store, push) }),
      ...(merge === undefined ? {} : { merge_access_levels: accessFrom(store, merge) }),
      updated_at: now,
    });
  return ok(presentBranch(context, project, found));
}

function unprotect(context: Context): Reply {
  const { store } = context;
  const { project, found } = findBranch(context);
  const rule = store.protectedBranches.where("project", project.id).find(({ name }) => name === found.name);
  if (rule !== undefined) store.protectedBranches.delete(rule.id);
  return ok(presentBranch(context, project, found));
}

function createTag(context: Context): Reply {
  const { store, params } = context;
  const { project, user } = findPushable(context);
  const name = params.requiredText("tag_name");
  const ref = params.requiredText("ref");
  if (ref === "") throw badRequest("Target is empty");
  if (!isRefName(name)) throw badRequest("Tag name invalid");
  if (tagNamed(store, project.id, name) !== undefined) throw badRequest(`Tag ${name} already exists`);
  const commit = resolveRef(store, project.id, ref);
  if (commit === undefined) throw badRequest(`Target ${ref} is invalid`);
  if (!mayCreateTag(store, user, project, name)) throw badRequest("You are not allowed to create this tag as it is protected.");
  const message = (params.text("message") ?? "").trim();
  const made = addTag(store, project.id, name, commit.sha, message === "" ? null : { message, tagger: user });
  return created(presentTag(context, project, made));
}

/** A protected tag takes a Maintainer. */
function removeTag(context: Context): Reply {
  const { store, params } = context;
  const { project, user } = findPushable(context);
  const found = tagNamed(store, project.id, params.requiredText("tag_name"));
  if (found === undefined) throw notFound("Tag");
  if (!mayRemoveTag(store, user, project, found.name)) throw forbidden();
  checkUnmodified(context, resolveRef(store, project.id, found.sha)?.authored_date ?? "");
  store.of(tagTable).delete(found.id);
  return noContent();
}
