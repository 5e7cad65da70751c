import { fold, pathsAbove } from "../../core/address.js";
import type { Field } from "../../core/fields.js";
import type { Spec, Value } from "../../core/json.js";
import { type NamedReference, referencesIn } from "../../core/named.js";
import { wayOf } from "../../core/weakening.js";
import { encodeEntry, same, wireName } from "../forms/index.js";
import { type CallFacts, ownParams } from "./call-facts.js";
import type { ChangeContent } from "./change-content.js";
import type { ChangeDraft, DraftCall } from "./draft.js";
import { newEntries } from "./entry-calls.js";
import { joiningKey, type ResolvedNames } from "./names.js";
import { isReplaced } from "./preserved.js";

/** Tells whether somebody whom a draft names gets in by the same plan: as a member, or by a link with a group. */
export function joiningBy(
  drafts: Iterable<ChangeDraft>,
  joining: ResolvedNames["joining"],
): (draft: ChangeDraft, named: NamedReference) => boolean {
  const linked = new Set<string>();
  const linkKey = (path: string, { name, field }: NamedReference) => JSON.stringify([fold(path), field.target, fold(name)]);
  for (const draft of drafts) for (const named of newLinks(draft)) linked.add(linkKey(draft.path ?? "", named));
  return (draft, named) => {
    const { path = "" } = draft;
    const isLinked = [path, ...pathsAbove(path)].some((at) => linked.has(linkKey(at, named)));
    return isLinked || joining.has(joiningKey(draft, named.name));
  };
}

function newLinks({ fields, write, live }: ChangeDraft): NamedReference[] {
  return Object.entries(write).flatMap(([name, value]) => {
    const field = fields[name];
    return field?.links ? referencesIn(field, newEntries(fields, name, value, live?.spec[name]), name) : [];
  });
}

/** A change without what names whom the same plan lets in, and the call that adds that once they are in. */
interface Parted {
  readonly asked: ChangeContent;
  readonly joining: readonly DraftCall[];
}

/**
 * Parts a change that protects and names whom the same plan lets in: else these would have to get in first, with nothing that keeps them from more. Whole where no other entry is left, since nothing
 * is made that nobody declares, where the server can only make the thing anew, and where they are named in something else, too.
 */
export function partedByJoining(asked: ChangeContent, facts: CallFacts): Parted {
  const whole = { asked, joining: [] };
  const { joins } = facts;
  if (joins === undefined || asked.kind.routes.update === undefined || isReplaced(asked, facts.version)) return whole;
  const write: Record<string, Value | undefined> = { ...asked.write };
  const added: Record<string, Value> = {};
  for (const [name, value] of Object.entries(asked.write)) {
    const field = asked.fields[name];
    if (!field || value === undefined) continue;
    const late = entriesOf(field, value).filter(
      (entry) => isNew(asked, facts, name, entry) && namesOne(field, name, entry, joins),
    );
    if (late.length === 0) continue;
    const kept = entriesOf(field, value).filter((entry) => !late.includes(entry));
    const letsIn = field.entryIds === true && wayOf(asked.kind.weakens, name) === "more";
    if (!letsIn || kept.length === 0) return whole;
    write[name] = asked.action !== "create" && same(asked.fields, name, kept, facts.live?.spec[name] ?? null) ? undefined : kept;
    added[wireName(name, field, facts.dialect)] = late.map((entry) => encodeEntry(field, entry, facts.dialect, facts.resolve));
  }
  if (Object.keys(added).length === 0) return whole;
  const call = { route: asked.kind.routes.update, params: ownParams(asked, facts), body: added, phase: "main" } as const;
  return { asked: { ...asked, write: said(write) }, joining: [{ ...call, direction: "loosens", joining: true }] };
}

function isNew({ fields, action }: ChangeContent, { live }: CallFacts, name: string, entry: Value): boolean {
  return action === "create" || newEntries(fields, name, [entry], live?.spec[name]).length > 0;
}

function namesOne(field: Field, name: string, entry: Value, joins: (named: NamedReference) => boolean): boolean {
  return referencesIn(field, field.item || field.fields ? [entry] : entry, name).some(joins);
}

/** The entries of a list; of anything else the one value. */
function entriesOf(field: Field, value: Value): readonly Value[] {
  return Array.isArray(value) && (field.item || field.fields) ? (value as readonly Value[]) : [value];
}

function said(write: Readonly<Record<string, Value | undefined>>): Spec {
  return Object.fromEntries(Object.entries(write).filter(([, value]) => value !== undefined));
}
