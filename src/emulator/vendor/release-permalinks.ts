import type { Context } from "../context.js";
import { notFound } from "../errors.js";
import { releaseTable } from "../records/releases.js";
import type { Reply } from "../replies.js";
import type { OperationDeclaration, Resource } from "../resource.js";
import { findReleasing, requireCode } from "../sections/releases/access.js";

const permalink: OperationDeclaration = { undescribed: true, since: "15.4", role: "anyone", handler: toLatest };

/** A lasting address of the latest release and of what belongs to it. */
export default {
  operations: {
    "GET /projects/{id}/releases/permalink/latest": permalink,
    "GET /projects/{id}/releases/permalink/latest/*suffix_path": permalink,
  },
} satisfies Resource;

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
  const latest = released.at(-1);
  if (latest === undefined) throw notFound("Release");
  const suffix = params.text("suffix_path");
  const end = suffix === undefined ? "" : `/${suffix}`;
  const place = `${instance.url}/api/v4/projects/${project.id}/releases/${encodeURIComponent(latest.tag)}${end}`;
  return { status: 302, headers: { Location: place } };
}
