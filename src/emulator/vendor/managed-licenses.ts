import { row } from "../row/spec.js";
import type { VendorSection } from "../vendor-section.js";

/** Which licences of dependencies a project allows. */
export default {
  rows: [
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
} satisfies VendorSection;
