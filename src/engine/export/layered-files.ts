import { addressKey } from "../../core/address-key.js";
import { type PlacedKind, addressIn } from "../../core/kind.js";
import type { Layers } from "../../core/layer.js";
import type { Desired, DesiredState } from "../../core/plan.js";
import { rulesOf } from "../../policies/index.js";
import { type Found, type LiveInstance, decide, readerOf } from "../live/index.js";
import { type ResolveSecret, type ThingUnderPolicies, differsBy, underPolicies, withImplied } from "../plan/index.js";
import { each } from "../snapshot/index.js";
import type { Adoption } from "./adopt.js";
import { Declared, ignoring } from "./declared.js";
import { GivenValues } from "./given.js";

/** A declared state that has layers. */
export interface StateWithLayers extends DesiredState {
  readonly layers: Layers;
}

/** What files say with all their layers of what is live, each live group and project taken as declared. */
export class LayeredFiles {
  private readonly given: GivenValues;
  private readonly bodies: ReadonlySet<string>;
  /** What the files leave alone. */
  readonly ignores: ReturnType<typeof ignoring>;

  private constructor(
    private readonly instance: LiveInstance,
    state: StateWithLayers,
    things: readonly ThingUnderPolicies[],
    readonly desired: readonly Desired[],
  ) {
    const { kinds } = instance;
    this.given = new GivenValues(kinds, state.layers, things, desired);
    this.bodies = new Set(state.resources.map((resource) => addressKey(resource, kinds)));
    this.ignores = ignoring(desired, kinds);
  }

  /** Merges the layers by what is live. Reads only what rollouts of policies depend on. */
  static async of(
    instance: LiveInstance,
    state: StateWithLayers,
    live: readonly Found[],
    resolve: ResolveSecret,
  ): Promise<LayeredFiles> {
    const { kinds } = instance;
    const resources = [...state.resources, ...undeclaredHeads(instance, state, live)];
    const rules = rulesOf(kinds, resources, state.layers);
    const byKey = new Map(live.map((reply) => [addressKey(reply.live, kinds), reply.live]));
    const candidates = rules.things.flatMap(({ kind, desired, address, path }) =>
      kind.tree && desired.ensure === "present"
        ? [{ kind, desired, address, path, live: byKey.get(addressKey(desired, kinds)) }]
        : [],
    );
    const things = await decide(readerOf(instance), (facts) => {
      const context = { basis: instance, state, rules, differs: differsBy(instance, { resolve }, facts) };
      return each(candidates, (candidate) => underPolicies(context, candidate, facts));
    });
    const underAny = new Set(candidates.map(({ desired }) => desired));
    const others = rules.things.flatMap((thing) => (underAny.has(thing.desired) ? [] : rules.composer.resources(thing, [])));
    const desired = [...things.flatMap((thing) => thing.resources), ...others, ...rules.orphans];
    return new LayeredFiles(instance, state, things, withImplied({ ...state, resources: desired }, kinds).resources);
  }

  /** True for what a body of its own declares. */
  hasBody(desired: Desired): boolean {
    return this.bodies.has(addressKey(desired, this.instance.kinds));
  }

  /** The adoption without what is ignored, and what a policy forbids the body to say: that is told in `gaps`. */
  allowed({ declaration, ...adoption }: Adoption, kind: PlacedKind, gaps: string[]): Adoption {
    const { desired } = adoption;
    const kept = Object.entries(declaration.spec).filter(
      ([path, value]) =>
        value !== undefined && !this.ignores(kind, desired, path) && this.given.mayBeOwn(desired, path, value, gaps),
    );
    return { ...adoption, declaration: { ...declaration, spec: Object.fromEntries(kept) } };
  }
}

/** Empty bodies for the groups and projects that no file declares: once they are declared, layers reach them. */
function undeclaredHeads({ kinds }: LiveInstance, { resources }: DesiredState, live: readonly Found[]): Desired[] {
  const declared = new Declared(resources, kinds);
  return live.flatMap((reply): Desired[] => {
    if (!reply.kind.tree || declared.claim(reply) !== undefined) return [];
    const origin = { file: "", line: 1, column: 1 };
    const place = addressIn(reply.kind, reply.path, undefined);
    return [{ ...place, address: reply.live.address, ensure: "present", spec: {}, origins: {}, origin }];
  });
}
