import { fold } from "../../core/address.js";
import { append, compareTexts } from "../../core/collections.js";
import type { LayerBody, Layers, ThingLayers } from "../../core/layer.js";
import { dayOf } from "../../core/time.js";
import { type Body, itemsOf } from "../body.js";
import type { Merged } from "../merge.js";
import { validateLayering } from "../validate.js";
import { readExceptions } from "./exceptions.js";
import { facetStatements, layerBody, type LayerContext } from "./layer-body.js";
import { readPatterns } from "./patterns.js";
import { readPolicies } from "./policies.js";
import { Presets, usesOf } from "./presets.js";
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
  const byAddress = things.map(({ body, layers }) => [fold(body.address), layers] as const);
  return {
    policies,
    presets: presets.read(usesOf(things)),
    exceptions: readExceptions(merged.exceptions, merged.policies, policies, context),
    things: new Map(byAddress.sort(([a], [b]) => compareTexts(a, b))),
    today: dayOf(now),
  };
}

/** What the bodies at the top of the files say of layers, and with words in them or their children. Bodies without either are left out. */
function readThings(split: readonly SplitBody[], presets: Presets, context: LayerContext): { body: Body; layers: ThingLayers }[] {
  const worded = new Map<string, LayerBody[]>();
  for (const { plain, facets } of split) {
    if (facets.length === 0) continue;
    const statements = facetStatements(facets, context);
    if (statements.length > 0) append(worded, topOf(plain).address, layerBody(plain, statements));
  }
  return split.flatMap(({ plain }) => {
    if (plain.parent) return [];
    const bodies = worded.get(plain.address) ?? [];
    const { layering } = plain;
    if (layering.size === 0 && bodies.length === 0) return [];
    validateLayering(plain, context.diagnostics);
    const details = { address: plain.address, attribute: "ignore" };
    bodies.sort((a, b) => compareTexts(placeOf(a), placeOf(b)));
    const layers: ThingLayers = {
      presets: presets.expanded(presets.extended(layering.get("extends"), plain.address)),
      inherit: layering.get("inherit")?.value !== false,
      ignore: readPatterns(itemsOf(layering.get("ignore")), plain.kind, context.kinds, context.diagnostics, details),
      bodies,
    };
    return [{ body: plain, layers }];
  });
}

function placeOf({ child }: LayerBody): string {
  return child ? JSON.stringify([child.kind, child.key ?? ""]) : "";
}

function topOf(body: Body): Body {
  return body.parent ? topOf(body.parent) : body;
}
