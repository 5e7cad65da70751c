import type { Layers } from "../../core/layer.js";
import type { Merged } from "../merge.js";
import { readExceptions } from "./exceptions.js";
import type { LayerContext } from "./layer-body.js";
import { readPolicies } from "./policies.js";
import { Presets, usesOf } from "./presets.js";
import { readThings, thingsByAddress } from "./things.js";
import type { SplitBody } from "./words.js";

/** True if files say anything for many things at once, or of what is said so. */
export function saysLayers({ policies, presets, exceptions }: Merged, split: readonly SplitBody[]): boolean {
  const isSaid = policies.size > 0 || presets.size > 0 || exceptions.length > 0;
  return isSaid || split.some(({ plain, facets }) => facets.length > 0 || plain.layering.size > 0);
}

/** All that files say for many things at once (docs/files.md); what is wrong is told of and left out. `now` is the instant at which they are read. */
export function readLayers(merged: Merged, split: readonly SplitBody[], now: Date, context: LayerContext): Layers {
  const policies = readPolicies(merged.policies, context);
  const presets = new Presets(merged.presets, context);
  const things = readThings(split, presets, context);
  const uses = usesOf(things.map(({ body, layers }) => ({ body, presets: layers.presets })));
  return {
    policies,
    presets: presets.read(uses),
    exceptions: readExceptions(merged.exceptions, merged.policies, policies, context),
    things: thingsByAddress(things),
    today: now.toISOString().slice(0, 10),
  };
}
