import { randomBytes } from "node:crypto";
import { findRow } from "../../core/access.js";
import { type Context, page } from "../../core/context.js";
import type { Json } from "../../core/records.js";
import { type Reply, created, invalid, noContent } from "../../core/replies.js";
import type { Resource } from "../../core/resource.js";
import type { Schema } from "../../core/schema.js";
import { digest, newSecret } from "../../core/secrets.js";
import { SCOPES } from "../tokens/records.js";
import { decideAuthorization, showAuthorization } from "./authorization.js";
import { revokeToken, tokenInfo, userInfo } from "./inspection.js";
import { type Application, OAUTH_SCOPES, applicationSeed, applicationTable, isRedirectUri } from "./records.js";
import { token } from "./token.js";

const ID: Readonly<Record<string, Schema>> = { id: { type: "integer" } };

/**
 * The OAuth 2.0 provider (document 1). It lies outside /api/v4, and speaks RFC 6749. Its applications are no collection: both dialects keep them for sign-in,
 * under names that the API does not show.
 */
export default {
  operations: {
    "GET /oauth/authorize": showAuthorization,
    "POST /oauth/authorize": decideAuthorization,
    "POST /oauth/token": token,
    "GET /oauth/token/info": tokenInfo,
    "POST /oauth/revoke": revokeToken,
    "GET /oauth/userinfo": userInfo,
    "GET /applications": {
      role: "administrator",
      handler: (context) => page(context.store.of(applicationTable).all(), context, (row) => presentApplication(context, row)),
    },
    "POST /applications": {
      role: "administrator",
      parameters: { scopes: { type: ["string", "array"], items: { type: "string" } } },
      handler: registerApplication,
    },
    "DELETE /applications/{id}": {
      role: "administrator",
      parameters: ID,
      handler: (context) => {
        context.store.of(applicationTable).delete(applicationAt(context).id);
        return noContent();
      },
    },
    "POST /applications/{id}/renew-secret": { role: "administrator", parameters: ID, handler: renewSecret },
  },
  seeds: [applicationSeed],
} satisfies Resource;

const applicationAt = (context: Context): Application => findRow(context, context.store.of(applicationTable), "id");

function presentApplication({ knowledge }: Context, application: Application): Record<string, Json> {
  const { id, uid, name, redirect_uris, secret_digest, scopes } = application;
  return {
    id,
    application_id: uid,
    application_name: name,
    callback_url: redirect_uris.join("\n"),
    confidential: secret_digest !== null,
    ...(knowledge?.keys.has("scopes") === true ? { scopes } : {}),
  };
}

/** The secret is shown this once. One that is not confidential has none that counts. */
function registerApplication(context: Context): Reply {
  const { store, params } = context;
  const redirect_uris = params
    .requiredText("redirect_uri")
    .split(/\s+/)
    .filter((uri) => uri !== "");
  const sent = params.get("scopes");
  const words: readonly Json[] = Array.isArray(sent) ? sent : typeof sent === "string" ? sent.split(/[\s,]+/) : [];
  const scopes = words.filter((scope): scope is string => typeof scope === "string" && scope !== "");
  const wrong: Record<string, string[]> = {};
  if (params.requiredText("name").trim() === "") wrong["name"] = ["can't be blank"];
  if (redirect_uris.length === 0) wrong["redirect_uri"] = ["can't be blank"];
  else if (!redirect_uris.every(isRedirectUri)) wrong["redirect_uri"] = ["must be an absolute URI."];
  if (scopes.length === 0) wrong["scopes"] = ["can't be blank"];
  else if (!scopes.every((scope) => SCOPES.includes(scope) || Object.hasOwn(OAUTH_SCOPES, scope)))
    wrong["scopes"] = ["doesn't match configured on the server."];
  if (Object.keys(wrong).length > 0) throw invalid(wrong);
  const secret = `gloas-${newSecret()}`;
  const application = store.of(applicationTable).insert({
    uid: randomBytes(32).toString("hex"),
    name: params.requiredText("name"),
    secret_digest: params.flag("confidential") === false ? null : digest(secret),
    redirect_uris,
    scopes,
  });
  return created({ ...presentApplication(context, application), secret });
}

function renewSecret(context: Context): Reply {
  const secret = `gloas-${newSecret()}`;
  const application = context.store.of(applicationTable).update(applicationAt(context).id, { secret_digest: digest(secret) });
  return created({ ...presentApplication(context, application), secret });
}
