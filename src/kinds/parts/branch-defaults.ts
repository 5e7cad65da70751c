import { entries, type FieldOptions, flag, level, record } from "../../core/fields.js";

const levels = ["no_access", "developer", "maintainer", "admin"] as const;
/** Of roles from which on people may, nobody is more than any. */
const nobody = { greatest: ["no_access"] } as const;

/** How default branches are protected, in detail (the reference of real servers, groups; facts of 17.10 and 19.0): the same for a group and for the instance. */
export function branchDefaults<const O extends FieldOptions>(options: O) {
  return record(
    "Protection of default branches in detail.",
    {
      allowed_to_push: entries("Who may push.", { access_level: level("Access level that may push.", levels, nobody) }, [
        "access_level",
      ]),
      allowed_to_merge: entries("Who may merge.", { access_level: level("Access level that may merge.", levels, nobody) }, [
        "access_level",
      ]),
      allow_force_push: flag("Those who may push may also force it.", { default: false }),
      code_owner_approval_required: flag("A push to files that CODEOWNERS names needs the approval of their owners.", {
        default: false,
      }),
      developer_can_initial_push: flag("Developers may make the first push.", { default: false }),
    },
    options,
  );
}
