import { canSee } from "../access.js";
import { notFound } from "../errors.js";
import { projectNamed } from "../lookup.js";
import { renderMarkdown } from "../markdown.js";
import { created } from "../replies.js";
import type { Resource } from "../resource.js";

/** Markdown as HTML. */
export default {
  operations: {
    "POST /markdown": ({ store, params, user }) => {
      const name = params.text("project");
      const project = name === undefined ? undefined : projectNamed(store, name);
      if (name !== undefined && (project === undefined || !canSee(store, user, project))) throw notFound("Project");
      return created({ html: renderMarkdown(params.requiredText("text")) });
    },
  },
} satisfies Resource;
