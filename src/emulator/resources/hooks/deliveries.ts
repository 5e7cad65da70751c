import { randomUUID } from "node:crypto";
import { withId } from "../../core/access.js";
import { textOf } from "../../core/collection/homes.js";
import { type Entry, defineEntries, homeKeyOf } from "../../core/collection/spec.js";
import { type Context, type PlatformState, type Work, later, page } from "../../core/context.js";
import { type Json, isObject, objectsIn } from "../../core/records.js";
import { type Reply, created } from "../../core/replies.js";
import { SEND_WEBHOOK } from "../integrations/webhooks.js";
import { hookTable, targetOf, textual } from "./records.js";

/** The work that keeps what became of a message of a hook. */
export const KEEP_DELIVERY = "keepHookDelivery";

const deliveryTable = defineEntries("hook_deliveries");

/** How long servers show what they sent: seven days. */
const KEPT = 7 * 24 * 60 * 60 * 1000;

/** Sends a message of a hook, and keeps what becomes of it. */
export function deliver(world: PlatformState, hook: Entry, trigger: string, body: Json): void {
  const titled = trigger
    .replace(/_hooks$/, "")
    .split("_")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  const token = textual(hook["token"]);
  const headers = {
    ...Object.fromEntries(objectsIn(hook["custom_headers"]).map(({ key, value }) => [textual(key), textual(value)])),
    ...(token === "" ? {} : { [HEADERS.token]: token }),
    [HEADERS.event]: `${titled.join(" ")} Hook`,
    [HEADERS.instance]: world.instance.url,
    [HEADERS.hook]: randomUUID(),
    [HEADERS.event_id]: randomUUID(),
  };
  later(world, 0, SEND_WEBHOOK, { url: targetOf(hook), body, headers, tells: KEEP_DELIVERY, about: { hook: hook.id, trigger } });
}

/** Headers of messages, as receivers of real servers' hooks look for them. */
const HEADERS = {
  token: "X-Gitlab-Token",
  event: "X-Gitlab-Event",
  instance: "X-Gitlab-Instance",
  hook: "X-Gitlab-Webhook-UUID",
  event_id: "X-Gitlab-Event-UUID",
} as const;

/** Keeps a delivery with its hook, if that is there still. */
export const keepDelivery: Work = ({ store }, input) => {
  const { about, message, delivery } = isObject(input) ? input : {};
  if (!isObject(about) || !isObject(message) || !isObject(delivery)) return;
  const headers = isObject(message["headers"]) ? message["headers"] : {};
  const id = Number(about["hook"]);
  if (store.of(hookTable).get(id) === undefined) return;
  const shown = Object.entries(headers).map(([name, value]) => [name, name === HEADERS.token ? "[REDACTED]" : value] as const);
  const { status = null, text = "", duration = 0 } = delivery;
  store.of(deliveryTable).insert({
    home: { kind: hookTable.name, id },
    url: message["url"] ?? null,
    trigger: about["trigger"] ?? null,
    request_headers: Object.fromEntries(shown),
    request_data: message["body"] ?? null,
    response_headers: delivery["headers"] ?? {},
    response_body: text,
    execution_duration: duration,
    response_status: status === null ? "internal error" : textOf(status),
    created_at: new Date().toISOString(),
  });
};

function present(entry: Entry): Record<string, Json> {
  const { id, home: _, created_at: __, ...shown } = entry;
  return { id, ...shown };
}

function deliveriesOf({ store }: Context, hook: Entry): Entry[] {
  const entries = store.of(deliveryTable).where("home", homeKeyOf({ kind: hookTable.name, id: hook.id }));
  return entries.filter((entry) => Date.now() - Date.parse(textual(entry["created_at"])) < KEPT).toReversed();
}

const CLASSES: Readonly<Record<string, (status: string) => boolean>> = {
  successful: (status) => status.startsWith("2"),
  client_failure: (status) => status.startsWith("4"),
  server_failure: (status) => status.startsWith("5") || status === "internal error",
};

/** What a hook sent in the last seven days, the newest first. */
export function listDeliveries(context: Context, hook: Entry): Reply {
  const asked = context.params.texts("status") ?? [];
  const isAsked = (status: string): boolean =>
    asked.length === 0 || asked.some((candidate) => CLASSES[candidate]?.(status) ?? candidate === status);
  const deliveries = deliveriesOf(context, hook).filter((entry) => isAsked(textual(entry["response_status"])));
  return page(deliveries, context, present);
}

/** The same message once more. A request waits for nobody here, so how it was answered the list tells, not the reply. */
export function resend(context: Context, hook: Entry): Reply {
  const delivery = withId(context, deliveriesOf(context, hook), "hook_log_id");
  deliver(context, hook, textual(delivery["trigger"]), delivery["request_data"] ?? null);
  return created({ response_status: null });
}
