import { randomBytes } from "node:crypto";
import { textOf } from "../../core/collection/homes.js";
import { presentEntry } from "../../core/collection/lists.js";
import { type Columns, type Entry, collection } from "../../core/collection/spec.js";
import { type Context, page } from "../../core/context.js";
import type { Json } from "../../core/records.js";
import { HttpError, badParameters, badRequest } from "../../core/replies.js";
import type { Resource } from "../../core/resource.js";
import { deployTokenTable, isExpired } from "./records.js";

const SCOPES = new Set([
  "read_repository",
  "read_registry",
  "write_registry",
  "read_package_registry",
  "write_package_registry",
  "read_virtual_registry",
  "write_virtual_registry",
]);

const tokens = collection("deploy_tokens", {
  at: ["/projects/{id}", "/groups/{id}"],
  table: deployTokenTable,
  read: "maintainer",
  write: { project: "maintainer", group: "owner" },
  defaults: { revoked: false, expires_at: null },
  once: ["token"],
  never: ["user_id"],
  filters: { active: isActive },
  settle: settled,
  shows: shown,
  after: {
    created: ({ store }, { id, username }) => {
      if ((username ?? "") === "") store.of(deployTokenTable).update(id, { username: `gitlab+deploy-token-${id}` });
    },
  },
});

/** Deploy tokens of projects and groups; the token itself is shown once. */
export default {
  operations: {
    "GET /deploy_tokens": {
      role: "administrator",
      handler: (context) => {
        const active = context.params.flag("active");
        const all = context.store.of(deployTokenTable).all();
        const matchingEntries = all.filter((entry) => active === undefined || isActive(entry, active));
        return page(matchingEntries, context, (entry) => presentEntry(context, tokens, entry, "list"));
      },
    },
  },
  collections: [tokens],
} satisfies Resource;

function settled(_: Context, columns: Columns): Columns {
  const { name, scopes, username = null, expires_at = null } = columns;
  const wanted = Array.isArray(scopes) ? scopes.map((scope: Json) => textOf(scope)) : [];
  if (wanted.some((scope) => !SCOPES.has(scope))) throw badParameters("scopes does not have a valid value");
  if (wanted.length === 0) throw badRequest("Scopes can't be blank");
  if (typeof name !== "string" || name.trim() === "") throw badRequest("Name can't be blank");
  if (typeof username === "string" && !/^[a-zA-Z0-9.+_-]*$/.test(username))
    throw new HttpError(400, { message: "Username can contain only letters, digits, '_', '-', '+', and '.'" });
  const day = typeof expires_at === "string" && expires_at !== "" ? Date.parse(expires_at) : undefined;
  if (day !== undefined && Number.isNaN(day)) throw badParameters("expires_at is invalid");
  return {
    ...columns,
    scopes: wanted,
    expires_at: day === undefined ? null : new Date(day).toISOString(),
    token: `gldt-${randomBytes(15).toString("base64url")}`,
  };
}

/** `active=false` asks for nothing: all are shown. */
function isActive(entry: Entry, active: Json): boolean {
  return active !== true || (entry["revoked"] !== true && !isExpired(entry));
}

function shown(_: Context, entry: Entry): Readonly<Record<string, Json>> {
  return { expired: isExpired(entry) };
}
