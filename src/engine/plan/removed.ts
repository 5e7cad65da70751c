import { addressKey, parentKey } from "../../core/address-key.js";
import { fold, formatAddress, isUnder } from "../../core/address.js";
import { type Kinds, isTopLevel, kindAt } from "../../core/kind.js";
import type { Desired, DesiredState } from "../../core/plan.js";
import { meansWhole } from "../../policies/index.js";
import { type Basis, type Facts, namesSaid } from "../snapshot/index.js";
import { type LayerQuestions, withLayers } from "./layered.js";
import { type Move, movesOf } from "./moves.js";

/**
 * What was desired before and no longer is, as what is to be absent: of what was declared, and of what policies gave. What was renamed or moved is not gone, what goes with
 * its parent is not deleted singly, and what only policies reach is not theirs to delete; nor is what the files by now say is not ours. Pure.
 */
export function removedSince(kinds: Kinds, before: readonly Desired[], now: readonly Desired[]): Desired[] {
  const moves = movesOf(now);
  // What only a policy reaches by now is declared no more.
  const declared = now.filter((one) => !one.reached || !kindAt(kinds, one).tree);
  const known = new Set(declared.map((one) => addressKey(one, kinds)));
  const formerKeys = new Set(
    now.flatMap((one) => (one.formerKey === undefined ? [] : [addressKey({ ...one, key: one.formerKey }, kinds)])),
  );
  const heads = new Map(now.filter((one) => isTopLevel(kindAt(kinds, one))).map((one) => [addressKey(one, kinds), one]));
  const gone = before.flatMap((one): Desired[] => {
    const kind = kindAt(kinds, one);
    if (one.ensure === "absent" || (kind.tree && one.reached) || kind.routes.delete === undefined) return [];
    const at = moved(one, kinds, moves);
    const key = addressKey(at, kinds);
    if (known.has(key) || formerKeys.has(key)) return [];
    if (isTopLevel(kind) && !kind.tree && namesSaid(kinds, now, kind).has(fold(at.path ?? ""))) return [];
    const on = heads.get(parentKey(kind, at.path, kinds) ?? "");
    const child = { kind: kind.name, ...(at.key === undefined ? {} : { key: at.key }) };
    if (on?.ensure === "absent" || on?.ignored?.some((pattern) => meansWhole(pattern, child))) return [];
    return [at];
  });
  const goneKeys = new Set(gone.map((one) => addressKey(one, kinds)));
  return gone.filter((one) => !goneKeys.has(parentKey(kindAt(kinds, one), one.path, kinds) ?? ""));
}

/** With what the files said before and no longer say, as absent. Their places begin with the revision, as Git writes it. */
export function withRemoved(
  basis: Basis,
  state: DesiredState,
  before: { readonly revision: string; readonly state: DesiredState } | undefined,
  questions: LayerQuestions,
  facts: Facts,
): DesiredState {
  if (!before) return state;
  const earlier = withLayers(basis, before.state, questions, facts).state;
  const removed = removedSince(basis.kinds, earlier.resources, state.resources).map((one) => ({
    ...one,
    origin: { ...one.origin, file: `${before.revision}:${one.origin.file}` },
  }));
  return { ...state, resources: [...withoutRemoved(basis.kinds, state.resources, removed), ...removed] };
}

/** What is desired beside what was removed: policies hold for nothing that goes. */
export function withoutRemoved(kinds: Kinds, now: readonly Desired[], removed: readonly Desired[]): Desired[] {
  const gone = new Set(removed.map((one) => addressKey(one, kinds)));
  return now.filter(
    (one) =>
      !one.reached ||
      ![addressKey(one, kinds), parentKey(kindAt(kinds, one), one.path, kinds) ?? ""].some((key) => gone.has(key)),
  );
}

/** A thing of before under the path that it has by now, asked to be absent. */
function moved(one: Desired, kinds: Kinds, moves: readonly Move[]): Desired {
  const { kind, parent, path, key, origin } = one;
  const holder = parent ?? kindAt(kinds, one).parent;
  const own = moves.find(
    (move) => path !== undefined && move.kind === (kindAt(kinds, one).tree ? kind : holder) && fold(move.from) === fold(path),
  );
  const above = moves.find((move) => path !== undefined && isUnder(path, move.from));
  const at = own ? own.to : above && path !== undefined ? above.to + path.slice(above.from.length) : path;
  const address = {
    kind,
    ...(parent === undefined ? {} : { parent }),
    ...(at === undefined ? {} : { path: at }),
    ...(key === undefined ? {} : { key }),
  };
  return { ...address, address: formatAddress(address), ensure: "absent", spec: identityOf(one, kinds), origins: {}, origin };
}

/** What tells it from its siblings beside its key, such as the type of a rule. */
function identityOf(one: Desired, kinds: Kinds): Desired["spec"] {
  const field = kindAt(kinds, one).key?.with?.field;
  const value = field === undefined ? undefined : one.spec[field];
  return field === undefined || value === undefined ? {} : { [field]: value };
}
