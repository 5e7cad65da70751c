import { described } from "../parts/described.js";

const premium = described(
  {
    ai_audit_events_storage_enabled: "Questions to AI features and their answers are kept as audit events.",
    lock_ai_audit_events_storage_enabled: "Subgroups and projects cannot change whether AI features leave audit events.",
    create_code_review_flow_consent: "The group agrees that AI agents review its code.",
    duo_auto_mode_availability: "Whether AI agents may act without asking: default_on, default_off, or never_on.",
  },
  { tier: "premium" },
);

/** What is known of attributes that only facts of releases name. */
export const describedGroup = {
  ...premium,
  ...described({
    crm_enabled: "The group has a list of customers and their organizations.",
    require_sha_for_merge: "Merging through the API needs the commit that is merged.",
    lock_require_sha_for_merge: "Subgroups and projects cannot change whether merging through the API needs the commit.",
    resource_access_token_notify_inherited:
      "Inherited members too get a message when a token of a project or group is about to expire.",
    lock_resource_access_token_notify_inherited:
      "Subgroups and projects cannot change who gets messages about tokens that are about to expire.",
  }),
};
