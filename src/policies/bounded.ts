import { append } from "../core/append.js";
import type { Origin } from "../core/errors.js";
import type { Spec } from "../core/json.js";
import { type PlacedKind, fieldsOf } from "../core/kind.js";
import type { Said } from "../core/layer.js";
import type { Desired, Live } from "../core/plan.js";
import { fieldAt, valueAtSteps, withValueAt } from "../core/steps.js";
import { nearestWithin, strictest } from "./bounds.js";

/** A desired thing beside what is live of it. */
interface Bounded {
  readonly desired: Desired;
  readonly kind: PlacedKind;
  readonly live: Live | undefined;
}

/**
 * What is desired of a thing whose attributes are bounded: what nothing gives a value, and is live outside of its bounds, is to become the nearest that they allow; what
 * is within them is left alone. Values that are given stay as they are: whether they are within bounds is known from the files alone.
 */
export function withBoundsMet<Seen extends Bounded>(observed: Seen): Seen {
  const { desired, kind, live } = observed;
  const { bounds = [] } = desired;
  if (bounds.length === 0) return observed;
  const fields = fieldsOf(kind, { key: desired.key });
  const byPath = new Map<string, Said[]>();
  for (const one of bounds) append(byPath, JSON.stringify(one.path), one);
  let spec: Spec = desired.spec;
  const origins: Record<string, Origin> = { ...desired.origins };
  const layers: Record<string, string> = { ...desired.layers };
  for (const [first, ...others] of byPath.values()) {
    if (!first || valueAtSteps(spec, first.path) !== undefined) continue;
    const field = fieldAt(fields, first.path);
    const found = strictest(field, [first, ...others]);
    if (!found || !("bound" in found)) continue;
    const shown = live && valueAtSteps(live.spec, first.path);
    const nearest = nearestWithin(field, live ? shown : field?.ofNew, found.bound);
    if (!nearest) continue;
    spec = withValueAt(spec, first.path, nearest.value);
    for (const { origin, layer = "" } of nearest.because) {
      origins[first.path.join(".")] = origin;
      if (layer !== "") layers[first.path.join(".")] = layer;
    }
  }
  return { ...observed, desired: { ...desired, spec, origins, ...(Object.keys(layers).length > 0 ? { layers } : {}) } };
}
