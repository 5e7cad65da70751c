import { notFound } from "../errors.js";
import { commitWith } from "../git/history.js";
import type { Json } from "../json.js";
import { findProject } from "../lookup.js";
import { page } from "../pages.js";
import type { Project } from "../records.js";
import { releaseTable } from "../records/releases.js";
import { inProject, tagTable } from "../records/repository.js";
import type { Tag } from "../records/repository.js";
import { ok } from "../replies.js";
import { tagNamed } from "../repository.js";
import type { Context, Section } from "../section.js";
import { presentReleaseCommit } from "./commit.js";
import { requireCode } from "./releases/access.js";

/** Reading the tags of repositories (beyond the documents): releases create them. */
export const tags: Section = {
  handlers: {
    listTags: (context) => {
      const project = findReadable(context);
      const search = context.params.text("search")?.toLowerCase() ?? "";
      const found = context.store.of(tagTable).where("project", project.id).toReversed();
      const wanted = found.filter((tag) => tag.name.toLowerCase().includes(search));
      return page(wanted, context, (tag) => present(context, tag));
    },
    getTag: (context) => {
      const project = findReadable(context);
      const tag = tagNamed(context.store, project.id, context.params.requiredText("tag_name"));
      if (tag === undefined) throw notFound("Tag");
      return ok(present(context, tag));
    },
  },
};

function findReadable(context: Context): Project {
  const project = findProject(context);
  requireCode(context, project);
  return project;
}

function present({ store }: Context, tag: Tag): Json {
  const commit = commitWith(store, tag.project_id, tag.sha);
  const release = store.of(releaseTable).first("tag", inProject(tag.project_id, tag.name));
  return {
    name: tag.name,
    message: tag.message ?? "",
    target: tag.sha,
    commit: commit === undefined ? null : presentReleaseCommit(commit),
    release: release === undefined ? null : { tag_name: release.tag, description: release.description },
    protected: false,
  };
}
