import { textOf } from "../../core/collection/homes.js";
import { collection } from "../../core/collection/spec.js";
import { forbidden, invalid } from "../../core/replies.js";
import type { Resource } from "../../core/resource.js";
import { sshKeyOf } from "../user-keys/records.js";

/** Authorities whose certificates open the repositories of a top-level group. */
export default {
  collections: [
    collection("ssh_certificates", {
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
