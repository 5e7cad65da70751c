import { fold } from "../../core/address.js";
import { whyInapplicable } from "../../core/field-rules.js";
import type { Field } from "../../core/fields.js";
import type { Value } from "../../core/json.js";
import { fieldsOf, type PlacedKind } from "../../core/kind.js";
import { isUnsure } from "../../core/kinds-on.js";
import type { Desired, Live } from "../../core/plan.js";
import { type Basis, each, type Facts, ifReadable, type Observed } from "../snapshot/index.js";
import { holdsSecret } from "./compare.js";
import { type AskBeside, desiredNames, shownAs } from "./shown.js";

/** The access level of owners, who see all that is no secret. */
const owner = 50;

/** True of what a read may leave out although the platform knows it: secrets, and what depends on a role, a licence or the state of the thing. */
export function mayBeHidden(field: Field | undefined, value: Value): boolean {
  const { unreadable, secret, shown, tier, plain } = field ?? {};
  const isHidden = unreadable === true || shown === "sometimes";
  // Of what facts alone know they also tell whether it is shown, and the tier is held against the server's.
  if (plain) return isHidden;
  return isHidden || secret !== undefined || tier !== undefined || holdsSecret(value);
}

/** Declared attributes that what was read does not show, and would if this server knew them. */
export function unshown(kind: PlacedKind, desired: Desired, live: Live): string[] {
  const fields = fieldsOf(kind, { key: desired.key });
  return Object.entries(desired.spec).flatMap(([name, value]) => {
    const field = fields[name];
    if (value === undefined || field?.on === "create" || mayBeHidden(field, value)) return [];
    if (whyInapplicable(field?.inapplicable, live.marks, desired.spec) !== undefined) return [];
    return (field ? live.spec[name] : live.marks[name]) === undefined ? [name] : [];
  });
}

/** A thing that is read singly, or by a list whose items are as long: what its reply lacks this server does not know. */
export function withUnknown(one: Observed, basis: Basis): Observed {
  if (!isCompared(one)) return one;
  return withLacking(one, one.live, unshown(one.kind, one.desired, one.live), basis);
}

/**
 * What a reply surely lacks: of what facts of releases alone know, and of what this release may know, it has no value yet (servers may leave such keys out); anything else this
 * server does not know.
 */
function withLacking(one: Observed, live: Live | undefined, names: readonly string[], { capabilities }: Basis): Observed {
  const fields = fieldsOf(one.kind, { key: one.desired.key });
  const isOfFacts = (name: string) => {
    const field = fields[name];
    return field !== undefined && (field.dialect === "vendor" || isUnsure(capabilities.version, field));
  };
  const empty = names.filter(isOfFacts);
  const unknown = names.filter((name) => !isOfFacts(name));
  const valueless = Object.fromEntries(empty.map((name) => [name, null]));
  const found = live && empty.length > 0 ? { ...live, spec: { ...live.spec, ...valueless } } : live;
  return { ...one, ...(found ? { live: found } : {}), ...(unknown.length === 0 ? {} : { unknown }) };
}

/** What else is asked about groups and projects whose replies lack something. */
interface Doubts {
  readonly basis: Basis;
  readonly facts: Facts;
  readonly askBeside: AskBeside;
}

/**
 * Groups and projects may come from lists, which may show less than a single read does. What their replies lack is looked for in the single read of one thing, and of all
 * that lack it only where that one shows it. If it does not, and whoever asks is an administrator or the thing's owner, then this server does not know it.
 */
export function withDoubtsSettled(trees: readonly Observed[], doubts: Doubts): Observed[] {
  const lacking = trees.map((one) => (isCompared(one) ? unshown(one.kind, one.desired, one.live) : []));
  if (lacking.every((names) => names.length === 0)) return [...trees];
  const samples = new Map<string, Observed>();
  trees.forEach((one, index) => {
    for (const name of lacking[index] ?? []) if (!samples.has(keyOf(one, name))) samples.set(keyOf(one, name), one);
  });
  const found = new Map(each(new Set(samples.values()), (one) => [one, lookedAt(one, doubts)] as const));
  const shown = new Set([...samples].filter(([key, one]) => !found.get(one)?.lacks(key)).map(([key]) => key));
  const unknown = new Set([...samples].filter(([key, one]) => !shown.has(key) && found.get(one)?.isProof).map(([key]) => key));
  return each(
    trees.map((one, index) => ({ one, names: lacking[index] ?? [] })),
    ({ one, names }): Observed => {
      const isListed = names.some((name) => shown.has(keyOf(one, name)));
      const live = isListed ? lookedAt(one, doubts).live : one.live;
      const lacks = names.filter((name) => unknown.has(keyOf(one, name)));
      return withLacking(one, live, lacks, doubts.basis);
    },
  );
}

function isCompared(one: Observed): one is Observed & { readonly live: Live } {
  return one.live !== undefined && one.desired.ensure === "present" && !one.conflict && !one.live.scheduledForDeletion;
}

function keyOf({ kind }: Observed, name: string): string {
  return `${kind.name} ${name}`;
}

/** A thing by its single read, and whether what that lacks is unknown to this server. */
function lookedAt(one: Observed, { basis, facts, askBeside }: Doubts) {
  const { kind, desired, livePath = "", live } = one;
  const attributes = desiredNames(kind, [desired]);
  const single = facts({ read: "tree", kind: kind.name, path: livePath, attributes, long: true });
  // What a list shows and a single read does not find is as the list says, and proves nothing.
  if (!single) return { live, lacks: () => true, isProof: false };
  const { username, administrator } = basis.capabilities.user;
  const among = [{ kind: kind.name, at: [Number(live?.id)] }];
  const lacks = new Set(unshown(kind, desired, single).map((name) => keyOf(one, name)));
  const isOwner = () => ifReadable(() => facts({ read: "membership", username: fold(username), minimum: owner, among })) ?? false;
  return {
    live: shownAs(desired, kind, single, facts, askBeside),
    lacks: (key: string) => lacks.has(key),
    isProof: administrator || (lacks.size > 0 && isOwner()),
  };
}
