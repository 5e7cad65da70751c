import { entries, type FieldOptions, level, reference, text } from "../../core/fields.js";
import { customRole } from "./custom-role.js";

/** Groups that what has the path `at` is shared with (document 3, Group and Project; calls and levels from the reference of real servers). */
export function shares<const At extends `/${string}`, const O extends Pick<FieldOptions, "shown" | "lockedBy">>(
  description: string,
  at: At,
  options: O,
) {
  return entries(
    description,
    {
      group: reference("Group that it is shared with, by full path.", "group", "id", { read: "group_id", write: "group_id" }),
      access_level: level(
        "Highest access level that members of that group get.",
        ["guest", "reporter", "developer", "maintainer", "owner"],
        {
          required: true,
          read: "group_access_level",
          write: "group_access",
          inVendor: { values: ["guest", "planner", "reporter", "security_manager", "developer", "maintainer", "owner"] },
        },
      ),
      expires_at: text("Day on which the share ends.", { nullable: true, format: "date" }),
      member_role: customRole({ read: "member_role_id", dialect: "vendor", shown: "set" }),
    },
    ["group"],
    { ...options, default: [], links: { add: `POST ${at}/share`, remove: `DELETE ${at}/share/{group_id}` } },
  );
}
