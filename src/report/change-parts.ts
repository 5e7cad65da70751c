import { defined } from "../core/collections.js";
import { fieldOf, switchOf } from "../core/fields.js";
import { fieldsOf, type Kinds } from "../core/kind.js";
import type { AttributeChange, Change, VariableUse } from "../core/plan.js";
import { clean } from "./text.js";

/**
 * One thing that a change says: an attribute that it changes, one that it keeps, a flag that it switches off for its calls and on again after them (archived), or an attribute that it
 * sends without being able to compare it. `after` is the new value, the one that is kept, or the one that is sent.
 */
export interface ChangePart extends AttributeChange {
  readonly role: "changed" | "kept" | "reopened" | "sent";
  /** Why it cannot be compared. */
  readonly reason?: string;
}

/** All that a change says of attributes, in the order in which people read it. Without `kinds`, a flag that is switched off for the calls counts as kept. */
export function changeParts(
  change: Pick<Change, "kind" | "attributes" | "kept" | "unverifiable" | "sends">,
  kinds: Kinds = new Map(),
): readonly ChangePart[] {
  const kind = kinds.get(change.kind);
  const fields = kind && fieldsOf(kind);
  const isSwitch = (path: string) => switchOf(fieldOf(fields, path)) !== undefined;
  const stayOn = Object.entries(change.sends ?? {}).flatMap(([path, value]) => (value === true && isSwitch(path) ? [path] : []));
  const reasons = new Map(change.unverifiable.map(({ path, reason }) => [path, reason]));
  const changed = new Set(change.attributes.map(({ path }) => path));
  return [
    ...change.attributes.map((attribute): ChangePart => ({
      role: "changed",
      ...attribute,
      ...defined({ reason: reasons.get(attribute.path) }),
    })),
    ...change.kept.map(({ path, value }): ChangePart => ({
      role: isSwitch(path) ? "reopened" : "kept",
      path,
      ...defined({ after: value }),
    })),
    ...stayOn.filter((path) => !changed.has(path)).map((path): ChangePart => ({ role: "reopened", path, after: true })),
    ...change.unverifiable
      .filter(({ path }) => !changed.has(path))
      .map((hidden): ChangePart => ({ role: "sent", ...hidden, ...defined({ after: change.sends?.[hidden.path] }) })),
  ];
}

/**
 * Where something is asked for, as people read it, cleaned: the place alone, or behind the layer that won, and the variables in the value. Undefined for what nobody
 * asks for.
 */
export function placeText({
  source,
  layer,
  variables,
  origin,
}: Pick<ChangePart, "source" | "layer" | "variables" | "origin">): string | undefined {
  const place = source === undefined ? [] : [clean(source)];
  const parts = [
    ...(layer === undefined ? place : [`(${[clean(layer), ...place].join(", ")})`]),
    variablesText(variables),
    origin === undefined ? "" : "off before this request",
  ];
  const text = parts.filter((part) => part !== "").join(" ");
  return text === "" ? undefined : text;
}

/** Where a change as a whole is asked for: the place alone, or behind the policy that says that the resource is absent. */
export function changePlace({ source, layer }: Pick<Change, "source" | "layer">): string | undefined {
  return placeText(defined({ source, layer }));
}

/** The variables that a value was made of, in brackets, for example `(${var:team_mail} from --var)`; empty for none. */
export function variablesText(uses: readonly VariableUse[] = []): string {
  if (uses.length === 0) return "";
  return `(${uses.map(({ name, from }) => `\${var:${clean(name)}} from ${clean(from)}`).join(", ")})`;
}
