import { canSee } from "../access.js";
import type { Context } from "../context.js";
import { notFound } from "../errors.js";
import { findGroup, groupNamed } from "../lookup.js";
import { page } from "../pages.js";
import { epicTable } from "../records/work-items.js";
import type { Epic } from "../records/work-items.js";
import type { Reply } from "../replies.js";
import type { Resource } from "../resource.js";
import { textOf } from "../row/text.js";
import { groupsBelow } from "../sections/groups/lists.js";
import { linkOperations, linkTable, presentLink } from "./links/operations.js";
import type { LinkKind } from "./links/operations.js";
import { presentEpic } from "./planning/epic-entity.js";
import { findEpic, seesEpic } from "./planning/epic-lists.js";

const kind: LinkKind<Epic> = {
  path: "/groups/{id}/epics/{epic_iid}/related_epics",
  place: "related_epic_link_id",
  word: "epic",
  table: linkTable("related_epic_links", "epic"),
  operation: { tier: "ultimate" },
  find: (context) => {
    const parent = findGroup(context);
    return { thing: findEpic(context, parent.id), parent };
  },
  target: targetOf,
  seen: seenEpic,
  present: (context, epic) => presentEpic(context, epic, false),
  times: true,
};

/** Epics that belong together, or of which one waits for the other, also of other groups. */
export default {
  operations: {
    ...linkOperations(kind),
    "GET /groups/{id}/related_epic_links": { tier: "ultimate", role: "anyone", handler: listOfGroup },
  },
} satisfies Resource;

function seenEpic(context: Context, id: number): Epic | undefined {
  const { store, user } = context;
  const epic = store.of(epicTable).get(id);
  const group = epic === undefined ? undefined : store.groups.get(epic.group_id);
  return epic !== undefined && group !== undefined && canSee(store, user, group) && seesEpic(context, epic) ? epic : undefined;
}

function targetOf(context: Context): Epic {
  const { store, params, user } = context;
  const group = groupNamed(store, textOf(params.get("target_group_id")));
  if (group === undefined || !canSee(store, user, group)) throw notFound("Group");
  return findEpic(context, group.id, "target_epic_iid");
}

/** Links between epics of the group and those below it of which the caller sees both. */
function listOfGroup(context: Context): Reply {
  const { store, params } = context;
  const group = findGroup(context);
  const ids = new Set([group.id, ...groupsBelow(store, group.id).map(({ id }) => id)]);
  const isWithin = (time: string, suffix: string, sign: number): boolean =>
    ["created", "updated"].every((name) => {
      const asked = params.text(`${name}_${suffix}`);
      return asked === undefined || asked === "" || sign * (Date.parse(time) - Date.parse(asked)) >= 0;
    });
  const found = store
    .of(kind.table)
    .all()
    .filter(({ source_id, target_id, created_at }) => {
      const [source, target] = [seenEpic(context, source_id), seenEpic(context, target_id)];
      if (source === undefined || target === undefined || !ids.has(source.group_id)) return false;
      return isWithin(created_at, "after", 1) && isWithin(created_at, "before", -1);
    });
  return page(found, context, (link) => presentLink(context, kind, link));
}
