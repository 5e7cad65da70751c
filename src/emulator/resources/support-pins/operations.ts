import { randomInt } from "node:crypto";
import { createEntry, removeEntry } from "../../core/collection/columns.js";
import { entriesIn, textOf } from "../../core/collection/homes.js";
import { presentEntry } from "../../core/collection/lists.js";
import { collection } from "../../core/collection/spec.js";
import { accepted, created, notFound } from "../../core/replies.js";
import type { Resource } from "../../core/resource.js";

const DAYS = 7;

const pins = collection("support_pin", {
  at: ["/user", "/users/{id}"],
  read: { user: "self" },
  single: "missing",
  settle: () => ({
    pin: String(randomInt(100_000, 1_000_000)),
    expires_at: new Date(Date.now() + DAYS * 24 * 60 * 60 * 1000).toISOString(),
  }),
  handlers: {
    // A new one takes the place of that before.
    create: (context, home, self) => {
      for (const before of entriesIn(context, self, home)) removeEntry(context, self, before);
      return created(presentEntry(context, self, createEntry(context, self, home, []), "creation"));
    },
  },
});

/** Numbers by which support knows for a week that somebody is who he says. */
export default {
  operations: {
    "POST /users/{id}/support_pin/revoke": {
      role: "administrator",
      parameters: { id: { type: "integer" } },
      handler: (context) => {
        const id = context.params.requiredNumber("id");
        if (context.store.users.get(id) === undefined) throw notFound("User");
        const [pin] = entriesIn(context, pins, { kind: "user", id });
        if (pin === undefined || Date.parse(textOf(pin["expires_at"])) < Date.now())
          throw notFound("Support PIN not found or already expired");
        removeEntry(context, pins, pin);
        return accepted();
      },
    },
  },
  collections: [pins],
} satisfies Resource;
