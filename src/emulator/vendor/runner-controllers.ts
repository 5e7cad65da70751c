import { randomBytes } from "node:crypto";
import { created } from "../replies.js";
import { presentEntry } from "../row/shown.js";
import { row } from "../row/spec.js";
import type { VendorSection } from "../vendor-section.js";

const only = { read: "administrator", tier: "ultimate", since: "18.9" } as const;
const newToken = (): string => `glrct-${randomBytes(20).toString("base64url")}`;

/** Controllers that admit jobs to runners: they and their tokens are kept, and admit nothing here. */
export default {
  rows: [
    row("runner_controllers", { ...only, at: "", longest: { description: 1024 }, defaults: { state: "disabled" } }),
    row("tokens", {
      ...only,
      at: "/runner_controllers/{runner_controller_id}",
      longest: { description: 1024 },
      once: ["token"],
      settle: (_, columns) => ({ ...columns, token: newToken() }),
      shows: (_, entry) => ({ runner_controller_id: entry.home.id }),
      actions: {
        "POST /rotate": (context, entry, tokens) => {
          const rotated = context.store
            .of(tokens.table)
            .update(entry.id, { token: newToken(), updated_at: new Date().toISOString() });
          return created(presentEntry(context, tokens, rotated, "creation"));
        },
      },
    }),
  ],
} satisfies VendorSection;
