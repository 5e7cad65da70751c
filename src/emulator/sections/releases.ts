import type { Context } from "../context.js";
import { page } from "../pages.js";
import { releaseTable } from "../records/releases.js";
import type { Release } from "../records/releases.js";
import { created, ok } from "../replies.js";
import type { Reply } from "../replies.js";
import type { Resource } from "../resource.js";
import { findRelease, findReleasing, requireCode } from "./releases/access.js";
import { presentNewRelease, presentRelease } from "./releases/entity.js";
import { collect, collectEvidence } from "./releases/evidence.js";
import { linkHandlers } from "./releases/links.js";
import { releaseSeed } from "./releases/seed.js";
import { createRelease, deleteRelease, eraseRelease, findToChange, updateRelease } from "./releases/writes.js";

/** Releases (document 2, Releases; deletion and single links from the reference of real servers, section H). */
export const releases: Resource = {
  operations: {
    "GET /projects/{id}/releases": listReleases,
    "GET /projects/{id}/releases/{tag_name}": (context) => {
      const project = findReleasing(context);
      requireCode(context, project);
      return ok(presentRelease(context, findRelease(context, project), project));
    },
    "POST /projects/{id}/releases": (context) => {
      const { project, release } = createRelease(context);
      return created(presentNewRelease(context, release, project));
    },
    "PUT /projects/{id}/releases/{tag_name}": (context) => {
      const { project, release } = updateRelease(context);
      return ok(presentRelease(context, release, project));
    },
    "DELETE /projects/{id}/releases/{tag_name}": (context) => {
      const { project, release } = deleteRelease(context);
      const reply = ok(presentRelease(context, release, project));
      eraseRelease(context.store, release);
      return reply;
    },
    "POST /projects/{id}/releases/{tag_name}/evidence": (context) => {
      const { project } = findToChange(context);
      const release = findRelease(context, project);
      collect(context, release);
      const reply = presentRelease(context, release, project);
      return context.instance.dialect === "vendor" ? created(reply) : ok(reply);
    },
    ...linkHandlers,
  },
  work: { collectEvidence },
  seeds: [releaseSeed],
};

function listReleases(context: Context): Reply {
  const { store, params } = context;
  const project = findReleasing(context);
  const key = (release: Release): string => (params.text("order_by") === "created_at" ? release.created_at : release.released_at);
  const sign = params.text("sort") === "asc" ? 1 : -1;
  const found = store.of(releaseTable).where("project", project.id);
  const sorted = found.sort((a, b) => sign * (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : a.id - b.id));
  return page(sorted, context, (release) => presentRelease(context, release, project));
}
