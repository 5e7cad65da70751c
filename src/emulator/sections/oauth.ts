import type { Resource } from "../resource.js";
import { applicationSeed } from "./oauth/applications.js";
import { decideAuthorization, showAuthorization } from "./oauth/authorize.js";
import { revokeToken, tokenInfo, userInfo } from "./oauth/inspection.js";
import { token } from "./oauth/token.js";

/** The OAuth 2.0 provider (document 1). It lies outside /api/v4, and speaks RFC 6749. */
export const oauth: Resource = {
  operations: {
    "GET /oauth/authorize": showAuthorization,
    "POST /oauth/authorize": decideAuthorization,
    "POST /oauth/token": token,
    "GET /oauth/token/info": tokenInfo,
    "POST /oauth/revoke": revokeToken,
    "GET /oauth/userinfo": userInfo,
  },
  seeds: [applicationSeed],
};
