import { formatAddress } from "../core/address.js";
import { TrueupError } from "../core/errors.js";
import { attributeWithRole } from "../derive/terraform/roles.js";
import type { ObjectValue } from "./cty/value.js";
import { stateIdentity, type ResourceType } from "./resource-type.js";

/** True if a thing must not be deleted: it holds people's work, and neither its state nor the provider's block says otherwise. */
export function isProtected({ attributes }: ResourceType, state: ObjectValue, otherwise: boolean): boolean {
  const name = attributeWithRole(attributes, "protection");
  if (name === undefined) return false;
  const value = state[name] ?? null;
  return typeof value === "boolean" ? value : otherwise;
}

/** Why a thing is not deleted, and the line to write. */
export function protectedError(type: ResourceType, state: ObjectValue): TrueupError {
  const { id: _, ...address } = stateIdentity(type, state);
  return new TrueupError({
    code: "delete.protected",
    message: `${formatAddress(address)} is protected from deletion`,
    hint:
      "A destroy or replacement deletes it with all that it holds. If that is meant, write deletion_protection = false into its resource " +
      'and apply that first, or into the block provider "trueup", where it counts for all that do not say it themselves. ' +
      "To let Terraform forget it and leave it as it is: terraform state rm, or a removed block with destroy = false.",
  });
}
