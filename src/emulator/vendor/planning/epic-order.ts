import type { Context } from "../../context.js";
import { badParameters, notFound } from "../../errors.js";
import { defineEntries, homeKeyOf } from "../../row/spec.js";
import type { Entry } from "../../row/spec.js";
import type { Store } from "../../store.js";

/** The places that issues and epics were given in an epic. */
const table = defineEntries("epic_places");

/** Room between neighbours that were never moved. */
const STEP = 513;

type Part = { readonly kind: "issue" | "epic"; readonly id: number };

function placeOf(store: Store, part: Part): Entry | undefined {
  return store.of(table).where("home", homeKeyOf(part))[0];
}

function positionOf(store: Store, part: Part): number {
  const position = placeOf(store, part)?.["position"];
  return typeof position === "number" ? position : part.id * STEP;
}

/** The issues or epics of an epic in the order that somebody gave them; otherwise by age. */
export function inEpicOrder<T extends { readonly id: number }>(store: Store, kind: Part["kind"], parts: readonly T[]): T[] {
  const position = ({ id }: T): number => positionOf(store, { kind, id });
  return parts.toSorted((a, b) => position(a) - position(b) || a.id - b.id);
}

/** Puts one beside its new neighbours, of which one is enough. Throws 404 for a neighbour that is none, 400 without any. */
export function moveInEpic({ store, params }: Context, part: Part, all: readonly { readonly id: number }[]): void {
  const neighbour = (name: string): number | undefined => {
    const said = params.get(name) ?? null;
    if (said === null) return undefined;
    const id = Number(said);
    if (!all.some((one) => one.id === id)) throw notFound();
    return positionOf(store, { kind: part.kind, id });
  };
  const [after, before] = [neighbour("move_after_id"), neighbour("move_before_id")];
  if (after === undefined && before === undefined)
    throw badParameters("move_before_id, move_after_id are missing, at least one parameter must be provided");
  const position = ((after ?? (before ?? 0) - 2 * STEP) + (before ?? (after ?? 0) + 2 * STEP)) / 2;
  const known = placeOf(store, part);
  if (known === undefined) store.of(table).insert({ home: part, position });
  else store.of(table).update(known.id, { position });
}
