import type { Section } from "../section.js";
import { applicationSeed } from "./oauth/applications.js";
import { decideAuthorization, showAuthorization } from "./oauth/authorize.js";
import { revokeToken, tokenInfo, userInfo } from "./oauth/inspection.js";
import { token } from "./oauth/token.js";

/** The OAuth 2.0 provider (document 1). It lies outside /api/v4, and speaks RFC 6749. */
export const oauth: Section = {
  handlers: {
    showAuthorization,
    decideAuthorization,
    getToken: token,
    getTokenInfo: tokenInfo,
    revokeToken,
    getUserInfo: userInfo,
  },
  seeds: [applicationSeed],
};
