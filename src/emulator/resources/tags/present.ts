import type { Context } from "../../core/context.js";
import { commitWith } from "../../core/git/history.js";
import { type Tag, inProject } from "../../core/git/records.js";
import { isAtLeast } from "../../core/instance.js";
import type { Json, Project } from "../../core/records.js";
import { presentCommit, presentReleaseCommit } from "../commits/present.js";
import { isTagProtected } from "../protected-tags/records.js";
import { releaseTable } from "../releases/records.js";

/** A tag with its commit and its release. */
export function presentTag(context: Context, project: Project, tag: Tag): Record<string, Json> {
  const { store, instance } = context;
  const commit = commitWith(store, tag.project_id, tag.sha);
  const release = store.of(releaseTable).first("tag", inProject(tag.project_id, tag.name));
  const isVendor = instance.dialect === "vendor";
  const present = isVendor ? presentCommit.bind(undefined, context, project) : presentReleaseCommit;
  return {
    name: tag.name,
    message: tag.message ?? "",
    target: tag.object ?? tag.sha,
    commit: commit === undefined ? null : present(commit),
    release: release === undefined ? null : { tag_name: release.tag, description: release.description },
    protected: isVendor && isTagProtected(store, project, tag.name),
    ...(isVendor && isAtLeast(instance.version, "16.11") ? { created_at: tag.tagged_at ?? null } : {}),
  };
}
