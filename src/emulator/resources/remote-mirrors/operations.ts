import { Buffer } from "node:buffer";
import { createHash, generateKeyPairSync } from "node:crypto";
import { LEVEL, writableProject } from "../../core/access.js";
import { findEntry, findHome, placeOf, textOf } from "../../core/collection/homes.js";
import { type Columns, type Entry, collection } from "../../core/collection/spec.js";
import type { Context } from "../../core/context.js";
import { problemOfPattern } from "../../core/patterns.js";
import type { Json } from "../../core/records.js";
import { type Reply, badParameters, badRequest, invalid, noContent, notFound, ok } from "../../core/replies.js";
import type { Resource } from "../../core/resource.js";
import { parsedUrl } from "../../core/url.js";
import { PULL_STARTED } from "../projects/attributes.js";
import { pushMirror, pusherOf } from "./mirroring.js";
import { PUSHES_AS, askMirror, mirrorTable, ownPath } from "./records.js";

const SCHEMES = ["http:", "https:", "ssh:", "git:"];

/** A number whose first bit is set would be below zero without a byte before it. */
const positive = (number: Buffer): Buffer => ((number[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.from([0]), number]) : number);

const mirrors = collection("remote_mirrors", {
  at: "/projects/{id}",
  table: mirrorTable,
  read: "maintainer",
  write: "maintainer",
  defaults: {
    enabled: false,
    only_protected_branches: false,
    keep_divergent_refs: null,
    mirror_branch_regex: null,
    auth_method: "password",
    host_keys: [],
    update_status: "none",
  },
  settle: settled,
  shows: (_, { host_keys: keys }) => ({
    host_keys: (Array.isArray(keys) ? keys : []).flatMap((key: Json) => {
      const fingerprint_sha256 = fingerprintOf(textOf(key));
      return fingerprint_sha256 === null ? [] : [{ fingerprint_sha256 }];
    }),
  }),
  actions: {
    "POST /sync": (context, entry) => {
      if (entry["enabled"] !== true) throw badRequest("Mirror is disabled");
      askMirror(context, entry);
      return noContent();
    },
  },
});

/**
 * Mirrors that a project pushes to (the reference of real servers, kinds, section 1), and the start of a pull of the one that it is itself. Credentials are
 * not kept, only that there are some and whose they are; a mirror that is a project of this instance is pushed to, and no other server is ever asked.
 */
export default {
  operations: {
    "POST /projects/{id}/mirror/pull": { tier: "premium", handler: startPull },
    "GET /projects/{id}/remote_mirrors/{mirror_id}/public_key": (context) => {
      const home = findHome(context, placeOf("/projects/{id}", []), "maintainer");
      const key = findEntry(context, mirrors, home, "mirror_id")["public_key"] ?? null;
      if (key === null) throw notFound("Public key");
      return ok({ public_key: key });
    },
  },
  collections: [mirrors],
  work: { pushMirror },
} satisfies Resource;

/** Takes down that a pull was asked for. */
function startPull(context: Context): Reply {
  const { store } = context;
  const project = writableProject(context, LEVEL.maintainer);
  if (project.attributes["mirror"] !== true) throw badRequest("The project is not mirrored");
  store.projects.update(project.id, { attributes: { ...project.attributes, [PULL_STARTED]: new Date().toISOString() } });
  return ok(null);
}

function settled(context: Context, columns: Columns, before: Entry | undefined): Columns {
  const { params } = context;
  if (params.flag("only_protected_branches") === true && (params.text("mirror_branch_regex") ?? "") !== "")
    throw badParameters("only_protected_branches, mirror_branch_regex are mutually exclusive");
  const { url, mirror_branch_regex: pattern, only_protected_branches: isLimited, auth_method: method } = columns;
  const problem = problemOfPattern(textOf(pattern));
  if (problem !== undefined) throw invalid({ mirror_branch_regex: [problem] });
  // The one switches the other off.
  const other =
    isLimited === true ? { mirror_branch_regex: null } : textOf(pattern) === "" ? {} : { only_protected_branches: false };
  const key = method === "ssh_public_key" && (before?.["public_key"] ?? null) === null ? { public_key: newPublicKey() } : {};
  if (method !== undefined && method !== null && method !== "password" && method !== "ssh_public_key")
    throw invalid({ auth_method: ["is not included in the list"] });
  return { ...columns, ...other, ...key, ...(typeof url === "string" ? addressed(context, url) : {}) };
}

/** The address as it is shown, and whose credentials it had where it leads to this instance. */
function addressed(context: Context, address: string): Columns {
  const url = scrubbed(address);
  return ownPath(context, address) === undefined ? { url } : { url, [PUSHES_AS]: pusherOf(context, address)?.id ?? null };
}

/** An address with stars in the place of its credentials. Throws 400 for what nothing can be pushed to. */
function scrubbed(text: string): string {
  const url = parsedUrl(text);
  if (url === undefined || url.host === "" || !SCHEMES.includes(url.protocol))
    throw invalid({ url: ["is blocked: Only allowed schemes are http, https, ssh, git"] });
  if (url.username === "" && url.password === "") return text;
  const shown = url.password === "" ? "*****" : "*****:*****";
  return text.replace(/^(\w+:\/\/)[^/]*@/, `$1${shown}@`);
}

/** Of a line of known hosts, the digest of its key. */
function fingerprintOf(line: string): string | null {
  const body = line.split(/\s+/).find((part) => part.startsWith("AAAA"));
  if (body === undefined) return null;
  const digest = createHash("sha256").update(Buffer.from(body, "base64")).digest("base64");
  return `SHA256:${digest.replace(/=+$/, "")}`;
}

/** The public half of a new key pair of the server, in the form of OpenSSH; nothing is signed with the other half. */
function newPublicKey(): string {
  const { publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const { e = "", n = "" } = publicKey.export({ format: "jwk" });
  const parts = [Buffer.from("ssh-rsa"), Buffer.from(e, "base64url"), positive(Buffer.from(n, "base64url"))];
  const body = Buffer.concat(parts.flatMap((part) => [lengthOf(part), part]));
  return `ssh-rsa ${body.toString("base64")}`;
}

function lengthOf(part: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(part.length);
  return length;
}
