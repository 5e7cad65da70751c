import { flag, secret } from "../../core/fields.js";

const jobTokenScope = {
  update: "PATCH /projects/{project}/job_token_scope",
  read: "GET /projects/{project}/job_token_scope",
} as const;
const securitySettings = {
  update: "PUT /projects/{project}/security_settings",
  read: "GET /projects/{project}/security_settings",
} as const;
const pullMirror = { update: "PUT /projects/{project}/mirror/pull", read: "GET /projects/{project}/mirror/pull" } as const;

/** What projects of real servers have at routes of their own. */
export const ownRoutes = {
  ci_inbound_job_token_scope_enabled: flag(
    "Job tokens of other projects are let in only where these stand on the project's list.",
    {
      dialect: "vendor",
      write: "enabled",
      read: "inbound_enabled",
      default: true,
      through: jobTokenScope,
    },
  ),
  secret_push_protection_enabled: flag("Pushes that hold a secret are refused.", {
    dialect: "vendor",
    tier: "ultimate",
    default: false,
    through: securitySettings,
  }),
  mirror_auth_user: secret("Name to sign in with at the address that is mirrored.", {
    dialect: "vendor",
    tier: "premium",
    write: "auth_user",
    unreadable: true,
    through: pullMirror,
  }),
  mirror_auth_password: secret("Password or token to sign in with at the address that is mirrored.", {
    dialect: "vendor",
    tier: "premium",
    write: "auth_password",
    unreadable: true,
    through: pullMirror,
  }),
};
