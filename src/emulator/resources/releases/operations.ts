import { type Context, page } from "../../core/context.js";
import { compare } from "../../core/order.js";
import { type Reply, acted, created, ok, orNotFound } from "../../core/replies.js";
import type { OperationDeclaration, Resource } from "../../core/resource.js";
import { linkHandlers } from "./links.js";
import {
  collect,
  collectEvidence,
  findReleasing,
  presentNewRelease,
  presentRelease,
  readableRelease,
  releaseToChange,
  requireCode,
} from "./present.js";
import { type Release, releaseTable } from "./records.js";
import { releaseSeed } from "./seed.js";
import { createRelease, eraseRelease, updateRelease } from "./writes.js";

const permalink: OperationDeclaration = { undescribed: true, since: "15.4", role: "anyone", handler: toLatest };

/**
 * Releases (document 2, Releases; deletion and single links from the reference of real servers, section H), with a lasting address of the latest one
 * and of what belongs to it.
 */
export default {
  operations: {
    "GET /projects/{id}/releases": listReleases,
    "GET /projects/{id}/releases/{tag_name}": (context) => ok(presentRelease(context, readableRelease(context))),
    "POST /projects/{id}/releases": (context) => created(presentNewRelease(context, createRelease(context))),
    "PUT /projects/{id}/releases/{tag_name}": (context) => ok(presentRelease(context, updateRelease(context))),
    "DELETE /projects/{id}/releases/{tag_name}": (context) => {
      const hit = releaseToChange(context);
      const reply = ok(presentRelease(context, hit));
      eraseRelease(context.store, hit.release);
      return reply;
    },
    "POST /projects/{id}/releases/{tag_name}/evidence": (context) => {
      const hit = releaseToChange(context);
      collect(context, hit.release);
      return acted(context, presentRelease(context, hit));
    },
    ...linkHandlers,
    "GET /projects/{id}/releases/permalink/latest": permalink,
    "GET /projects/{id}/releases/permalink/latest/*suffix_path": permalink,
  },
  work: { collectEvidence },
  seeds: [releaseSeed],
} satisfies Resource;

function listReleases(context: Context): Reply {
  const { store, params } = context;
  const project = findReleasing(context);
  const key = (release: Release): string => (params.text("order_by") === "created_at" ? release.created_at : release.released_at);
  const sign = params.text("sort") === "asc" ? 1 : -1;
  const releases = store.of(releaseTable).where("project", project.id);
  const sorted = releases.sort((a, b) => sign * (compare(key(a), key(b)) || a.id - b.id));
  return page(sorted, context, (release) => presentRelease(context, { project, release }));
}

function toLatest(context: Context): Reply {
  const { store, params, instance } = context;
  const project = findReleasing(context);
  requireCode(context, project);
  const now = new Date().toISOString();
  const released = store
    .of(releaseTable)
    .where("project", project.id)
    .filter(({ released_at }) => released_at <= now)
    .toSorted((a, b) => Date.parse(a.released_at) - Date.parse(b.released_at) || a.id - b.id);
  const latest = orNotFound(released.at(-1), "Release");
  const suffix = params.text("suffix_path");
  const end = suffix === undefined ? "" : `/${suffix}`;
  const place = `${instance.url}/api/v4/projects/${project.id}/releases/${encodeURIComponent(latest.tag)}${end}`;
  return { status: 302, headers: { Location: place } };
}
