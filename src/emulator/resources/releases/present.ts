import { createHash } from "node:crypto";
import { LEVEL, findProject, refuseArchived, requireLevel } from "../../core/access.js";
import { type Context, type PlatformState, later } from "../../core/context.js";
import { commitWith } from "../../core/git/history.js";
import { inProject } from "../../core/git/records.js";
import { renderMarkdown } from "../../core/markup.js";
import { userSummary } from "../../core/people.js";
import type { Json, Project, User } from "../../core/records.js";
import { forbidden, orNotFound } from "../../core/replies.js";
import { presentReleaseCommit } from "../commits/present.js";
import { mayUse } from "../projects/rules.js";
import { milestoneTable } from "../work-items/records.js";
import {
  type Evidence,
  type Release,
  type ReleaseLink,
  evidenceTable,
  presentMilestones,
  releaseLinkTable,
  releaseTable,
} from "./records.js";

const FORMATS = ["zip", "tar.gz", "tar.bz2", "tar"];

/** A release with its project. */
export interface FoundRelease {
  readonly project: Project;
  readonly release: Release;
}

/** Release, document 2. Who may not read the code sees neither the tag nor what leads to it (the reference of real servers). */
export function presentRelease(context: Context, hit: FoundRelease): Record<string, Json> {
  const { store, params, instance } = context;
  const { project, release } = hit;
  const { tag, name, description, created_at, released_at } = release;
  const readsCode = mayReadCode(context, project);
  const milestones = presentMilestones(context, release);
  const commit = commitWith(store, project.id, release.sha);
  const path = `/${project.path_with_namespace}/-`;
  const reply: Record<string, Json> = {
    ...(readsCode ? { tag_name: tag } : {}),
    name: readsCode ? name : `Release-${release.id}`,
    description,
    ...(params.get("include_html_description") === true ? { description_html: renderMarkdown(description ?? "") } : {}),
    created_at,
    released_at,
    author: userSummary(context, release.author_id),
    upcoming_release: isUpcoming(release),
    ...(instance.dialect === "vendor" && milestones.length === 0 ? {} : { milestones }),
    assets: assets(context, hit, readsCode),
  };
  if (!readsCode) return reply;
  return {
    ...reply,
    commit: commit === undefined ? null : presentReleaseCommit(commit),
    commit_path: `${path}/commit/${release.sha}`,
    tag_path: `${path}/tags/${tag}`,
    evidences: evidencesOf(context, release).map((evidence) => ({
      sha: evidence.sha,
      filepath: evidencePath(context, evidence, hit),
      collected_at: evidence.collected_at,
    })),
    _links: {
      self: addressOf(context, project, release),
      edit_url: `${addressOf(context, project, release)}/edit`,
    },
  };
}

/** The reply of a creation also carries `evidence_sha`, of which real servers know nothing any more. */
export function presentNewRelease(context: Context, hit: FoundRelease): Json {
  const reply = presentRelease(context, hit);
  if (context.instance.dialect === "vendor") return reply;
  return { ...reply, evidence_sha: evidencesOf(context, hit.release)[0]?.sha ?? null };
}

/** A link of a release, document 2, Release, `assets`; one with a path has an address of its own below the release. */
export function presentLink(context: PlatformState, link: ReleaseLink, { project, release }: FoundRelease): Json {
  const { id, name, url, filepath, link_type } = link;
  const direct_asset_url = filepath === null ? url : `${addressOf(context, project, release)}/downloads${filepath}`;
  const external = !url.startsWith(`${context.instance.url}/${project.path_with_namespace}/`);
  return { id, name, url, direct_asset_url, external, link_type };
}

/** Links of a release, the newest first. */
export function linksOf({ store }: PlatformState, release: Release): ReleaseLink[] {
  return store.of(releaseLinkTable).where("release", release.id).toReversed();
}

/** True for a release whose time has not come. */
export function isUpcoming(release: Release): boolean {
  return Date.parse(release.released_at) > Date.now();
}

function assets(context: Context, hit: FoundRelease, readsCode: boolean): Json {
  const { store, instance } = context;
  const { project, release } = hit;
  const links = linksOf(context, release).map((link) => presentLink(context, link, hit));
  if (!readsCode) return { count: links.length, links };
  const file = `${project.path}-${release.tag.replaceAll("/", "-")}`;
  const archive = `${instance.url}/${project.path_with_namespace}/-/archive/${encodeTag(release.tag)}/${encodeTag(file)}`;
  const sources = FORMATS.map((format) => ({ format, url: `${archive}.${format}` }));
  const reply = { count: links.length + sources.length, sources, links };
  if (instance.dialect === "vendor") return reply;
  const [first] = store.of(evidenceTable).where("release", release.id);
  return { ...reply, evidence_file_path: first === undefined ? null : evidencePath(context, first, hit) };
}

function evidencesOf({ store }: PlatformState, release: Release): Evidence[] {
  return store.of(evidenceTable).where("release", release.id);
}

function evidencePath(context: PlatformState, { id }: Evidence, { project, release }: FoundRelease): string {
  return `${addressOf(context, project, release)}/evidences/${id}.json`;
}

function addressOf({ instance }: PlatformState, project: Project, release: Release): string {
  return `${instance.url}/${project.path_with_namespace}/-/releases/${encodeURIComponent(release.tag)}`;
}

/** A tag in an address of the repository, where slashes stay. */
const encodeTag = (text: string): string => text.split("/").map(encodeURIComponent).join("/");

/** Records what the release is now. */
export function collect({ store }: PlatformState, release: Release): Evidence {
  const project = store.projects.get(release.project_id);
  const milestones = release.milestone_ids.flatMap((id) => store.of(milestoneTable).get(id) ?? []);
  const { id, tag, name, description, created_at } = release;
  const collected_at = new Date().toISOString();
  const record = {
    release: {
      id,
      tag_name: tag,
      name,
      description,
      created_at,
      project: { id: release.project_id, name: project?.name ?? null, created_at: project?.created_at ?? null },
      milestones: milestones.map(({ title, state, due_date }) => ({ title, state, due_date })),
    },
    collected_at,
  };
  const sha = createHash("sha256").update(JSON.stringify(record)).digest("hex");
  return store.of(evidenceTable).insert({ release_id: id, sha, collected_at });
}

/**
 * Evidence without being asked, as real servers collect it: at once for a release of now, when its time comes for an upcoming one, and never for one that
 * was released before it was created.
 */
export function collectInTime(world: PlatformState, release: Release): void {
  const wait = Date.parse(release.released_at) - Date.now();
  if (wait > 0) later(world, wait, "collectEvidence", { release: release.id });
  else if (seconds(release.released_at) >= seconds(release.created_at)) collect(world, release);
}

/** Background work: the time of an upcoming release has come, unless it was moved meanwhile. */
export function collectEvidence(world: PlatformState, input: Json): void {
  const release = world.store.of(releaseTable).get((input as { readonly release: number }).release);
  if (release === undefined || isUpcoming(release)) return;
  if (world.store.of(evidenceTable).count("release", release.id) === 0) collect(world, release);
}

const seconds = (time: string): number => Math.floor(Date.parse(time) / 1000);

/** The project of the request. Throws 404 when it may not be seen, 403 when its releases may not. */
export function findReleasing(context: Context): Project {
  const project = findProject(context);
  if (!mayUse(context.store, context.user, project, "releases_access_level", LEVEL.guest)) throw forbidden();
  return project;
}

/** The project of a write: Developers and up may (document 1, Roles). */
export function findToChange(context: Context): { project: Project; user: User } {
  const project = findReleasing(context);
  const user = requireLevel(context, project, LEVEL.developer);
  refuseArchived(project);
  return { project, user };
}

/** The release of the path, for who may read the code. */
export function readableRelease(context: Context): FoundRelease {
  const project = findReleasing(context);
  requireCode(context, project);
  return { project, release: findRelease(context, project) };
}

/** The release of the path, for who may change it. */
export function releaseToChange(context: Context): FoundRelease {
  const { project } = findToChange(context);
  return { project, release: findRelease(context, project) };
}

/** True when the caller may read the code: guests of a private project see its releases, but nothing of its repository. */
export function mayReadCode({ store, user }: Context, project: Project): boolean {
  return mayUse(store, user, project, "repository_access_level", LEVEL.reporter);
}

/** Throws 403 when the caller may not read the code: a tag names the release. */
export function requireCode(context: Context, project: Project): void {
  if (!mayReadCode(context, project)) throw forbidden();
}

/** The release of the tag in the path. Throws 404. */
export function findRelease({ store, params }: Context, project: Project): Release {
  return orNotFound(store.of(releaseTable).first("tag", inProject(project.id, params.requiredText("tag_name"))), "Release");
}
