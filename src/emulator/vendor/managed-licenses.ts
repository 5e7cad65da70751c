import type { Resource } from "../resource.js";
import { row } from "../row/spec.js";

/** Which licences of dependencies a project allows. */
export default {
  collections: [
    row("managed_licenses", {
      at: "/projects/{id}",
      read: "guest",
      tier: "ultimate",
      key: ["id", "name"],
      filled: ["name"],
      longest: { name: 255 },
      unique: { columns: ["name"], ignoreCase: true },
      fixed: ["name"],
    }),
  ],
} satisfies Resource;
