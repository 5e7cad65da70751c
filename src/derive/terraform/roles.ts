import type { Kind } from "../../core/kind.js";
import type { AttributeRole, TerraformAttributes } from "./types.js";

/** The name of the attribute that has a role of which there is one at most: `path`, `key`, `id`, `unset`, `unchecked`. */
export function attributeWithRole(attributes: TerraformAttributes, role: AttributeRole): string | undefined {
  return Object.keys(attributes).find((name) => attributes[name]?.role === role);
}

/** The attributes that hold those of one key each. */
export function shapesOf(
  attributes: TerraformAttributes,
): readonly { readonly name: string; readonly key: string; readonly attributes: TerraformAttributes }[] {
  return Object.entries(attributes).flatMap(([name, { role, of, nested }]) =>
    role === "shape" && of !== undefined && nested ? [{ name, key: of, attributes: nested.attributes }] : [],
  );
}

/** True if the platform knows things of a kind by a number of their own, which stays when they are renamed; else its routes name them by their key, or by nothing. */
export function isNumbered({ name, routes }: Kind): boolean {
  return [routes.read, routes.update].some((route) => route?.includes(`{${name}}`));
}
