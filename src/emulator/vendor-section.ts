/**
 * How to add to the emulator what real servers have beyond the documents. A file in `vendor/` is served because it is there: its default export is a
 * `VendorSection`. Parameters, their types and words, and the keys of replies come from facts of the release (`schemas/facts`); nothing is described twice.
 *
 * 1. What is only stored and listed is a row (`row/spec.ts` has its words): `rows: [row("freeze_periods", { at: "/projects/{id}", read: "reporter" })]`.
 * 2. What is more has a handler under the method and path that facts have (`vendor-operations.ts`): `operations: { "POST /projects/{id}/star": {…} }`.
 *    A handler is as those of sections are (`section.ts`, 3): places of the path are texts, and `context.knowledge` has the keys that the release shows.
 * 3. Where servers of a release have what its facts lack, `since` says from which release on. Where facts lie, `facts/corrections.yaml` says so.
 */
import type { CollectionRow } from "./row/spec.js";
import type { SeedPart, Work } from "./section.js";
import type { VendorOperation } from "./vendor-operations.js";

/** A part of the platform that real servers alone have. */
export interface VendorSection {
  /** Resources that are only stored and listed. */
  readonly rows?: readonly CollectionRow[];
  /** Operations with code of their own, by method and path as facts have them. One that a row has too is this one. */
  readonly operations?: Readonly<Record<string, VendorOperation>>;
  readonly work?: Readonly<Record<string, Work>>;
  readonly seeds?: readonly SeedPart[];
}
