import { type FieldOptions, reference } from "../../core/fields.js";

/** A custom role that somebody is given along with its base role (the reference of real servers, members). `read` is its name in replies. */
export function customRole<const O extends Pick<FieldOptions, "carried" | "read" | "shown" | "dialect">>(options: O) {
  return reference("Custom role beside the role that it builds on, by name.", "member_role", "id", {
    ...options,
    nullable: true,
    default: null,
    cased: true,
    write: "member_role_id",
    tier: "ultimate",
  });
}
