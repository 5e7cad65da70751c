import { findGroup, findProject, groupChain } from "../../core/access.js";
import { type Context, page } from "../../core/context.js";
import type { Json } from "../../core/records.js";
import type { Reply } from "../../core/replies.js";
import type { Resource } from "../../core/resource.js";
import { type Iteration, iterationTable } from "../work-items/records.js";

const licensed = { tier: "premium", role: "anyone" } as const;

/** Numbers of the states. */
const STATES: Readonly<Record<string, readonly number[]>> = { upcoming: [1], current: [2], closed: [3], opened: [1, 2] };

/** Iterations of groups; no operation makes one, so they come from a seed. */
export default {
  operations: {
    "GET /groups/{id}/iterations": {
      ...licensed,
      handler: (context) => list(context, groupChain(context.store, findGroup(context).id)),
    },
    "GET /projects/{id}/iterations": {
      ...licensed,
      handler: (context) => list(context, groupChain(context.store, findProject(context).namespace_id)),
    },
  },
} satisfies Resource;

/** Iterations of the first of the groups, and unless that is turned off those of the groups above it. */
function list(context: Context, groups: readonly number[]): Reply {
  const { params, store } = context;
  const wanted = params.flag("include_ancestors") === false ? groups.slice(0, 1) : groups;
  const [search, states] = [params.text("search")?.toLowerCase() ?? "", STATES[params.text("state") ?? "all"]];
  const iterations = wanted
    .flatMap((id) => store.of(iterationTable).where("group", id))
    .filter(({ title, state }) => (title ?? "").toLowerCase().includes(search) && (states?.includes(state) ?? true));
  return page(iterations, context, (iteration) => present(context, iteration));
}

function present({ store, instance }: Context, iteration: Iteration): Record<string, Json> {
  const path = store.groups.get(iteration.group_id)?.full_path ?? "";
  return { ...iteration, web_url: `${instance.url}/groups/${path}/-/iterations/${iteration.id}` };
}
