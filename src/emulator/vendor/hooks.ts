import { LEVEL, requireLevel } from "../access.js";
import { HttpError, badParameters, forbidden, notFound } from "../errors.js";
import { instanceSetting } from "../instance-settings.js";
import { isObject } from "../json.js";
import type { Json, JsonObject } from "../json.js";
import { findGroup, findProject } from "../lookup.js";
import { created, noContent } from "../replies.js";
import type { Reply } from "../replies.js";
import { INSTANCE, defineEntries, homeKeyOf, row } from "../row/spec.js";
import type { Columns, Entry, EntryHome } from "../row/spec.js";
import type { Context } from "../section.js";
import { SEND_WEBHOOK } from "../sections/integrations/webhooks.js";
import type { VendorOperation } from "../vendor-operations.js";
import type { VendorSection } from "../vendor-section.js";
import { later } from "../work.js";
import { isHttpUrl, isLocalUrl } from "./configuration/urls.js";

const table = defineEntries("hooks");

/** Hooks of projects, groups and the instance (the reference of real servers, kinds, section 2.4). Two may have one url. */
export default {
  rows: [
    row("hooks", {
      at: ["/projects/{id}", "/groups/{id}", ""],
      table,
      read: { project: "maintainer", group: "owner", instance: "administrator" },
      tier: { group: "premium" },
      never: ["token", "signing_token"],
      settle: settled,
      shows: shown,
    }),
  ],
  operations: {
    ...partsOf("/projects/{id}/hooks", (context) => {
      const project = findProject(context);
      requireLevel(context, project, LEVEL.maintainer);
      return { kind: "project", id: project.id };
    }),
    ...partsOf(
      "/groups/{id}/hooks",
      (context) => {
        const group = findGroup(context);
        requireLevel(context, group, LEVEL.owner);
        return { kind: "group", id: group.id };
      },
      { tier: "premium" },
    ),
    ...partsOf("/hooks", ofInstance),
    "POST /hooks/{hook_id}": { caller: "administrator", handler: testSystemHook },
  },
} satisfies VendorSection;

function ofInstance({ user }: Context): EntryHome {
  if (user?.is_admin !== true) throw forbidden();
  return INSTANCE;
}

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

function pairsOf(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter((one: Json) => isObject(one)) : [];
}

const keysOf = (value: Json | undefined): Json => pairsOf(value).map(({ key = null }) => ({ key }));

/** Variables and headers after a change: what is sent is added to what is there. */
function merged(before: Json | undefined, sent: Json | undefined): Json {
  const pairs = [...pairsOf(before), ...pairsOf(sent)].map(({ key = null, value = null }) => [key, { key, value }] as const);
  return [...new Map(pairs).values()];
}

const KEY = /^[A-Za-z]+\d*(?:[._-][A-Za-z0-9]+)*$/;
const HEADER = /^[A-Za-z0-9]+(?:[._-][A-Za-z0-9]+)*$/;
const SIGNING_TOKEN = /^whsec_[A-Za-z0-9+/]{43}=$/;
const LONGEST_VALUE = 2048;

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
  const { url, token, signing_token, push_events_branch_filter: filter, branch_filter_strategy: strategy } = hook;
  const variables = pairsOf(hook["url_variables"]);
  const target = variables.reduce((text, { key, value }) => text.replaceAll(`{${textual(key)}}`, textual(value)), textual(url));
  if (!isHttpUrl(target) || (isLocalUrl(target) && !takesLocal(context, kind))) throw unprocessable("Invalid url given");
  if (!variables.every(({ key, value }) => KEY.test(textual(key)) && isFilled(value)))
    throw new HttpError(422, { message: { url_variables: ["must be a valid json schema"] } });
  if (!pairsOf(hook["custom_headers"]).every(({ key, value }) => HEADER.test(textual(key)) && isFilled(value)))
    throw unprocessable("Custom headers validation failed");
  if (textual(token).includes("\n")) throw new HttpError(422, { message: { token: ["is invalid"] } });
  if (isFilled(signing_token) && !SIGNING_TOKEN.test(textual(signing_token)))
    throw new HttpError(422, { message: { signing_token: ["is invalid"] } });
  if (strategy !== "regex" && /[\s~^:?\\[]|\.\./.test(textual(filter))) throw unprocessable("Invalid branch filter given");
}

const unprocessable = (text: string): HttpError => new HttpError(422, { error: text });

const textual = (value: Json | undefined): string => (typeof value === "string" ? value : "");

const isFilled = (value: Json | undefined): boolean => typeof value === "string" && value !== "" && value.length <= LONGEST_VALUE;

/** Whether hooks may call services of the server's own network. */
function takesLocal({ store }: Context, kind: string): boolean {
  if (kind === "instance") return instanceSetting(store, "allow_local_requests_from_system_hooks") !== false;
  return instanceSetting(store, "allow_local_requests_from_web_hooks_and_services") === true;
}

/** One variable or header at a time. */
function partsOf(
  at: string,
  homeOf: (context: Context) => EntryHome,
  more: Pick<VendorOperation, "tier"> = {},
): Record<string, VendorOperation> {
  const parts = [
    ["url_variables", "URL variable"],
    ["custom_headers", "Custom header"],
  ] as const;
  return Object.fromEntries(
    parts.flatMap(([part, name]): [string, VendorOperation][] => {
      const path = `${at}/{hook_id}/${part}/{key}`;
      return [
        [`PUT ${path}`, { ...more, handler: (context) => setPart(context, homeOf(context), part) }],
        [`DELETE ${path}`, { ...more, handler: (context) => dropPart(context, homeOf(context), part, name) }],
      ];
    }),
  );
}

type Part = "url_variables" | "custom_headers";

function findHook({ store, params }: Context, home: EntryHome): Entry {
  const id = params.requiredText("hook_id");
  const hook = store
    .of(table)
    .where("home", homeKeyOf(home))
    .find((one) => String(one.id) === id);
  if (hook === undefined) throw notFound();
  return hook;
}

function setPart(context: Context, home: EntryHome, part: Part): Reply {
  const { store, params } = context;
  const hook = findHook(context, home);
  const [key, value] = [params.requiredText("key"), params.requiredText("value")];
  const isKey = part === "url_variables" ? KEY : HEADER;
  if (!isKey.test(key) || !isFilled(value)) throw unprocessable("Illegal key or value");
  store.of(table).update(hook.id, { [part]: merged(hook[part], [{ key, value }]) });
  return noContent();
}

function dropPart(context: Context, home: EntryHome, part: Part, name: string): Reply {
  const hook = findHook(context, home);
  const key = context.params.requiredText("key");
  const pairs = pairsOf(hook[part]);
  if (!pairs.some((pair) => pair["key"] === key)) throw notFound(name);
  context.store.of(table).update(hook.id, { [part]: pairs.filter((pair) => pair["key"] !== key) });
  return noContent();
}

/** What a server sends to a system hook to try it. */
const SAMPLE: Json = {
  event_name: "project_create",
  name: "Ruby",
  path: "ruby",
  project_id: 1,
  owner_name: "Someone",
  owner_email: "example@gitlabhq.com",
};

function testSystemHook(context: Context): Reply {
  const { url } = findHook(context, ofInstance(context));
  later(context, 0, SEND_WEBHOOK, { url: textual(url), body: SAMPLE });
  return created(SAMPLE);
}
