import type { Context } from "../context.js";
import { invalid, notFound } from "../errors.js";
import type { Json } from "../json.js";
import { ok } from "../replies.js";
import type { Reply } from "../replies.js";
import type { Resource } from "../resource.js";
import { removeEntry } from "../row/columns.js";
import { row } from "../row/spec.js";
import type { Columns, Entry, RowSpec } from "../row/spec.js";
import { textOf } from "../row/text.js";
import { deployKeyTable, projectDeployKeyTable } from "./configuration/deploy-key-records.js";
import type { DeployKey } from "./configuration/deploy-key-records.js";
import { emailTable } from "./users/emails.js";
import { gpgKeyTable, presentKey, publishable, settledGpgKey, settledKey, sshKeyTable } from "./users/keys.js";
import { ownUser } from "./users/shown.js";

const SSH: Partial<RowSpec> = {
  table: sshKeyTable,
  called: "Key",
  filled: ["title"],
  longest: { title: 255 },
  defaults: { expires_at: null },
  settle: settledKey,
  shows: (context, entry) => ({ key: publishable(context, entry) }),
};

const GPG: Partial<RowSpec> = {
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

const EMAIL: Partial<RowSpec> = { table: emailTable, called: "Email", passing: ["skip_confirmation"], settle: settledEmail };

/** Everybody keeps the own ones; administrators keep those of all. */
const OTHERS = { at: ["/users/{user_id}", "/users/{id}"], write: "administrator" } as const;

/** Keys and further addresses of people. */
export default {
  collections: [
    row("keys", { ...SSH, at: "/user" }),
    row("keys", { ...SSH, ...OTHERS, read: "anyone" }),
    row("gpg_keys", { ...GPG, at: "/user" }),
    row("gpg_keys", { ...GPG, ...OTHERS, read: "anyone" }),
    row("emails", { ...EMAIL, at: "/user" }),
    row("emails", { ...EMAIL, ...OTHERS, read: "administrator" }),
  ],
  operations: {
    "GET /keys/{id}": { role: "administrator", handler: showKey },
    "GET /keys": { role: "administrator", handler: showKeyOfFingerprint },
  },
} satisfies Resource;

/** An address is one that nobody has, and is confirmed where an administrator says that it needs no confirmation. */
function settledEmail({ store, params, user }: Context, columns: Columns): Columns {
  const email = textOf(columns["email"]).toLowerCase();
  if (!/^[^@\s]+@[^@\s]+$/.test(email)) throw invalid({ email: ["is invalid"] });
  const isOwn = store.users.all().some((one) => one.email.toLowerCase() === email);
  const isFurther = store
    .of(emailTable)
    .all()
    .some((one) => one["email"] === email);
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
  const entry = store.of(sshKeyTable).get(Number(params.requiredText("id")));
  if (entry === undefined) throw notFound();
  return ok(presentWithOwner(context, entry));
}

/** The key with a fingerprint of either kind, be it a user's or one of projects. */
function showKeyOfFingerprint(context: Context): Reply {
  const { store, params } = context;
  // A plus of a query is a blank after decoding.
  const sent = params.requiredText("fingerprint").replaceAll(" ", "+").replace(/^MD5:/i, "");
  const isIt = (one: { readonly fingerprint: string; readonly fingerprint_sha256: string }): boolean =>
    one.fingerprint === sent || one.fingerprint_sha256 === sent;
  const entry = store
    .of(sshKeyTable)
    .all()
    .find((one) => one["fingerprint"] === sent || one["fingerprint_sha256"] === sent);
  if (entry !== undefined) return ok(presentWithOwner(context, entry));
  const key = store.of(deployKeyTable).all().find(isIt);
  if (key === undefined) throw notFound("Key");
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
