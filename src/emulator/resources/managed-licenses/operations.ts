import { collection } from "../../core/collection/spec.js";
import type { Resource } from "../../core/resource.js";

/** Which licences of dependencies a project allows. */
export default {
  collections: [
    collection("managed_licenses", {
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
