import { LEVEL, requireLevel } from "../../core/access.js";
import { textOf } from "../../core/collection/homes.js";
import { type Collection, type Columns, type Entry, collection, defineEntries, homeKeyOf } from "../../core/collection/spec.js";
import { type Context, page } from "../../core/context.js";
import type { Json } from "../../core/records.js";
import { HttpError, conflict, created, invalid, notFound } from "../../core/replies.js";
import type { Resource } from "../../core/resource.js";
import { withMergeRequest } from "../merge-requests/lookup.js";
import { protectedBranchTable } from "../protected-branches/access.js";
import { presentProtectedBranch } from "../protected-branches/present.js";
import type { MergeRequest } from "../work-items/records.js";

const checks: Collection = collection("external_status_checks", {
  at: "/projects/{id}",
  read: "maintainer",
  tier: "ultimate",
  filled: ["name", "external_url"],
  longest: { name: 255, external_url: 255 },
  unique: { columns: ["name"], refuse: () => taken("name") },
  defaults: { protected_branch_ids: [] },
  never: ["shared_secret"],
  settle,
  shows: (context, entry) => ({
    hmac: typeof entry["shared_secret"] === "string" && entry["shared_secret"] !== "",
    protected_branches: idsOf(entry["protected_branch_ids"])
      .flatMap((id) => context.store.of(protectedBranchTable).get(id) ?? [])
      .map((branch) => presentProtectedBranch(context, branch)),
  }),
});

/** The merge request of the path. */
const PLACES = { merge_request_iid: { type: "integer" } } as const;

const answers = defineEntries("status_check_responses");

/** Services elsewhere that merge requests wait for, and what these said. */
export default {
  operations: {
    "GET /projects/{id}/merge_requests/{merge_request_iid}/status_checks": {
      tier: "ultimate",
      parameters: PLACES,
      handler: withMergeRequest((context, { project, mergeRequest }) => {
        const all = context.store.of(checks.table).where("home", homeKeyOf({ kind: "project", id: project.id }));
        return page(all, context, ({ id, name = null, external_url = null }) => {
          return { id, name, external_url, status: statusOf(context, mergeRequest, id) };
        });
      }),
    },
    "POST /projects/{id}/merge_requests/{merge_request_iid}/status_check_responses": {
      tier: "ultimate",
      parameters: PLACES,
      handler: withMergeRequest((context, { project, mergeRequest }) => {
        requireLevel(context, project, LEVEL.developer);
        const { params, store } = context;
        const id = params.requiredNumber("external_status_check_id");
        if (store.of(checks.table).get(id)?.home.id !== project.id) throw notFound();
        const sha = params.requiredText("sha");
        if (sha !== mergeRequest.sha) throw conflict("SHA does not match HEAD of source branch: " + mergeRequest.sha);
        const status = params.text("status") ?? "passed";
        const home = { kind: "merge_request", id: mergeRequest.id };
        const entry = store.of(answers).insert({ home, sha, status, external_status_check_id: id });
        const merge_request = { id: mergeRequest.id, iid: mergeRequest.iid };
        return created({ id: entry.id, merge_request, external_status_check: { id } });
      }),
    },
    "POST /projects/{id}/merge_requests/{merge_request_iid}/status_checks/{external_status_check_id}/retry": {
      tier: "ultimate",
      parameters: PLACES,
      handler: withMergeRequest((context, { project, mergeRequest }) => {
        requireLevel(context, project, LEVEL.developer);
        const id = Number(context.params.requiredText("external_status_check_id"));
        if (context.store.of(checks.table).get(id)?.home.id !== project.id) throw notFound();
        if (statusOf(context, mergeRequest, id) !== "failed")
          throw new HttpError(422, { message: "External status check must be failed" });
        return { status: 202, body: { message: "202 Accepted" } };
      }),
    },
  },
  collections: [checks],
} satisfies Resource;

function taken(name: string): HttpError {
  return invalid({ [name]: ["has already been taken"] });
}

function idsOf(value: Json | undefined): number[] {
  return Array.isArray(value) ? value.filter((item: Json): item is number => typeof item === "number") : [];
}

function settle({ store }: Context, columns: Columns, before: Entry | undefined, home: { readonly id: number }): Columns {
  const url = columns["external_url"];
  if (typeof url === "string" && !/^https?:\/\/\S+$/i.test(url)) throw invalid({ external_url: ["must be a valid URL"] });
  const others = store.of(checks.table).where("home", homeKeyOf({ kind: "project", id: home.id }));
  if (others.some((check) => check.id !== before?.id && check["external_url"] === url && url !== undefined))
    throw taken("external_url");
  for (const id of idsOf(columns["protected_branch_ids"]))
    if (store.of(protectedBranchTable).get(id)?.project_id !== home.id) throw invalid({ protected_branches: ["must exist"] });
  return columns;
}

/** What a service last said of a commit; nothing said is `pending`. */
function statusOf({ store }: Context, { id, sha }: MergeRequest, check: number): string {
  const answer = store
    .of(answers)
    .where("home", homeKeyOf({ kind: "merge_request", id }))
    .findLast((candidate) => candidate["sha"] === sha && candidate["external_status_check_id"] === check);
  return answer === undefined ? "pending" : textOf(answer["status"]);
}
