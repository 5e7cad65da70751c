import { expect } from "vitest";
import { type Office, openOffice, type Wish } from "./office.js";
import type { Playground } from "./playground.js";

/** Applies what an office holds to another platform, exports that one, and fails where the two directories differ. */
export async function expectSameExport(office: Office, other: Playground, wish: Wish = {}): Promise<void> {
  const builder = await openOffice(other, office.directory);
  const second = await openOffice(other);
  try {
    await builder.apply();
    await second.export(wish);
    expect(await second.files()).toEqual(await office.files());
  } finally {
    await builder.close();
    await second.close();
  }
}
