import { LEVEL, requireLevel } from "../access.js";
import type { Context, Handler } from "../context.js";
import { findGroup } from "../lookup.js";
import type { Group } from "../records.js";
import { noContent, ok } from "../replies.js";
import type { Resource } from "../resource.js";
import { disable, integrationOf, present, presentEntry, saveIntegration } from "../sections/integrations.js";
import { HAND_DOWN, handDown, handDownLater, inheritedFor, integrationsOf } from "../sections/integrations/inheritance.js";

/** Integrations of groups, which projects and subgroups below inherit (the reference of real servers, kinds). What changes one is made after the projects'. */
export default {
  operations: {
    "GET /groups/{id}/integrations": (context) => {
      const active = integrationsOf(context, groupOf(context)).filter((one) => one.active);
      return ok(active.map((one) => presentEntry(context, one)));
    },
    "GET /groups/{id}/integrations/{slug}": (context) => ok(present(context, integrationOf(context, groupOf(context)))),
    "DELETE /groups/{id}/integrations/{slug}": (context) => {
      const group = groupOf(context);
      const { slug } = disable(context, integrationOf(context, group));
      handDownLater(context, group.id, slug);
      return noContent();
    },
  },
  work: { [HAND_DOWN]: handDown },
} satisfies Resource;

/** Handles a request that creates or edits one kind of integration of a group. */
export function updateGroupIntegration(slug: string): Handler {
  return (context) => {
    const group = groupOf(context);
    const saved = inheritedFor(context, group, slug) ?? saveIntegration(context, group, slug);
    handDownLater(context, group.id, slug);
    return ok(present(context, saved));
  };
}

function groupOf(context: Context): Group {
  const group = findGroup(context);
  requireLevel(context, group, LEVEL.owner);
  return group;
}
