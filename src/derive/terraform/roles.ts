import type { Kind } from "../../core/kind.js";
import type { AttributeRole, TerraformAttributes } from "./types.js";

const named = new WeakMap<TerraformAttributes, ReadonlyMap<AttributeRole, string>>();

/** The name of the attribute that has a role of which there is one at most: `path`, `key`, `id`, `unset`, `unchecked`. */
export function attributeWithRole(attributes: TerraformAttributes, role: AttributeRole): string | undefined {
  const names =
    named.get(attributes) ??
    new Map(Object.entries(attributes).flatMap(([name, one]) => (one.role === undefined ? [] : [[one.role, name] as const])));
  named.set(attributes, names);
  return names.get(role);
}

/** The attributes of one key, in an attribute of that name. */
export interface ShapeAttribute {
  readonly name: string;
  readonly key: string;
  readonly attributes: TerraformAttributes;
}

const shaped = new WeakMap<TerraformAttributes, readonly ShapeAttribute[]>();

/** The attributes that hold those of one key each. */
export function shapesOf(attributes: TerraformAttributes): readonly ShapeAttribute[] {
  const shapes =
    shaped.get(attributes) ??
    Object.entries(attributes).flatMap(([name, { role, of, nested }]) =>
      role === "shape" && of !== undefined && nested ? [{ name, key: of, attributes: nested.attributes }] : [],
    );
  shaped.set(attributes, shapes);
  return shapes;
}

/** True if the platform knows things of a kind by a number of their own, which stays when they are renamed; else its routes name them by their key, or by nothing. */
export function isNumbered({ name, routes }: Kind): boolean {
  return [routes.read, routes.update].some((route) => route?.includes(`{${name}}`));
}
