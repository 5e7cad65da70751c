import { append, compareTexts } from "../../core/collections.js";
import { fault, type FileDiagnostic, type Origin, warning } from "../../core/errors.js";
import { kindsUnder, type PlacedKind, topParent } from "../../core/kind.js";
import type { Preset, ThingLayers } from "../../core/layer.js";
import { basesFirst } from "../../policies/index.js";
import { type Body, type DeclaredEntry, itemsOf, partsOf, type Piece, pieceOrigin } from "../body.js";
import { validateLayering } from "../validate.js";
import { type LayerContext, readLayerBody, withoutPlace } from "./layer-body.js";
import { checkName, layerBodies, suggestion } from "./policies.js";

/** A preset that is extended by name, and where. */
interface Extended {
  readonly name: string;
  readonly origin: Origin;
}

/** All presets of the files by name, each read for the kinds that extend it. */
export class Presets {
  private readonly bases = new Map<string, readonly Extended[]>();

  constructor(
    private readonly presets: ReadonlyMap<string, readonly Piece[]>,
    private readonly context: LayerContext,
  ) {
    const { diagnostics } = context;
    for (const [name, pieces] of presets) {
      checkName(name, pieces[0], `preset ${name}`, diagnostics);
      // Said twice is told when the body is read.
      const [extended] = pieces.flatMap(partsOf).flatMap(([key, piece]) => (key === "extends" ? [piece] : []));
      this.bases.set(name, this.extended(extended, `preset ${name}`));
    }
  }

  /** The presets that an `extends` names; one that is not there is told of. */
  extended(piece: Piece | undefined, address: string): Extended[] {
    const { diagnostics } = this.context;
    const seen = new Map<string, Origin>();
    return itemsOf(piece).flatMap(({ value, source, pointer }) => {
      if (typeof value !== "string") return [];
      const origin = source.valueOrigin(pointer);
      const details = { address, attribute: "extends" };
      const first = seen.get(value);
      seen.set(value, first ?? origin);
      if (first)
        diagnostics.push(fault("duplicate.item", origin, `${value} stands here twice`, { ...details, related: [first] }));
      else if (this.presets.has(value)) return [{ name: value, origin }];
      else {
        const message = `there is no preset ${JSON.stringify(value)}`;
        diagnostics.push(fault("preset.unknown", origin, message, { ...details, ...suggestion(value, this.presets) }));
      }
      return [];
    });
  }

  /** What a thing takes by naming some: those that they extend come before each, and each comes once, where it is weakest. */
  expanded(names: readonly Extended[]): readonly string[] {
    const named = (all: readonly Extended[]) => all.map(({ name }) => name);
    // A circle is told of where presets are compared.
    return basesFirst(named(names), (name) => named(this.bases.get(name) ?? []));
  }

  /** Each preset for each kind that extends it, and one that nothing extends for the first kind that it fits. */
  read(uses: ReadonlyMap<string, ReadonlySet<PlacedKind>>): Preset[] {
    const names = [...this.presets.keys()].sort(compareTexts);
    return names.flatMap((name) => {
      const kinds = uses.get(name);
      const sorted = [...(kinds ?? [])].sort((a, b) => compareTexts(a.name, b.name));
      return kinds ? sorted.flatMap((kind) => this.readFor(name, kind, this.context) ?? []) : this.readUnused(name);
    });
  }

  private readUnused(name: string): Preset[] {
    const address = `preset ${name}`;
    const origin = this.originOf(name);
    if (origin)
      this.context.diagnostics.push(
        warning("preset.unused", origin, "nothing extends it", { address, allowed: `extends: [${name}] under a thing` }),
      );
    const tries = kindsUnder(this.context.kinds, topParent).map((kind) => {
      const diagnostics: FileDiagnostic[] = [];
      const entries: DeclaredEntry[] = [];
      const preset = this.readFor(name, kind, { ...this.context, diagnostics, onEntry: (entry) => entries.push(entry) });
      return { preset, diagnostics, entries, errors: diagnostics.filter(({ severity }) => severity === "error").length };
    });
    const best = tries.reduce<(typeof tries)[number] | undefined>((a, b) => (a && a.errors <= b.errors ? a : b), undefined);
    this.context.diagnostics.push(...(best?.diagnostics ?? []));
    for (const entry of best?.entries ?? []) this.context.onEntry(entry);
    return best?.preset ? [best.preset] : [];
  }

  private readFor(name: string, kind: PlacedKind, context: LayerContext): Preset | undefined {
    const origin = this.originOf(name);
    if (!origin) return undefined;
    const bodies = layerBodies(this.presets.get(name) ?? [], kind, `preset ${name}`, context);
    for (const body of bodies) validateLayering(body, context.diagnostics);
    const read = bodies.map((body) => readLayerBody(withoutPlace(body, "a preset", context.diagnostics, ["extends"]), context));
    return { name, origin, kind: kind.name, bodies: read, extends: this.bases.get(name) ?? [] };
  }

  private originOf(name: string): Origin | undefined {
    const [first] = this.presets.get(name) ?? [];
    return first && pieceOrigin(first);
  }
}

/** The kinds of things that extend each preset, also through others. */
export function usesOf(
  things: readonly { readonly body: Body; readonly layers: Pick<ThingLayers, "presets"> }[],
): Map<string, ReadonlySet<PlacedKind>> {
  const uses = new Map<string, PlacedKind[]>();
  for (const { body, layers } of things) for (const name of layers.presets) append(uses, name, body.kind);
  return new Map([...uses].map(([name, kinds]) => [name, new Set(kinds)]));
}
