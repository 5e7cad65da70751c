import { textOf } from "../../core/collection/homes.js";
import { type Columns, type Entry, collection } from "../../core/collection/spec.js";
import type { Context } from "../../core/context.js";
import { invalid } from "../../core/replies.js";
import type { Resource } from "../../core/resource.js";

const HOUR = 60 * 60 * 1000;

/** Messages to all users. Left out, one begins now and ends after an hour. */
export default {
  collections: [
    collection("broadcast_messages", {
      at: "",
      read: "anyone",
      filled: ["message"],
      order: "-id",
      defaults: {
        color: "#E75E40",
        theme: "indigo",
        broadcast_type: "banner",
        dismissable: false,
        target_access_levels: [],
        target_path: null,
        font: null,
      },
      settle,
      shows: (_, entry) => ({ active: isActive(entry) }),
    }),
  ],
} satisfies Resource;

function settle(_: Context, columns: Columns, before: Entry | undefined): Columns {
  const now = Date.now();
  const fresh = {
    starts_at: new Date(now).toISOString(),
    ends_at: new Date(now + HOUR).toISOString(),
  };
  const sent = Object.fromEntries(
    Object.entries(columns).filter(([name, value]) => !Object.hasOwn(fresh, name) || (value !== null && value !== "")),
  );
  const times = Object.fromEntries(
    Object.keys(fresh).flatMap((name) =>
      typeof sent[name] === "string" ? [[name, new Date(sent[name]).toISOString()] as const] : [],
    ),
  );
  const settled: Columns = { ...(before === undefined ? fresh : {}), ...sent, ...times };
  const { color } = settled;
  if (typeof color === "string" && color !== "" && !/^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(color))
    throw invalid({ color: ["must be a valid color code"] });
  return settled;
}

function isActive(entry: Entry): boolean {
  const now = Date.now();
  return Date.parse(textOf(entry["starts_at"])) <= now && now < Date.parse(textOf(entry["ends_at"]));
}
