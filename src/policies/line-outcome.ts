import { type Origin, formatOrigin } from "../core/errors.js";
import { fieldsOf } from "../core/kind.js";
import type { Statement } from "../core/layer.js";
import type { Desired } from "../core/plan.js";
import { fieldAt } from "../core/steps.js";
import { isBound, strictest } from "./bounds.js";
import type { ExplainedSubject } from "./holding.js";

/** A line with the layer that says it, in the words of `Desired.layers`; `because` where it does not count whatever the others say. */
export interface SpokenLine {
  readonly statement: Statement;
  readonly layer: string;
  readonly because?: string | undefined;
}

/** What becomes of a line: it gives the value or part of it, bounds it, or does not count; or files alone do not tell. */
export interface LineOutcome {
  readonly outcome: "wins" | "bounds" | "loses" | "decided by what is live";
  /** Why, where it does not win. */
  readonly because?: string;
}

/** Says of lines that count what they come to beside each other. */
export function judgeOf(
  composed: Desired | undefined,
  attribute: string,
  { kind, key }: ExplainedSubject,
  spoken: readonly SpokenLine[],
) {
  const near = Object.entries(composed?.origins ?? {}).filter(
    ([path]) => path === attribute || touches(path.split("."), attribute.split(".")),
  );
  const used = new Set(near.map(([, origin]) => formatOrigin(origin)));
  const winner = (path: string) => {
    const origin = composed?.origins[path] ?? composed?.origins[attribute];
    const layer = composed?.layers?.[path] ?? composed?.layers?.[attribute] ?? "";
    return origin ? `overridden by ${layer === "" ? "its own body" : layer} at ${formatOrigin(origin)}` : "overridden";
  };
  return (statement: Statement, layer: string): LineOutcome => {
    const { path, word, origins, origin } = statement;
    if (isBound({ word })) {
      const others = spoken.filter((one) => one.because === undefined && one.statement.path.join(".") === path.join("."));
      const because = strictestBecause(fieldAt(fieldsOf(kind, { key }), path), statement, others);
      return { outcome: "bounds", because };
    }
    const places: readonly Origin[] = [origin, ...Object.values(origins)];
    if (places.some((place) => used.has(formatOrigin(place)))) return { outcome: "wins" };
    if (word !== "is" && composed?.bounds?.some((one) => one.layer === layer && one.path.join(".") === path.join(".")))
      return { outcome: "bounds", because: "holds for what is live, as nothing gives the list whole" };
    return { outcome: "loses", because: winner(path.join(".")) };
  };
}

function strictestBecause(field: ReturnType<typeof fieldAt>, statement: Statement, others: readonly SpokenLine[]): string {
  const said = others.map(({ statement: one, layer }) => ({ ...one, layer }));
  const found = strictest(field, said);
  if (!found || !("bound" in found)) return "contradicts another bound";
  const { bound } = found;
  const limits = [bound.at_least, bound.at_most, ...(bound.one_of ?? []), ...bound.includes, ...bound.excludes];
  const place = formatOrigin(statement.origin);
  if (limits.some((one) => one && formatOrigin(one.statement.origin) === place)) return "the strictest";
  const limit = limits.find((one) => one?.statement.word === statement.word);
  return limit ? `holds, and what is said at ${formatOrigin(limit.origin)} is stricter` : "holds";
}

/** True if one of two places lies in the other. */
export function touches(path: readonly string[], at: readonly string[]): boolean {
  return path.slice(0, at.length).every((step, index) => step === at[index]);
}
