import { fold, lastSegment, parentPath } from "../../core/address.js";
import type { Spec } from "../../core/json.js";
import { type CallFacts, ownParams } from "./call-facts.js";
import type { ChangeContent } from "./change-content.js";
import type { DraftCall } from "./draft.js";

/** Of what does not move. */
export const noMove: MoveCalls = { calls: [], body: {} };

/** What a move takes: calls of its own, what its update says beside the attributes, and the attribute that is written already by then. */
export interface MoveCalls {
  readonly calls: readonly DraftCall[];
  readonly body: Spec;
  readonly written?: string;
}

/**
 * Transfer first, then the new last segment goes along with the update; the other way round where the old path or name is taken in the new place.
 * @param update makes the update call of the change with a body
 */
export function moveCalls(asked: ChangeContent, facts: CallFacts, update: (body: Spec) => DraftCall): MoveCalls {
  const { kind, path = "" } = asked;
  const { start = "" } = facts;
  const [to, from] = [parentPath(path), parentPath(start)];
  const { transfer } = kind.tree ?? {};
  const holder = to === undefined ? undefined : (facts.place.parentId ?? undefined);
  const calls: DraftCall[] =
    fold(to ?? "") !== fold(from ?? "") && transfer
      ? [
          {
            route: transfer.route,
            params: ownParams(asked, facts),
            body: holder === undefined ? {} : { [transfer.parameter]: holder },
            phase: "open",
          },
        ]
      : [];
  const isRespelled = kind.tree && lastSegment(path) !== lastSegment(start);
  const body: Spec = isRespelled ? { [kind.tree.pathParameter]: lastSegment(path) } : {};
  const { uniqueName = "" } = kind.tree ?? {};
  if (!facts.place.renamesFirst) return { calls, body };
  const name = asked.write[uniqueName];
  const renaming = {
    ...update({ ...body, ...(name === undefined ? {} : { [uniqueName]: name }) }),
    phase: "open",
  } as const;
  return { calls: [renaming, ...calls], body: {}, written: uniqueName };
}
