import { canSee, projectNamed } from "../../core/access.js";
import { renderMarkdown } from "../../core/markup.js";
import { created, notFound } from "../../core/replies.js";
import type { Resource } from "../../core/resource.js";

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
