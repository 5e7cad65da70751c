import type { ApiReply, Capabilities, ReadApi } from "../core/api.js";
import { ApiError, TrueupError } from "../core/errors.js";
import { isObject, type Json, type JsonObject } from "../core/json.js";
import type { Tier } from "../core/names.js";
import { thingNumber } from "../core/reply.js";

/** Where the settings of the instance are, whose names tell the dialect. */
export const settingsPath = "/application/settings";

/** What is to be found out, and what is known already. */
export interface DiscoverOptions {
  /** Base address of the server. */
  readonly url: string;
  /** `--tier`: believed without asking. */
  readonly tier?: Tier | undefined;
  /** `instance.dialect`: believed without asking. */
  readonly dialect?: "neutral" | "vendor" | undefined;
  /** Something that has two names on the wire is declared. */
  readonly needsDialect: boolean;
  /** Something that not every tier has is declared; default false: then the tier is not worth a probe. */
  readonly needsTier?: boolean | undefined;
  /** Finds the tier from what replies show, where the licence may not be read; undefined if it cannot tell. */
  readonly probe?: (() => Promise<Tier | undefined>) | undefined;
}

/** What was found out. */
export interface Discovered {
  readonly capabilities: Capabilities;
  /** What is answered at `settingsPath`, if it had to be read: nobody need read it again. */
  readonly settings?: JsonObject;
}

/** A setting that every release and tier shows, under a name that differs between the two dialects. */
const neutralSetting = "spamfilter_enabled";

/**
 * Asks the server who we are and what it is (the reference of real servers, section A, Server release and Tier): `/user`, `/metadata` or else `/version`, and for
 * administrators `/license` and the settings, as far as needed. Throws ApiError, above all for a token that is not valid.
 */
export async function discover(read: ReadApi, options: DiscoverOptions): Promise<Discovered> {
  // All at once, although only administrators get some of it: a round trip costs more than a refusal.
  const release = releaseOf(read);
  const licence = options.tier === undefined ? readLicence(read) : undefined;
  const settings = options.dialect === undefined && options.needsDialect ? readSettings(read) : undefined;
  // The error about the token is the one to show; the other reads fail with it.
  for (const reading of [release, licence, settings]) reading?.catch(() => undefined);
  const user = userOf(await read.get("/user"));
  const shown = user.administrator ? await settings : undefined;
  const dialect = options.dialect ?? (shown !== undefined && Object.hasOwn(shown, neutralSetting) ? "neutral" : "vendor");
  const tier = await findTier(user.administrator ? await licence : undefined, options);
  const capabilities: Capabilities = { url: options.url, version: await release, ...tier, dialect, user };
  return { capabilities, ...(shown === undefined ? {} : { settings: shown }) };
}

function userOf({ body }: ApiReply): Capabilities["user"] {
  const id = isObject(body) ? thingNumber(body["id"] ?? null) : undefined;
  if (isObject(body) && id !== undefined && typeof body["username"] === "string") {
    return { id, username: body["username"], administrator: body["is_admin"] === true };
  }
  throw new TrueupError({
    code: "api.not_the_api",
    message: "GET /user does not look like the API: it answered no user.",
    hint: "Is the URL right?",
    where: "GET /user",
  });
}

/** `0` where the server does not tell; releases before 15.2 know only `/version`. */
async function releaseOf(read: ReadApi): Promise<string> {
  for (const path of ["/metadata", "/version"]) {
    const reply = await unlessRefused(read.get(path), [403, 404]);
    if (isObject(reply?.body) && typeof reply.body["version"] === "string") return reply.body["version"];
  }
  return "0";
}

async function findTier(
  licence: Json | undefined,
  { tier, needsTier, probe }: DiscoverOptions,
): Promise<Pick<Capabilities, "tier" | "tierSource">> {
  if (tier !== undefined) return { tier, tierSource: "flag" };
  if (licence !== undefined) return { tier: tierOf(licence), tierSource: "license" };
  return { tier: (needsTier ? await probe?.() : undefined) ?? "free", tierSource: "probe" };
}

/** A server without the route has no licence (null); one that answers 403 keeps it from us (undefined). */
async function readLicence(read: ReadApi): Promise<Json | undefined> {
  return (await unlessRefused(read.get("/license"), [404], () => null))?.body;
}

/** The reply, or `instead` for the statuses that only mean "not here"; undefined for 403. */
async function unlessRefused(
  reading: Promise<ApiReply>,
  statuses: readonly number[],
  instead?: () => Json,
): Promise<Pick<ApiReply, "body"> | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 403) return undefined;
    if (statuses.includes(error.status)) return { body: instead?.() };
    throw error;
  }
}

const plans: Readonly<Record<string, Tier>> = {
  starter: "premium",
  bronze: "premium",
  silver: "premium",
  premium: "premium",
  gold: "ultimate",
  ultimate: "ultimate",
};

function tierOf(licence: Json | undefined): Tier {
  if (!isObject(licence) || licence["expired"] === true || typeof licence["plan"] !== "string") return "free";
  return plans[licence["plan"].toLowerCase()] ?? "free";
}

async function readSettings(read: ReadApi): Promise<JsonObject | undefined> {
  const reply = await unlessRefused(read.get(settingsPath), []);
  return isObject(reply?.body) ? reply.body : undefined;
}

/**
 * The scopes of the token that asks (GitLab doc/api/personal_access_tokens.md, for tokens of projects and groups, too). Undefined where nobody tells: on servers of the
 * documents, which have no such route, and for OAuth and job tokens. Throws ApiError for anything but a refusal.
 */
export async function tokenScopes(read: ReadApi, dialect: "neutral" | "vendor"): Promise<readonly string[] | undefined> {
  if (dialect === "neutral") return undefined;
  const reply = await unlessRefused(read.get("/personal_access_tokens/self"), [400, 401, 403, 404]);
  const scopes = isObject(reply?.body) ? reply.body["scopes"] : undefined;
  return Array.isArray(scopes) ? scopes.filter((scope) => typeof scope === "string") : undefined;
}
