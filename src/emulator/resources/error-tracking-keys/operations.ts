import { randomBytes } from "node:crypto";
import { textOf } from "../../core/collection/homes.js";
import { collection } from "../../core/collection/spec.js";
import type { Resource } from "../../core/resource.js";

/** Keys by which programs report their errors to a project; what they would report is not taken. */
export default {
  collections: [
    collection("error_tracking/client_keys", {
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
