import { firstSegment, fold } from "../core/address.js";
import { placeOfNamed, referencesOf, usedFields } from "../core/body-fields.js";
import { defined } from "../core/collections.js";
import { fault, type FileDiagnostic, formatOrigin } from "../core/errors.js";
import type { Field } from "../core/fields.js";
import { kindDiagnostics, notAtTop, twinOf } from "../core/kind-check.js";
import { canHangOn, fieldsOf } from "../core/kind.js";
import type { Desired } from "../core/plan.js";
import { boundedAttribute, isMore, valueOf } from "../core/strictness.js";
import { whyUnreadable } from "../core/text-reading.js";
import { dayOf, readInstant } from "../core/time.js";
import { attributeOrigin, bodyIdentity, type DeclaredEntries, type DeclaredEntry } from "./body.js";
import { moveDiagnostics } from "./moves.js";

/** Everything about several objects at once (design, section 3), and about each by itself. */
export function ruleDiagnostics(world: DeclaredEntries, rules: typeof ownDiagnostics): FileDiagnostic[] {
  return [
    ...sharedPaths(world),
    ...moveDiagnostics(world),
    ...world.entries
      .filter(({ desired }) => desired.ensure !== "absent")
      .flatMap((entry) => [absentHolder, tooVisible, absentReferences, rules].flatMap((find) => find(world, entry))),
    ...loneSiblings(world),
  ];
}

/** Groups and projects share one space of paths. */
function sharedPaths({ entries }: DeclaredEntries): FileDiagnostic[] {
  const first = new Map<string, DeclaredEntry>();
  return entries.flatMap((entry) => {
    const { kind, path, address, origin } = entry.body;
    if (kind.as !== "tree" || path === undefined || entry.desired.ensure === "absent") return [];
    const other = first.get(fold(path));
    if (!other) {
      first.set(fold(path), entry);
      return [];
    }
    const message = `${other.body.address} at ${formatOrigin(other.body.origin)} has the same path`;
    return [fault("path.taken", origin, message, { address, related: [other.body.origin] })];
  });
}

function absentHolder(world: DeclaredEntries, entry: DeclaredEntry): FileDiagnostic[] {
  const holder = world.holders(entry).find((above) => above.desired.ensure === "absent");
  if (!holder) return [];
  const message = `it is declared, but ${holder.body.address}, which holds it, is absent`;
  return [fault("parent.absent", entry.body.origin, message, { address: entry.body.address, related: [holder.body.origin] })];
}

function tooVisible(world: DeclaredEntries, entry: DeclaredEntry): FileDiagnostic[] {
  const { name, field, value: bound } = boundedBy(entry) ?? {};
  if (name === undefined) return [];
  const holder = world.holders(entry).find((candidate) => boundedBy(candidate) !== undefined);
  const above = holder && boundedBy(holder);
  if (!above || !isMore(field, bound, above.value)) return [];
  const message = `${bound} is more visible than ${holder.body.address}, which is ${above.value}`;
  const place = attributeOrigin(holder.desired, above.name);
  const details = { address: entry.body.address, attribute: name, allowed: `at most ${above.value}`, related: [place] };
  return [fault("visibility.parent", attributeOrigin(entry.desired, name), message, details)];
}

/** What a body says of the attribute that a holder bounds; undefined where that says nothing of use. */
function boundedBy({ desired, body }: DeclaredEntry): { name: string; field: Field; value: string | number } | undefined {
  const fields = fieldsOf(body.kind, { key: body.key });
  const name = body.kind.tree && boundedAttribute(fields);
  const field = name === undefined ? undefined : fields[name];
  const value = valueOf(field, desired.spec[name ?? ""]);
  return name === undefined || field === undefined || value === undefined ? undefined : { name, field, value };
}

/** Naming what the same files delete cannot work. */
function absentReferences(world: DeclaredEntries, entry: DeclaredEntry): FileDiagnostic[] {
  const { desired, body } = entry;
  return referencesOf(fieldsOf(body.kind, { key: body.key }), desired.spec).flatMap(({ field, name, path: attribute }) => {
    const kind = field.target === undefined ? undefined : world.kinds.get(field.target);
    const named = kind && world.at(placeOfNamed(kind, name, body));
    if (named?.desired.ensure !== "absent") return [];
    const message = `${named.body.address} is declared absent at ${formatOrigin(named.body.origin)}`;
    const details = { address: body.address, attribute, related: [named.body.origin] };
    return [fault("reference.absent", attributeOrigin(desired, attribute), message, details)];
  });
}

/** Where it cannot be, and what the kind itself finds. Only asked where every attribute has a valid value. */
export function ownDiagnostics(world: DeclaredEntries, entry: DeclaredEntry): FileDiagnostic[] {
  const { body, desired, wrong } = entry;
  const wrongPlace = misplaced(world, entry);
  if (wrongPlace.length > 0) return wrongPlace;
  return kindDiagnostics(body.kind, desired.spec, wrong, world.holders(entry)[0]?.desired.spec).map(
    ({ attribute = "", message, allowed, rule }) => {
      // The other name of the same value.
      const twin = rule === "twin" ? twinOf(fieldsOf(body.kind, { key: body.key }), attribute) : undefined;
      const related = rule !== "twin" ? undefined : twin === undefined ? [] : [attributeOrigin(desired, twin)];
      const details = defined({ address: body.address, attribute: attribute || undefined, allowed, related });
      return fault(rule, attributeOrigin(desired, attribute), message, details);
    },
  );
}

/** Where something cannot be, whatever it says. */
export function misplaced(_world: DeclaredEntries, { body }: DeclaredEntry): FileDiagnostic[] {
  const { kind, path = "", address, origin } = body;
  if (canHangOn(kind, path)) return [];
  const allowed = `${kind.parent}: ${firstSegment(path)}, for everything in it`;
  return [fault("parent.top", origin, notAtTop(kind), { address, allowed })];
}

/** Siblings of which only one may be of a certain sort, such as the rule for any approver. */
function loneSiblings({ entries }: DeclaredEntries): FileDiagnostic[] {
  const first = new Map<string, DeclaredEntry>();
  return entries.flatMap((entry) => {
    const { body, desired } = entry;
    const sort = body.kind.key?.with;
    if (!sort?.alone || desired.ensure === "absent" || desired.spec[sort.field] !== sort.alone) return [];
    const group = bodyIdentity(body.kind, body.path, undefined);
    const other = first.get(group);
    if (!other) {
      first.set(group, entry);
      return [];
    }
    const message = `${other.body.address} at ${formatOrigin(other.body.origin)} is already the one with ${sort.field} ${sort.alone}`;
    const details = { address: body.address, attribute: sort.field, related: [other.body.origin] };
    return [fault("duplicate.alone", attributeOrigin(desired, sort.field), message, details)];
  });
}

/** Values that the platform would refuse: texts that it cannot read, and days that have passed where it takes only those that are still to come. */
export function saidValues({ body, desired, wrong }: DeclaredEntry, now: Date): FileDiagnostic[] {
  if (desired.ensure === "absent") return [];
  const today = dayOf(now);
  return usedFields(fieldsOf(body.kind, { key: body.key }), desired.spec).flatMap(({ field, path, value }) => {
    if (typeof value !== "string" || wrong.has(path)) return [];
    const origin = attributeOrigin(desired, path);
    const place = { address: body.address, attribute: path };
    if (field.past === "refused" && value < today) {
      const allowed = `${today} or later, or null for no end`;
      return [fault("date.past", origin, `${path} is ${value}, which has passed`, { ...place, allowed })];
    }
    const unreadable = whyUnreadable(field.format, value);
    if (unreadable === undefined) return [];
    const { message, allowed } = unreadable;
    return [fault("text.unreadable", origin, `${path} cannot be read: ${message}`, { ...place, allowed })];
  });
}

/** What is desired, marked where by what it says itself it is done already. */
export function doneWhere({ body, desired }: DeclaredEntry, now: Date): Desired {
  const fields = fieldsOf(body.kind, { key: body.key });
  const isDone = Object.entries(desired.spec).some(([name, value]) => {
    const end = fields[name]?.past === "done" && typeof value === "string" ? readInstant(value) : undefined;
    return end !== undefined && end.getTime() <= now.getTime();
  });
  return isDone ? { ...desired, done: true } : desired;
}
