import { type Acknowledged, acknowledgedRules } from "../core/acknowledgement.js";
import { type FileDiagnostic, fault, formatOrigin, warning } from "../core/errors.js";
import { isObject } from "../core/json.js";
import type { DesiredState } from "../core/plan.js";
import { pointerStep, pointerSteps } from "../core/steps.js";
import { dayOf, hasPassed } from "../core/time.js";
import type { Piece } from "./body.js";

/** So many days ahead the last day of an acknowledgement may be. */
const longest = 90;
const millisecondsOfDay = 86_400_000;

/** Reads what files acknowledge, on a day in UTC (`YYYY-MM-DD`). What is wrong with one is told, and it is left out; so is one that has ended. */
export function readAcknowledgements(
  pieces: readonly Piece[],
  today: string,
  diagnostics: FileDiagnostic[],
): Pick<DesiredState, "acknowledged"> {
  const acknowledged = pieces.flatMap((piece) => readOne(piece, today, diagnostics) ?? []);
  return acknowledged.length === 0 ? {} : { acknowledged };
}

function readOne(piece: Piece, today: string, diagnostics: FileDiagnostic[]): Acknowledged | undefined {
  const { source, pointer, value } = piece;
  const text = (key: string) => (isObject(value) && typeof value[key] === "string" ? value[key] : "");
  const tell = (make: typeof fault, rule: string, key: string, message: string, allowed: string): undefined => {
    const details = { attribute: [...pointerSteps(pointer), key].join("."), allowed };
    diagnostics.push(make(rule, source.valueOrigin(pointer + pointerStep(key)), message, details));
  };
  const rule = acknowledgedRules.find((known) => known === text("rule"));
  const [match, until] = [text("match"), text("until")];
  if (!rule || match === "" || text("reason") === "" || Number.isNaN(Date.parse(until))) return undefined;
  if (rule !== "many-updates" && !/^[a-z_]+:[^*:]/.test(match)) {
    const message = `${JSON.stringify(match)} names too much: an acknowledgement is about some addresses`;
    return tell(fault, "acknowledge.match", "match", message, "an address such as project:acme/web, or project:acme/web*");
  }
  const days = (Date.parse(until) - Date.parse(today)) / millisecondsOfDay;
  if (days > longest) {
    const message = `an acknowledgement holds for at most ${longest} days: until is ${days} days ahead`;
    const last = dayOf(new Date(Date.parse(today) + longest * millisecondsOfDay));
    return tell(fault, "acknowledge.until", "until", message, `${last} or an earlier day`);
  }
  if (hasPassed({ until }, today)) {
    const message = `it ended on ${until} and has no effect any more`;
    return tell(warning, "acknowledge.ended", "until", message, "take it away, or give it a later day");
  }
  return { rule, match, source: formatOrigin(source.valueOrigin(pointer)) };
}
