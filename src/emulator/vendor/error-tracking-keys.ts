import { randomBytes } from "node:crypto";
import type { Resource } from "../resource.js";
import { row } from "../row/spec.js";
import { textOf } from "../row/text.js";

/** Keys by which programs report their errors to a project; what they would report is not taken. */
export default {
  collections: [
    row("error_tracking/client_keys", {
      at: "/projects/{id}",
      read: "maintainer",
      order: "-id",
      status: { remove: 200 },
      settle: (_, columns) => ({ ...columns, active: true, public_key: `glet_${randomBytes(16).toString("hex")}` }),
      shows: ({ instance }, entry) => {
        const { protocol, host } = new URL(instance.url);
        const address = `${host}/api/v4/error_tracking/collector/${entry.home.id}`;
        return { sentry_dsn: `${protocol}//${textOf(entry["public_key"])}@${address}` };
      },
    }),
  ],
} satisfies Resource;
