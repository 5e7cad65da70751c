import { findEntry } from "../../core/collection/homes.js";
import { type Columns, type Entry, type EntryHome, INSTANCE, collection } from "../../core/collection/spec.js";
import type { Context } from "../../core/context.js";
import { instanceSetting } from "../../core/instance-settings.js";
import { type Json, objectsIn } from "../../core/records.js";
import { HttpError, type Reply, badParameters, created, noContent, notFound } from "../../core/replies.js";
import type { Resource } from "../../core/resource.js";
import { isHttpUrl, isLocalUrl } from "../../core/url.js";
import { KEEP_DELIVERY, deliver, keepDelivery, listDeliveries, resend } from "./deliveries.js";
import { hookTable, targetOf, textual, unprocessable } from "./records.js";
import { test } from "./trying.js";

const SIGNING_TOKEN = /^whsec_[A-Za-z0-9+/]{43}=$/;

/** What a server sends to a system hook to try it. */
const SAMPLE: Json = {
  event_name: "project_create",
  name: "Ruby",
  path: "ruby",
  project_id: 1,
  owner_name: "Someone",
  owner_email: "example@gitlabhq.com",
};

const LONGEST_VALUE = 2048;

/** Their keys alone. */
const keysOf = (value: Json | undefined): Json => objectsIn(value).map(({ key = null }) => ({ key }));

/** What a variable may be called. */
const KEY = /^[A-Za-z]+\d*(?:[._-][A-Za-z0-9]+)*$/;

/** What a header may be called. */
const HEADER = /^[A-Za-z0-9]+(?:[._-][A-Za-z0-9]+)*$/;

/** True for a value that is neither empty nor too long. */
const isFilled = (value: Json | undefined): boolean => typeof value === "string" && value !== "" && value.length <= LONGEST_VALUE;

type Part = "url_variables" | "custom_headers";

const CALLED: Readonly<Record<Part, string>> = { url_variables: "URL variable", custom_headers: "Custom header" };

const hooks = collection("hooks", {
  at: ["/projects/{id}", "/groups/{id}", ""],
  table: hookTable,
  read: { project: "maintainer", group: "owner", instance: "administrator" },
  tier: { group: "premium" },
  never: ["token", "signing_token"],
  settle: settled,
  shows: shown,
  actions: {
    "PUT /url_variables/{key}": (context, hook) => setPart(context, hook, "url_variables"),
    "DELETE /url_variables/{key}": (context, hook) => dropPart(context, hook, "url_variables"),
    "PUT /custom_headers/{key}": (context, hook) => setPart(context, hook, "custom_headers"),
    "DELETE /custom_headers/{key}": (context, hook) => dropPart(context, hook, "custom_headers"),
    "GET /events": listDeliveries,
    "POST /events/{hook_log_id}/resend": resend,
    "POST /test/{trigger}": test,
  },
});

/** Hooks of projects, groups and the instance (the reference of real servers, kinds, section 2.4). Two may have one url. */
export default {
  operations: { "POST /hooks/{hook_id}": { role: "administrator", handler: testSystemHook } },
  collections: [hooks],
  work: { [KEEP_DELIVERY]: keepDelivery },
} satisfies Resource;

/** What a server knows of a hook beside what was written: secrets only by their being there, and of variables and headers the keys alone. */
function shown({ knowledge }: Context, entry: Entry): Readonly<Record<string, Json>> {
  const events = [...(knowledge?.keys ?? [])].filter((key) => key.endsWith("_events"));
  const toggles = events.map((key): [string, Json] => [key, entry[key] ?? key === "push_events"]);
  const { token = null, signing_token = null } = entry;
  return {
    ...Object.fromEntries(toggles),
    enable_ssl_verification: entry["enable_ssl_verification"] ?? true,
    branch_filter_strategy: entry["branch_filter_strategy"] ?? "wildcard",
    alert_status: "executable",
    ...(knowledge?.keys.has("token_present") === true ? { token_present: token !== null && token !== "" } : {}),
    ...(knowledge?.keys.has("signing_token_present") === true
      ? { signing_token_present: signing_token !== null && signing_token !== "" }
      : {}),
    url_variables: keysOf(entry["url_variables"]),
    custom_headers: keysOf(entry["custom_headers"]),
  };
}

function settled(context: Context, columns: Columns, before: Entry | undefined, home: EntryHome): Columns {
  const { url } = columns;
  if (before !== undefined && Object.keys(columns).length === 0) throw badParameters("No parameters provided");
  const pairs = ["url_variables", "custom_headers"].flatMap((name): [string, Json][] =>
    Object.hasOwn(columns, name) ? [[name, merged(before?.[name], columns[name])]] : [],
  );
  // A url of somebody else does not get what was meant for the old one.
  const isMoved = before !== undefined && typeof url === "string" && url !== before["url"];
  const dropped = isMoved ? { token: null, signing_token: null, custom_headers: [], url_variables: [] } : {};
  const wanted: Columns = { ...dropped, ...columns, ...Object.fromEntries(pairs) };
  refuse(context, { ...before, ...wanted }, home);
  return wanted;
}

/** Throws 422 for what a server takes no hook with. */
function refuse(context: Context, hook: Columns, { kind }: EntryHome): void {
  const { token, signing_token, push_events_branch_filter: filter, branch_filter_strategy: strategy } = hook;
  const variables = objectsIn(hook["url_variables"]);
  const target = targetOf(hook);
  if (!isHttpUrl(target) || (isLocalUrl(target) && !takesLocal(context, kind))) throw unprocessable("Invalid url given");
  if (!variables.every(({ key, value }) => KEY.test(textual(key)) && isFilled(value)))
    throw new HttpError(422, { message: { url_variables: ["must be a valid json schema"] } });
  if (!objectsIn(hook["custom_headers"]).every(({ key, value }) => HEADER.test(textual(key)) && isFilled(value)))
    throw unprocessable("Custom headers validation failed");
  if (textual(token).includes("\n")) throw new HttpError(422, { message: { token: ["is invalid"] } });
  if (isFilled(signing_token) && !SIGNING_TOKEN.test(textual(signing_token)))
    throw new HttpError(422, { message: { signing_token: ["is invalid"] } });
  if (strategy !== "regex" && /[\s~^:?\\[]|\.\./.test(textual(filter))) throw unprocessable("Invalid branch filter given");
}

/** Whether hooks may call services of the server's own network. */
function takesLocal({ store }: Context, kind: string): boolean {
  if (kind === "instance") return instanceSetting(store, "allow_local_requests_from_system_hooks") !== false;
  return instanceSetting(store, "allow_local_requests_from_web_hooks_and_services") === true;
}

function testSystemHook(context: Context): Reply {
  deliver(context, findEntry(context, hooks, INSTANCE, "hook_id"), "system_hooks", SAMPLE);
  return created(SAMPLE);
}

/** Variables and headers after a change: what is sent is added to what is there. */
function merged(before: Json | undefined, sent: Json | undefined): Json {
  const pairs = [...objectsIn(before), ...objectsIn(sent)].map(({ key = null, value = null }) => [key, { key, value }] as const);
  return [...new Map(pairs).values()];
}

/** PUT of one variable or header. */
function setPart({ store, params }: Context, hook: Entry, part: Part): Reply {
  const [key, value] = [params.requiredText("key"), params.requiredText("value")];
  const isKey = part === "url_variables" ? KEY : HEADER;
  if (!isKey.test(key) || !isFilled(value)) throw unprocessable("Illegal key or value");
  store.of(hookTable).update(hook.id, { [part]: merged(hook[part], [{ key, value }]) });
  return noContent();
}

/** DELETE of one variable or header. */
function dropPart({ store, params }: Context, hook: Entry, part: Part): Reply {
  const key = params.requiredText("key");
  const pairs = objectsIn(hook[part]);
  if (!pairs.some((pair) => pair["key"] === key)) throw notFound(CALLED[part]);
  store.of(hookTable).update(hook.id, { [part]: pairs.filter((pair) => pair["key"] !== key) });
  return noContent();
}
