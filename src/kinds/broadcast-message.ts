import { flag, level, oneOf, onText, setOf, text } from "../core/fields.js";
import type { Json } from "../core/json.js";
import { defineKind } from "../core/kind.js";
import { readInstant } from "../core/time.js";
import { collection } from "./parts/routes.js";

const roles = ["guest", "planner", "reporter", "developer", "maintainer", "owner"] as const;
const themes = [
  "indigo",
  "light-indigo",
  "blue",
  "light-blue",
  "green",
  "light-green",
  "red",
  "light-red",
  "dark",
  "light",
] as const;

/** A time with its offset: two spellings of one instant are one. */
const instant = {
  format: "instant",
  normalise: (value: Json) => onText(value, (text) => readInstant(text)?.toISOString() ?? text),
} as const;

/** Messages to all users of the instance (the reference of real servers, broadcast messages). */
export const broadcastMessage = defineKind({
  name: "broadcast_message",
  title: "Broadcast message",
  description: "A message that all users of the instance see for a time.",
  source: "the reference of real servers, broadcast messages",
  oddities: {
    "trueup identifies a message by its text.": null,
    "The server allows two messages with the same text. trueup cannot tell them apart.": null,
    "If a new message has no starts_at, the message begins at once.": "GitLab doc/api/broadcast_messages.md",
    "If a new message has no ends_at, the message ends one hour after its creation.": "GitLab doc/api/broadcast_messages.md",
    "If the declared ends_at of a message has passed, trueup neither creates nor changes the message.":
      "trueup test/e2e/hazards-plain.test.ts",
  },
  dialect: "vendor",
  parents: {
    instance: { file: "broadcast_messages", routes: collection("/broadcast_messages", "{broadcast_message}") },
  },
  administrators: "write",
  key: { description: "The text of the message.", write: "message", read: "message", repeatable: true },
  fields: {
    starts_at: text("When it begins to show: a time with its offset, or a day in UTC.", instant),
    ends_at: text("When it ends: a time with its offset, or a day in UTC.", { ...instant, past: "done" }),
    broadcast_type: oneOf("Banner at the head of pages, or notification.", ["banner", "notification"], {
      default: "banner",
    }),
    dismissable: flag("Each user can take it away.", { default: false }),
    target_access_levels: setOf("Roles that see it; none is everybody.", level("Role that sees it.", roles), { default: [] }),
    target_path: text("Pages that show it, by path; * stands for any text.", { nullable: { unset: "" }, max: 255 }),
    theme: oneOf("Its colours.", themes, { default: "indigo" }),
    color: text("Colour of its ground.", { deprecated: { replacement: "theme" } }),
    font: text("Colour of its text.", { nullable: true, deprecated: { replacement: "theme" } }),
  },
  example: { starts_at: "2035-01-07T06:00:00Z", ends_at: "2035-01-07T09:00:00Z", broadcast_type: "banner", theme: "red" },
  exampleKey: "Maintenance on Sunday",
});
