import { TEXT, TEXTS, seedObject, seedPart } from "../../core/seed-part.js";
import { seedGroup, seedProject, seedUser } from "../../core/seed.js";
import { approvalRuleTable } from "../approval-rules/records.js";
import { mergeRequestTable } from "../work-items/records.js";
import { mergeRequestApprovalRuleTable } from "./records.js";

/** Approval rules of single merge requests; one without users and groups is for any approver. */
export const mergeRequestApprovalRuleSeed = seedPart(
  "merge_request_approval_rules",
  "Approval rules of single merge requests.",
  seedObject(["project", "merge_request", "name", "approvals_required"], {
    project: TEXT,
    merge_request: { type: "integer" },
    name: TEXT,
    approvals_required: { type: "integer" },
    users: TEXTS,
    groups: TEXTS,
    source: TEXT,
  }),
  (world, seed) => {
    const { store } = world;
    const project = seedProject(world, seed.project);
    const mergeRequest = store.of(mergeRequestTable).first("iid", `${project.id}:${seed.merge_request}`);
    if (mergeRequest === undefined)
      throw new Error(`the seed names a merge request that ${seed.project} does not have: ${seed.merge_request}`);
    const source = store
      .of(approvalRuleTable)
      .where("project", project.id)
      .find((rule) => rule.name === seed.source);
    if (seed.source !== undefined && source === undefined)
      throw new Error(`the seed names an approval rule that ${seed.project} does not have: ${seed.source}`);
    const user_ids = (seed.users ?? []).map((username) => seedUser(world, username).id);
    const group_ids = (seed.groups ?? []).map((path) => seedGroup(world, path).id);
    const isForAnybody = user_ids.length === 0 && group_ids.length === 0;
    store.of(mergeRequestApprovalRuleTable).insert({
      merge_request_id: mergeRequest.id,
      name: seed.name,
      rule_type: isForAnybody ? "any_approver" : "regular",
      approvals_required: seed.approvals_required,
      user_ids,
      group_ids,
      source_rule_id: source?.id ?? null,
      updated_at: new Date().toISOString(),
    });
  },
);
