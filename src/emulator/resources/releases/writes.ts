import { requireUser } from "../../core/access.js";
import { type Context, checkLimits } from "../../core/context.js";
import { inProject } from "../../core/git/records.js";
import { type Project, isObject } from "../../core/records.js";
import { HttpError, badRequest, conflict } from "../../core/replies.js";
import { addTag, resolveRef, tagNamed } from "../../core/repository.js";
import type { Store } from "../../core/store.js";
import { timeSent } from "../work-items/sent.js";
import { linksSent } from "./links.js";
import { type FoundRelease, collectInTime, findRelease, findToChange, isUpcoming } from "./present.js";
import { type Release, evidenceTable, milestonesTitled, releaseLinkTable, releaseTable } from "./records.js";

/** POST of a release: its tag is created when there is none. 409 when the tag has a release, 422 when the tag cannot be created. */
export function createRelease(context: Context): FoundRelease {
  const { store, params } = context;
  const { project, user } = findToChange(context);
  checkLimits(context);
  const tag = params.requiredText("tag_name");
  if (store.of(releaseTable).first("tag", inProject(project.id, tag)) !== undefined) throw conflict("Release already exists");
  const milestone_ids = milestonesTitled(context, project, params.texts("milestones") ?? []);
  const assets = params.get("assets");
  const links = linksSent(isObject(assets) ? assets : undefined);
  const now = new Date().toISOString();
  const release = store.of(releaseTable).insert({
    project_id: project.id,
    tag,
    name: nameSent(context) ?? tag,
    description: params.text("description") ?? null,
    sha: tagNamed(store, project.id, tag)?.sha ?? createTag(context, project, tag),
    author_id: user.id,
    milestone_ids,
    created_at: now,
    released_at: timeSent(context, "released_at") ?? now,
  });
  for (const link of links) store.of(releaseLinkTable).insert({ ...link, release_id: release.id });
  collectInTime(context, release);
  return { project, release };
}

/** PUT of a release: what is sent changes; an empty list of milestones removes all. Real servers refuse a request that changes nothing. */
export function updateRelease(context: Context): FoundRelease {
  const { store, params, instance } = context;
  const { project } = findToChange(context);
  checkLimits(context);
  const before = findRelease(context, project);
  const isEmpty = !["name", "description", "milestones", "released_at"].some((name) => params.has(name));
  if (isEmpty && instance.dialect === "vendor") throw badRequest("params is empty");
  const titles = params.texts("milestones");
  const release = store.of(releaseTable).update(before.id, {
    ...(params.has("name") ? { name: nameSent(context) ?? before.tag } : {}),
    ...(params.has("description") ? { description: params.text("description") ?? null } : {}),
    ...(titles === undefined ? {} : { milestone_ids: milestonesTitled(context, project, titles) }),
    released_at: timeSent(context, "released_at") ?? before.released_at,
  });
  const isMoved = release.released_at !== before.released_at;
  if (isMoved && isUpcoming(release)) collectInTime(context, release);
  return { project, release };
}

/** Takes a release away with its links and evidences. */
export function eraseRelease(store: Store, release: Release): void {
  for (const table of [store.of(releaseLinkTable), store.of(evidenceTable)])
    for (const row of table.where("release", release.id)) table.delete(row.id);
  store.of(releaseTable).delete(release.id);
}

/** Forgets the releases of a project that is gone. */
export function forgetReleases(store: Store, projectId: number): void {
  for (const release of store.of(releaseTable).where("project", projectId)) eraseRelease(store, release);
}

/** Creates the tag at `ref`, annotated when a message is sent. Returns the commit's hash. */
function createTag(context: Context, project: Project, name: string): string {
  const { store, params } = context;
  const ref = params.text("ref") ?? "";
  if (ref === "") throw new HttpError(422, { message: "Ref is not specified" });
  if (!isTagName(name)) throw new HttpError(422, { message: "Tag name invalid" });
  const commit = resolveRef(store, project.id, ref);
  if (commit === undefined) throw new HttpError(422, { message: `Target ${ref} is invalid` });
  const message = params.text("tag_message") ?? "";
  addTag(store, project.id, name, commit.sha, message === "" ? null : { message, tagger: requireUser(context) });
  return commit.sha;
}

/** True for what Git takes as the name of a tag. */
function isTagName(name: string): boolean {
  if (name === "" || name === "@" || /[\p{Cc} ~^:?*[\\]|\.\.|@\{|^-|\.$/u.test(name)) return false;
  return name.split("/").every((part) => part !== "" && !part.startsWith(".") && !part.endsWith(".lock"));
}

function nameSent({ params }: Context): string | undefined {
  const name = params.text("name");
  return name === undefined || name.trim() === "" ? undefined : name;
}
