import type { FileDiagnostic } from "../core/errors.js";
import type { Kinds } from "../core/kind.js";
import type { Layers } from "../core/layer.js";
import type { Desired } from "../core/plan.js";
import { circles } from "./check-circles.js";
import { composedDiagnostics } from "./check-composed.js";
import { exceptionDiagnostics } from "./check-exceptions.js";
import { declaredPaths, unmatchedGlobs } from "./check-globs.js";
import { ignoredEnforced, policyContradictions } from "./check-policies.js";
import { PolicyReach } from "./check-reach.js";
import { LayerCheck } from "./check-said.js";
import { thingContradictions } from "./check-things.js";
import { idleEnforce, leavable, setConditions } from "./check-where.js";
import { policyLabel, presetLabel } from "./held.js";

/** What the files declare, as far as layers are held against it. */
export interface DeclaredThings {
  readonly kinds: Kinds;
  /** `wrong` are attributes that the schema refused. */
  readonly entries: readonly { readonly desired: Desired; readonly wrong: ReadonlySet<string> }[];
  /** The nearest that holds one of them; undefined where nothing declared does. */
  readonly holderOf: (desired: Desired) => Desired | undefined;
}

/**
 * All that can be said of layers from the files alone (docs/policies.md), whatever is live: so nobody without write access to the files turns valid files into an error.
 * Takes what the files say of layers, what they declare, and what is known to be wrong with them: of layers that were not read whole nobody can say what has no effect, or what is
 * lacking.
 */
export function layerDiagnostics(
  layers: Layers,
  world: DeclaredThings,
  before: readonly FileDiagnostic[] = [],
): FileDiagnostic[] {
  const { kinds, entries } = world;
  const check = new LayerCheck(layers, kinds);
  const reach = new PolicyReach(
    check,
    entries.map(({ desired }) => desired),
  );
  const things = reach.things();
  const declared = declaredPaths(things);
  const errors = before.filter(({ severity }) => severity === "error");
  const addresses = new Set(entries.map(({ desired }) => desired.address));
  const isReadWhole = errors.every(({ address }) => address !== undefined && addresses.has(address));
  const contradictions = [
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
    ...unmatchedGlobs(check, declared),
    ...exceptionDiagnostics(check, declared),
    ...thingContradictions(check, reach, things),
  ];
  const composed = !isReadWhole
    ? []
    : composedDiagnostics(check, reach, things, {
        wrong: new Map(entries.map(({ desired, wrong }) => [desired.address, wrong])),
        holder: ({ desired }) => world.holderOf(desired)?.spec,
      });
  return [...contradictions.filter(({ severity }) => errors.length === 0 || severity === "error"), ...composed];
}
