import type { ApiReply, ReadApi } from "../../core/api.js";
import { ApiError } from "../../core/errors.js";
import type { Examination, KnownFactsOf, SchemaExamination } from "../../core/examination.js";
import { isObject } from "../../core/json.js";
import { compareVersions } from "../../core/names.js";
import type { DesiredState } from "../../core/plan.js";
import { type Connection, createReadApi } from "../../platform/index.js";
import { knownReleases } from "../kinds.js";
import { describeInstance } from "../server/instance.js";
import { openLink, pinOf } from "../server/link.js";
import type { RunContext, ServerOptions } from "../server/run-context.js";
import { examineReplies } from "./examined-replies.js";
import { ServedFacts } from "./served-facts.js";

/** What is asked of a server. */
export interface ExaminationRequest {
  /** What the files say, which may name the server; undefined where there are none. */
  readonly state: DesiredState | undefined;
  /** The text of the facts of a release. Given, replies are held against them. */
  readonly factsOf?: (release: string) => string;
}

/** Looks at a server as a plan does, and says what it is; with facts also where its replies say something else. Sends GET alone. Throws ApiError where it cannot be reached. */
export async function examine(
  { state, factsOf }: ExaminationRequest,
  server: ServerOptions,
  context: RunContext,
): Promise<Examination> {
  const link = await openLink(state ? pinOf(state) : {}, server, context);
  try {
    const read = createReadApi(link.connection);
    const dialect = state?.instance?.dialect;
    const question = { url: link.connection.url, server, needsTier: true, ...(dialect ? { dialect } : {}) };
    const { capabilities } = await describeInstance(read, question);
    const facts = countedFacts(capabilities.version, capabilities.dialect);
    const seen = await headersOf(read, link.connection);
    const schema = factsOf && (await schemaOf(read, facts, factsOf));
    return { instance: capabilities, ...seen, facts, requests: read.requests, ...(schema ? { schema } : {}) };
  } finally {
    await link.close();
  }
}

/** The newest facts that are no newer than the server; else the oldest. */
function countedFacts(version: string, dialect: "neutral" | "vendor"): KnownFactsOf {
  const releases = knownReleases;
  const [oldest, newest] = [releases[0], releases.at(-1)];
  if (dialect === "neutral" || oldest === undefined || newest === undefined) return { releases };
  const own = /^\d+\.\d+/.exec(version)?.[0];
  if (own === undefined || version === "0") return { releases, counted: newest };
  const counted = releases.findLast((one) => compareVersions(one, own) <= 0);
  if (counted === undefined) return { releases, counted: oldest, isBeyond: "older" };
  return { releases, counted, ...(compareVersions(own, newest) > 0 ? { isBeyond: "newer" } : {}) };
}

/** What one reply says beside its body: the edition, the time, and how many requests may be sent. */
async function headersOf(
  read: ReadApi,
  { clock }: Connection,
): Promise<Pick<Examination, "isEnterprise" | "clockAhead" | "rateLimit">> {
  const begun = clock.now();
  const reply = (await metadata(read, "/metadata")) ?? (await metadata(read, "/version"));
  if (reply === undefined) return {};
  const { body, headers } = reply;
  const middle = (begun + clock.now()) / 2;
  const date = Date.parse(headers["date"] ?? "");
  const enterprise = isObject(body) ? body["enterprise"] : undefined;
  const limit = { ...numberIn(headers, "limit"), ...numberIn(headers, "remaining") };
  return {
    ...(typeof enterprise === "boolean" ? { isEnterprise: enterprise } : {}),
    // The header cuts off what is less than a second.
    ...(Number.isNaN(date) ? {} : { clockAhead: Math.round((date + 500 - middle) / 1000) || 0 }),
    ...(Object.keys(limit).length === 0 ? {} : { rateLimit: limit }),
  };
}

async function metadata(read: ReadApi, path: string): Promise<ApiReply | undefined> {
  try {
    return await read.get(path);
  } catch (error) {
    if (error instanceof ApiError && [403, 404].includes(error.status)) return undefined;
    throw error;
  }
}

function numberIn(headers: ApiReply["headers"], name: "limit" | "remaining"): Record<string, number> {
  const text = headers[`ratelimit-${name}`]?.trim() ?? "";
  return /^\d{1,15}$/.test(text) ? { [name]: Number(text) } : {};
}

/** Undefined where no facts count. */
async function schemaOf(
  read: ReadApi,
  { counted }: KnownFactsOf,
  factsOf: (release: string) => string,
): Promise<SchemaExamination | undefined> {
  if (counted === undefined) return undefined;
  return examineReplies(read, new ServedFacts(factsOf(counted), `schemas/facts/${counted}.json`));
}
