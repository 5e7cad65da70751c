import type { PlatformState } from "./context.js";
import { exists } from "./instance.js";
import { operations } from "./operations.js";
import { flatten } from "./schema.js";
import { extentOf } from "./shape.js";

/**
 * Throws, naming the place, for attributes of a seed that only real servers have, or later releases, where the instance is of the neutral dialect.
 * @param place where they stand in the seed
 * @param id the operation that writes them
 */
export function refuseVendorOnly({ instance }: PlatformState, place: string, id: string, names: readonly string[]): void {
  if (instance.dialect === "vendor") return;
  const described = operations().find((operation) => operation.id === id);
  const { properties = {} } = described === undefined ? {} : flatten(described.input);
  const isForeign = (name: string): boolean => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return property !== undefined && !exists(instance, { ...extentOf(property), tier: undefined });
  };
  const foreign = names.filter(isForeign);
  if (foreign.length > 0) throw new Error(`the seed: ${place} has ${foreign.join(", ")}, which ${onlyReal}`);
}

/** What to do about a name that only real servers know. */
export const onlyReal = "only real servers of some releases have: start the emulator in the vendor dialect, or take it out";
