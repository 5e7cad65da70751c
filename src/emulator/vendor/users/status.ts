import { requireUser } from "../../access.js";
import type { Context } from "../../context.js";
import { invalid } from "../../errors.js";
import type { Json } from "../../json.js";
import { html } from "../../markup.js";
import type { User } from "../../records.js";
import { ok } from "../../replies.js";
import type { Reply } from "../../replies.js";
import { defineEntries, homeKeyOf } from "../../row/spec.js";
import type { Entry } from "../../row/spec.js";
import { textOf } from "../../row/text.js";

/** What users say of themselves at the moment; one each at most. */
export const statusTable = defineEntries("user_statuses");

const MINUTE = 60_000;
const AFTER: Readonly<Record<string, number>> = {
  "30_minutes": 30 * MINUTE,
  "3_hours": 180 * MINUTE,
  "8_hours": 480 * MINUTE,
  "1_day": 1440 * MINUTE,
  "3_days": 4320 * MINUTE,
  "7_days": 10_080 * MINUTE,
  "30_days": 43_200 * MINUTE,
};

function statusOf({ store }: Context, user: User): Entry | undefined {
  const [entry] = store.of(statusTable).where("home", homeKeyOf({ kind: "user", id: user.id }));
  const ends = textOf(entry?.["clear_status_at"]);
  return ends !== "" && Date.parse(ends) <= Date.now() ? undefined : entry;
}

/** GET …/status: nothing but nulls where nothing is said. */
export function showStatus(context: Context, user: User): Reply {
  const entry = statusOf(context, user);
  const of = (name: string): Json => entry?.[name] ?? null;
  const message = of("message");
  const message_html = typeof message === "string" ? html`${message}`.text : null;
  return ok({
    emoji: of("emoji"),
    message,
    availability: of("availability"),
    message_html,
    clear_status_at: of("clear_status_at"),
  });
}

/**
 * PUT and PATCH /user/status.
 * @param isWhole what is not sent is taken back
 */
export function writeStatus(context: Context, isWhole: boolean): Reply {
  const { store, params } = context;
  const user = requireUser(context);
  const before = isWhole ? undefined : statusOf(context, user);
  const emoji = params.has("emoji") ? textOf(params.get("emoji")) : textOf(before?.["emoji"]);
  const message = params.has("message") ? textOf(params.get("message")) : textOf(before?.["message"]);
  const wanted = params.text("availability") ?? textOf(before?.["availability"]);
  const availability = wanted === "" ? "not_set" : wanted;
  if (Array.from(message).length > 100) throw invalid({ message: ["is too long (maximum is 100 characters)"] });
  if (!/^[\w+-]*$/.test(emoji)) throw invalid({ emoji: ["is not included in the list"] });
  const after = AFTER[params.text("clear_status_after") ?? ""];
  const clear_status_at: Json =
    after === undefined ? (before?.["clear_status_at"] ?? null) : new Date(Date.now() + after).toISOString();
  for (const { id } of store.of(statusTable).where("home", homeKeyOf({ kind: "user", id: user.id })))
    store.of(statusTable).delete(id);
  if (emoji !== "" || message !== "" || availability !== "not_set") {
    const columns = { emoji: emoji === "" ? "speech_balloon" : emoji, message: message === "" ? null : message, availability };
    store.of(statusTable).insert({ ...columns, clear_status_at, home: { kind: "user", id: user.id } });
  }
  return showStatus(context, user);
}
