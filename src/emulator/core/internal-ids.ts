import type { Store } from "./store.js";
import { defineTable } from "./table.js";

/** What things with numbers of their own are in. */
type Home = { readonly kind: string; readonly id: number };

/** The last number that was given to a thing of a kind inside a project or group (document 1, Conventions 3). Data files of before have the project alone. */
type InternalId = {
  readonly id: number;
  readonly kind: string;
  readonly last: number;
  readonly home?: Home;
  readonly project_id?: number;
};

const homeOf = ({ home, project_id }: InternalId): Home => home ?? { kind: "project", id: project_id ?? 0 };

const keyOf = ({ kind, id }: Home): string => `${kind}:${id}`;

const internalIdTable = defineTable<InternalId, "counter" | "home">("internal_ids", {
  counter: (row) => `${row.kind} ${keyOf(homeOf(row))}`,
  home: (row) => keyOf(homeOf(row)),
});

/**
 * The next number of a kind of things inside a project or group. A number that was given is not given again, also when what had it is gone.
 * @param within the project's id, or where the things are
 * @param highest the highest number so far, asked only when none was given here yet
 */
export function nextInternalId(store: Store, kind: string, within: number | Home, highest: () => number): number {
  const home: Home = typeof within === "number" ? { kind: "project", id: within } : within;
  const table = store.of(internalIdTable);
  const known = table.first("counter", `${kind} ${keyOf(home)}`);
  const last = (known?.last ?? highest()) + 1;
  if (known === undefined) table.insert({ kind, home, last });
  else table.update(known.id, { last });
  return last;
}
