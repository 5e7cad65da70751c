import type { SeedPart } from "./core/context.js";
import type { Resource } from "./core/resource.js";
import { areas } from "./resources/index.gen.js";
import { seedOrder } from "./resources/seed-order.js";

/** All parts of the platform. */
export const resources: readonly Resource[] = areas;

/** All parts of a seed, in the order in which they are loaded. Throws at the start where a part has no place in `resources/seed-order.ts`. */
export const seedParts: readonly SeedPart[] = ordered(areas.flatMap(({ seeds = [] }) => seeds));

function ordered(parts: readonly SeedPart[]): readonly SeedPart[] {
  const places = parts.map((part) => ({ part, place: seedOrder.indexOf(part.key) }));
  const lost = places.find(({ place }) => place < 0);
  if (lost !== undefined)
    throw new Error(`the part ${lost.part.key} of a seed has no place in src/emulator/resources/seed-order.ts`);
  return places.toSorted((a, b) => a.place - b.place).map(({ part }) => part);
}
