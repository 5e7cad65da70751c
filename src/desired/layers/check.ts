import type { FileDiagnostic } from "../../core/errors.js";
import type { Kinds } from "../../core/kind.js";
import { policyLabel, presetLabel } from "../../core/layers/held.js";
import type { Layers } from "../../core/layers/layer.js";
import type { Desired } from "../../core/plan.js";
import { circles } from "./check-circles.js";
import { exceptionDiagnostics } from "./check-exceptions.js";
import { declaredPaths, idleGlobs } from "./check-globs.js";
import { ignoredEnforced, policyContradictions } from "./check-policies.js";
import { Reach } from "./check-reach.js";
import { LayerCheck } from "./check-said.js";
import { thingContradictions } from "./check-things.js";
import { idleEnforce, leavable, setConditions } from "./check-where.js";

/**
 * All that can be said of layers from the files alone (docs/policies.md), whatever is live: so nobody without write access to the files turns valid files into an error.
 * Takes what the files say of layers, and what they declare.
 */
export function layerDiagnostics(layers: Layers, resources: readonly Desired[], kinds: Kinds): FileDiagnostic[] {
  const check = new LayerCheck(layers, kinds);
  const reach = new Reach(check);
  const things = reach.things(resources);
  const declared = declaredPaths(things);
  return [
    ...circles(
      check.policies.map(({ name, over }) => ({ name, names: over })),
      { rule: "policy.over-cycle", address: policyLabel, attribute: "over", message: "policies are over each other in a circle" },
    ),
    ...circles(
      layers.presets.map((preset) => ({ name: preset.name, names: preset.extends })),
      { rule: "preset.cycle", address: presetLabel, attribute: "extends", message: "presets extend each other in a circle" },
    ),
    ...policyContradictions(check),
    ...ignoredEnforced(check),
    ...setConditions(check),
    ...leavable(check),
    ...idleEnforce(check),
    ...idleGlobs(check, declared),
    ...exceptionDiagnostics(check, declared),
    ...thingContradictions(check, reach, things),
  ];
}
