import type { Context, PlatformState } from "../../context.js";
import { commitWith } from "../../git/history.js";
import type { Json } from "../../json.js";
import { renderMarkdown } from "../../markdown.js";
import type { Project } from "../../records.js";
import { evidenceTable, releaseLinkTable } from "../../records/releases.js";
import type { Evidence, Release, ReleaseLink } from "../../records/releases.js";
import { presentReleaseCommit } from "../commit.js";
import { presentUser } from "../users.js";
import { mayReadCode } from "./access.js";
import { presentMilestones } from "./milestones.js";

const FORMATS = ["zip", "tar.gz", "tar.bz2", "tar"];

/** Release, document 2. Who may not read the code sees neither the tag nor what leads to it (the reference of real servers). */
export function presentRelease(context: Context, release: Release, project: Project): Record<string, Json> {
  const { store, params, instance } = context;
  const { tag, name, description, created_at, released_at } = release;
  const readsCode = mayReadCode(context, project);
  const author = store.users.get(release.author_id);
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
    author: author === undefined ? null : presentUser(context, author),
    upcoming_release: isUpcoming(release),
    ...(instance.dialect === "vendor" && milestones.length === 0 ? {} : { milestones }),
    assets: assets(context, release, project, readsCode),
  };
  if (!readsCode) return reply;
  return {
    ...reply,
    commit: commit === undefined ? null : presentReleaseCommit(commit),
    commit_path: `${path}/commit/${release.sha}`,
    tag_path: `${path}/tags/${tag}`,
    evidences: evidencesOf(context, release).map((evidence) => presentEvidence(context, evidence, release, project)),
    _links: {
      self: addressOf(context, project, release),
      edit_url: `${addressOf(context, project, release)}/edit`,
    },
  };
}

/** The reply of a creation also carries `evidence_sha`, of which real servers know nothing any more. */
export function presentNewRelease(context: Context, release: Release, project: Project): Json {
  const reply = presentRelease(context, release, project);
  if (context.instance.dialect === "vendor") return reply;
  return { ...reply, evidence_sha: evidencesOf(context, release)[0]?.sha ?? null };
}

/** A link of a release, document 2, Release, `assets`; one with a path has an address of its own below the release. */
export function presentLink(context: PlatformState, link: ReleaseLink, release: Release, project: Project): Json {
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

function assets(context: Context, release: Release, project: Project, readsCode: boolean): Json {
  const { store, instance } = context;
  const links = linksOf(context, release).map((link) => presentLink(context, link, release, project));
  if (!readsCode) return { count: links.length, links };
  const file = `${project.path}-${release.tag.replaceAll("/", "-")}`;
  const archive = `${instance.url}/${project.path_with_namespace}/-/archive/${encodeTag(release.tag)}/${encodeTag(file)}`;
  const sources = FORMATS.map((format) => ({ format, url: `${archive}.${format}` }));
  const reply = { count: links.length + sources.length, sources, links };
  if (instance.dialect === "vendor") return reply;
  const [first] = store.of(evidenceTable).where("release", release.id);
  return { ...reply, evidence_file_path: first === undefined ? null : evidencePath(context, first, release, project) };
}

function evidencesOf({ store }: PlatformState, release: Release): Evidence[] {
  return store.of(evidenceTable).where("release", release.id);
}

function presentEvidence(context: PlatformState, evidence: Evidence, release: Release, project: Project): Json {
  const { sha, collected_at } = evidence;
  return { sha, filepath: evidencePath(context, evidence, release, project), collected_at };
}

function evidencePath(context: PlatformState, { id }: Evidence, release: Release, project: Project): string {
  return `${addressOf(context, project, release)}/evidences/${id}.json`;
}

function addressOf({ instance }: PlatformState, project: Project, release: Release): string {
  return `${instance.url}/${project.path_with_namespace}/-/releases/${encodeURIComponent(release.tag)}`;
}

/** A tag in an address of the repository, where slashes stay. */
const encodeTag = (text: string): string => text.split("/").map(encodeURIComponent).join("/");
