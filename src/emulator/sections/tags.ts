import type { Context } from "../context.js";
import { notFound } from "../errors.js";
import { commitWith } from "../git/history.js";
import { isAtLeast } from "../instance.js";
import type { Json } from "../json.js";
import { findProject } from "../lookup.js";
import { page, wantsKeyset } from "../pages.js";
import type { Project } from "../records.js";
import { releaseTable } from "../records/releases.js";
import { inProject, tagTable } from "../records/repository.js";
import type { Tag } from "../records/repository.js";
import { ok } from "../replies.js";
import { tagNamed } from "../repository.js";
import type { Resource } from "../resource.js";
import { presentCommit } from "../vendor/repository/entity.js";
import { pageFrom } from "../vendor/repository/pages.js";
import { isTagProtected } from "../vendor/repository/protected-tags.js";
import { nameFilter } from "../vendor/repository/searches.js";
import { presentReleaseCommit } from "./commit.js";
import { requireCode } from "./releases/access.js";

/** Tags of repositories (beyond the documents): releases create them, and on real servers everybody who may push. */
export const tags: Resource = {
  operations: {
    "GET /projects/{id}/repository/tags": (context) => {
      const project = findReadable(context);
      const isWanted = nameFilter(context);
      const found = context.store.of(tagTable).where("project", project.id).toReversed();
      const wanted = sorted(
        context,
        found.filter(({ name }) => isWanted(name)),
      );
      const present = (tag: Tag): Json => presentTag(context, project, tag);
      const isKeyset = context.instance.dialect === "vendor" && wantsKeyset(context);
      return isKeyset ? pageFrom(context, wanted, ({ name }) => name, present) : page(wanted, context, present);
    },
    "GET /projects/{id}/repository/tags/{tag_name}": (context) => {
      const project = findReadable(context);
      const tag = tagNamed(context.store, project.id, context.params.requiredText("tag_name"));
      if (tag === undefined) throw notFound("Tag");
      return ok(presentTag(context, project, tag));
    },
  },
};

function findReadable(context: Context): Project {
  const project = findProject(context);
  requireCode(context, project);
  return project;
}

/** The newest first, unless real servers are asked otherwise. */
function sorted({ store, params, instance }: Context, found: readonly Tag[]): readonly Tag[] {
  if (instance.dialect === "neutral") return found;
  const orderBy = params.text("order_by") ?? "updated";
  const time = (tag: Tag): number =>
    Date.parse(tag.tagged_at ?? commitWith(store, tag.project_id, tag.sha)?.committed_date ?? "");
  const ascending: Readonly<Record<string, (a: Tag, b: Tag) => number>> = {
    name: (a, b) => (a.name < b.name ? -1 : 1),
    version: (a, b) => a.name.localeCompare(b.name, "en", { numeric: true }),
    updated: (a, b) => time(a) - time(b) || a.id - b.id,
  };
  const inOrder = found.toSorted(ascending[orderBy]);
  return params.text("sort") === "asc" ? inOrder : inOrder.toReversed();
}

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
