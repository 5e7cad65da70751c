import { removeEntry } from "../../core/collection/columns.js";
import { textOf } from "../../core/collection/homes.js";
import { type CollectionSpec, type Columns, type Entry, collection } from "../../core/collection/spec.js";
import type { Context } from "../../core/context.js";
import type { Json } from "../../core/records.js";
import { type Reply, invalid, ok, orNotFound } from "../../core/replies.js";
import type { Resource } from "../../core/resource.js";
import { type DeployKey, deployKeyTable, projectDeployKeyTable } from "../deploy-keys/records.js";
import { emailTable, ownUser } from "../users/present.js";
import { gpgKeyTable, presentKey, publishable, settledGpgKey, settledKey, sshKeyTable } from "./records.js";

const SSH: Partial<CollectionSpec> = {
  table: sshKeyTable,
  called: "Key",
  filled: ["title"],
  longest: { title: 255 },
  defaults: { expires_at: null },
  settle: settledKey,
  shows: (context, entry) => ({ key: publishable(context, entry) }),
};

const GPG: Partial<CollectionSpec> = {
  table: gpgKeyTable,
  called: "GPG Key",
  settle: settledGpgKey,
  actions: {
    "POST /revoke": (context, entry, key) => {
      removeEntry(context, key, entry);
      return { status: 202, body: null };
    },
  },
};

const EMAIL: Partial<CollectionSpec> = {
  table: emailTable,
  called: "Email",
  passing: ["skip_confirmation"],
  settle: settledEmail,
};

/** Everybody keeps the own ones; administrators keep those of all. */
const OTHERS = { at: ["/users/{user_id}", "/users/{id}"], write: "administrator" } as const;

/** Keys and further addresses of people. */
export default {
  operations: {
    "GET /keys/{id}": { role: "administrator", handler: showKey },
    "GET /keys": { role: "administrator", handler: showKeyOfFingerprint },
  },
  collections: [
    collection("keys", { ...SSH, at: "/user" }),
    collection("keys", { ...SSH, ...OTHERS, read: "anyone" }),
    collection("gpg_keys", { ...GPG, at: "/user" }),
    collection("gpg_keys", { ...GPG, ...OTHERS, read: "anyone" }),
    collection("emails", { ...EMAIL, at: "/user" }),
    collection("emails", { ...EMAIL, ...OTHERS, read: "administrator" }),
  ],
} satisfies Resource;

/** An address is one that nobody has, and is confirmed where an administrator says that it needs no confirmation. */
function settledEmail({ store, params, user }: Context, columns: Columns): Columns {
  const email = textOf(columns["email"]).toLowerCase();
  if (!/^[^@\s]+@[^@\s]+$/.test(email)) throw invalid({ email: ["is invalid"] });
  const isOwn = store.users.all().some((candidate) => candidate.email.toLowerCase() === email);
  const isFurther = store
    .of(emailTable)
    .all()
    .some((address) => address["email"] === email);
  if (isOwn || isFurther) throw invalid({ email: ["has already been taken"] });
  const isConfirmed = user?.is_admin === true && params.flag("skip_confirmation") === true;
  return { ...columns, email, confirmed_at: isConfirmed ? new Date().toISOString() : null };
}

function presentWithOwner(context: Context, entry: Entry): Record<string, Json> {
  const owner = context.store.users.get(entry.home.id);
  return { ...presentKey(context, entry), user: owner === undefined ? null : ownUser(context, owner) };
}

function showKey(context: Context): Reply {
  const { store, params } = context;
  const entry = orNotFound(store.of(sshKeyTable).get(Number(params.requiredText("id"))));
  return ok(presentWithOwner(context, entry));
}

/** The key with a fingerprint of either kind, be it a user's or one of projects. */
function showKeyOfFingerprint(context: Context): Reply {
  const { store, params } = context;
  // A plus of a query is a blank after decoding.
  const sent = params.requiredText("fingerprint").replaceAll(" ", "+").replace(/^MD5:/i, "");
  const isIt = ({ fingerprint, fingerprint_sha256 }: Entry | DeployKey): boolean =>
    fingerprint === sent || fingerprint_sha256 === sent;
  const entry = store.of(sshKeyTable).all().find(isIt);
  if (entry !== undefined) return ok(presentWithOwner(context, entry));
  const key = orNotFound(store.of(deployKeyTable).all().find(isIt), "Key");
  return ok(presentDeployKey(context, key));
}

/** A deploy key is shown as it was sent: it is nobody's. */
function presentDeployKey({ store }: Context, key: DeployKey): Record<string, Json> {
  const { id, title, created_at, expires_at } = key;
  const uses = store.of(projectDeployKeyTable).where("key", id);
  return {
    id,
    title,
    created_at,
    expires_at,
    key: key.key,
    usage_type: "auth_and_signing",
    user: null,
    deploy_keys_projects: uses.map((use) => ({ id: use.id, deploy_key_id: id, project_id: use.home.id, can_push: use.can_push })),
  };
}
