import { projectNamed, withId } from "../../core/access.js";
import { textOf } from "../../core/collection/homes.js";
import { type Context, page } from "../../core/context.js";
import type { Json } from "../../core/records.js";
import {
  HttpError,
  type Reply,
  badParameters,
  badRequest,
  conflict,
  created,
  noContent,
  ok,
  orNotFound,
} from "../../core/replies.js";
import type { Resource } from "../../core/resource.js";
import { numbered } from "../issue-links/records.js";
import { requireEditor } from "../merge-requests/fields.js";
import { findMergeRequest } from "../merge-requests/lookup.js";
import { presentMergeRequest } from "../merge-requests/present.js";
import { type MergeRequest, mergeRequestTable } from "../work-items/records.js";
import { seenMergeRequests } from "../work-items/visibility.js";
import { type MergeRequestBlock, blocksOf, mergeRequestBlockTable } from "./records.js";

const at = "/projects/{id}/merge_requests/{merge_request_iid}";

const more = { tier: "premium", parameters: numbered("merge_request_iid") } as const;

/** Merge requests that others wait for: none is merged while one that it waits for is open. */
export default {
  operations: {
    [`GET ${at}/blocks`]: { ...more, handler: (context) => list(context, "blocked") },
    [`GET ${at}/blockees`]: { ...more, handler: (context) => list(context, "blocking") },
    [`POST ${at}/blocks`]: {
      ...more,
      parameters: {
        ...numbered("merge_request_iid", "blocking_merge_request_id", "blocking_merge_request_iid"),
        blocking_project_id: { type: ["integer", "string"] },
      },
      handler: create,
    },
    [`GET ${at}/blocks/{block_id}`]: { ...more, handler: (context) => ok(present(context, findBlock(context))) },
    [`DELETE ${at}/blocks/{block_id}`]: {
      ...more,
      handler: (context) => {
        const block = findBlock(context);
        requireEditor(context, findMergeRequest(context));
        context.store.of(mergeRequestBlockTable).delete(block.id);
        return noContent();
      },
    },
  },
} satisfies Resource;

/** A merge request that the caller sees. */
function seen(context: Context, id: number): MergeRequest | undefined {
  const mergeRequest = context.store.of(mergeRequestTable).get(id);
  return mergeRequest && seenMergeRequests(context, [mergeRequest])[0];
}

function list(context: Context, side: "blocked" | "blocking"): Reply {
  const { mergeRequest } = findMergeRequest(context);
  const other = side === "blocked" ? "blocking_id" : "blocked_id";
  const blocks = blocksOf(context.store, mergeRequest, side).filter((block) => seen(context, block[other]) !== undefined);
  return page(blocks, context, (block) => present(context, block));
}

function present(context: Context, { id, blocking_id, blocked_id }: MergeRequestBlock): Record<string, Json> {
  const [blocking, blocked] = [seen(context, blocking_id), seen(context, blocked_id)];
  return {
    id,
    blocking_merge_request: blocking === undefined ? null : presentMergeRequest(context, blocking),
    blocked_merge_request: blocked === undefined ? null : presentMergeRequest(context, blocked),
    project_id: blocked?.project_id ?? null,
  };
}

/** The merge request that is to be waited for: by its id, or by its project and number. */
function wanted(context: Context): MergeRequest {
  const { store, params } = context;
  const [id, iid] = [params.number("blocking_merge_request_id"), params.number("blocking_merge_request_iid")];
  if (id === undefined && iid === undefined)
    throw badParameters(
      "blocking_merge_request_id, blocking_merge_request_iid are missing, exactly one parameter must be provided",
    );
  if (id !== undefined && iid !== undefined)
    throw badParameters("blocking_merge_request_id, blocking_merge_request_iid are mutually exclusive");
  const project = projectNamed(store, textOf(params.get("blocking_project_id")));
  const byNumber = store.of(mergeRequestTable).first("iid", `${project?.id ?? ""}:${iid ?? ""}`);
  return orNotFound(seen(context, id ?? byNumber?.id ?? 0), "Blocking merge request");
}

function create(context: Context): Reply {
  const { store } = context;
  const hit = findMergeRequest(context);
  requireEditor(context, hit);
  const blocked = hit.mergeRequest;
  const blocking = wanted(context);
  if (blocksOf(store, blocked, "blocked").some(({ blocking_id }) => blocking_id === blocking.id))
    throw conflict("Block already exists");
  if (blocking.id === blocked.id) throw badRequest("This block is self-referential");
  if (blocksOf(store, blocking, "blocked").some(({ blocking_id }) => blocking_id === blocked.id))
    throw new HttpError(400, { message: "Blocking merge request cannot itself be blocked" });
  const block = store.of(mergeRequestBlockTable).insert({ blocking_id: blocking.id, blocked_id: blocked.id });
  return created(present(context, block));
}

function findBlock(context: Context): MergeRequestBlock {
  const { mergeRequest } = findMergeRequest(context);
  return withId(context, blocksOf(context.store, mergeRequest, "blocked"), "block_id");
}
