import { forbidden, invalid } from "../errors.js";
import type { Resource } from "../resource.js";
import { row } from "../row/spec.js";
import { textOf } from "../row/text.js";
import { sshKeyOf } from "./configuration/ssh-keys.js";

/** Authorities whose certificates open the repositories of a top-level group. */
export default {
  collections: [
    row("ssh_certificates", {
      at: "/groups/{id}",
      read: "owner",
      tier: "premium",
      filled: ["title", "key"],
      unique: { columns: ["key"] },
      settle: ({ store }, columns, _, home) => {
        if ((store.groups.get(home.id)?.parent_id ?? null) !== null) throw forbidden("Group");
        if (sshKeyOf(textOf(columns["key"])) === undefined) throw invalid({ key: ["must be a valid SSH public key"] });
        return columns;
      },
    }),
  ],
} satisfies Resource;
