import { addressKey } from "../../core/address-key.js";
import { addressOf } from "../../core/address.js";
import { append } from "../../core/collections.js";
import type { Edit } from "../../core/declaration.js";
import type { Spec } from "../../core/json.js";
import { fieldsOf } from "../../core/kind.js";
import type { Desired } from "../../core/plan.js";
import { type AdoptContext, type Adoption, type Pair, adopt, editOf, nested } from "./adopt.js";
import { type AdoptionPlace, type GivenDrift, type GivenValues, givenPart, ownPart, parentAddress } from "./given.js";

/** Where the files are to take something over; an exception needs a reason. */
export type Placed = { readonly to: Exclude<AdoptionPlace, "exception"> } | { readonly to: "exception"; readonly reason: string };

/** Says for each drift where the files are to take it over; undefined for what stays as it is. */
export type PlaceGiven = (drifts: readonly GivenDrift[]) => Promise<readonly (Placed | undefined)[]>;

/** What drifted of a thing: what its own body says by itself is adopted, what others give it is handed on. */
export async function adoptUnderLayers(
  { kind, desired, live }: Omit<Pair, "declaration" | "isAnew">,
  resource: Desired | undefined,
  given: GivenValues,
  context: AdoptContext,
): Promise<{ readonly adoptions: readonly Adoption[]; readonly drifts: readonly GivenDrift[] }> {
  const fields = fieldsOf(kind, { key: desired.key });
  const body: Spec = resource?.spec ?? {};
  const spec = givenPart(fields, body, desired.spec);
  const others = await adopt({ kind, desired: { ...desired, spec }, live }, context);
  const drifts = Object.entries(others.declaration.spec).flatMap(([path, value]) =>
    value === undefined ? [] : [given.drift(desired, path, value)],
  );
  if (!resource) return { adoptions: [], drifts };
  const mine = await adopt({ kind, desired: { ...resource, spec: ownPart(fields, body, desired.spec) }, live }, context);
  const kept = Object.entries(mine.declaration.spec).filter(
    ([path, value]) => value === undefined || given.mayBeOwn(desired, path, value, context.gaps),
  );
  return { adoptions: [{ ...mine, declaration: { ...mine.declaration, spec: Object.fromEntries(kept) } }], drifts };
}

/** The edits that take drift over where it was decided; what cannot stand there becomes a gap. */
export async function placedEdits(
  drifts: readonly GivenDrift[],
  bodies: ReadonlyMap<string, Desired>,
  place: PlaceGiven,
  context: AdoptContext,
): Promise<Edit[]> {
  if (drifts.length === 0) return [];
  const places = await place(drifts);
  const ownDrifts = new Map<Desired, GivenDrift[]>();
  const edits = drifts.flatMap((drift, index): Edit[] => {
    const placed = places[index];
    const obstacle = placed && drift.obstacles[placed.to];
    if (!placed || obstacle !== undefined) {
      context.gaps.push(
        `${drift.desired.address}: ${drift.attribute} is left as it is: ${obstacle ?? `${drift.layer} gives it`}`,
      );
      return [];
    }
    if (placed.to !== "thing") return [layerEdit(drift, placed)];
    append(ownDrifts, drift.desired, drift);
    return [];
  });
  return [...edits, ...[...ownDrifts].flatMap(([desired, some]) => bodyEdits(desired, some, bodies, context))];
}

function layerEdit({ desired, attribute, live, layer }: GivenDrift, placed: Exclude<Placed, { to: "thing" }>): Edit {
  const subject = { ...addressOf(desired), attribute, value: live };
  const [sort = "", ...rest] = layer.split(" ");
  const name = rest.join(" ");
  if (placed.to === "exception") return { action: "except", ...subject, policy: name, reason: placed.reason };
  return { action: "set-layer", ...subject, layer: { file: sort === "policy" ? "policies" : "presets", name } };
}

/** What the body of the thing itself is to say; one that no file declares gets a body. */
function bodyEdits(
  desired: Desired,
  drifts: readonly GivenDrift[],
  bodies: ReadonlyMap<string, Desired>,
  context: AdoptContext,
): Edit[] {
  const { kinds } = context.instance;
  const spec = Object.fromEntries(drifts.map(({ attribute, live }) => [attribute, live]));
  const declaration = { ...addressOf(desired), address: desired.address, spec, remarks: [] };
  const edit = editOf({ desired, declaration, without: [] }, context);
  if (edit?.action !== "set") return [];
  if (Object.keys(edit.attributes).length === 0) {
    context.gaps.push(`${desired.address}: ${drifts.map(({ attribute }) => attribute).join(", ")} cannot be unset in a body`);
    return [];
  }
  if (bodies.has(addressKey(desired, kinds))) return [{ ...edit, without: [] }];
  const [first] = drifts;
  const parent = first && parentAddress(desired, first.kind, kinds);
  const isHeld = !parent || bodies.has(addressKey(parent, kinds));
  const whole = { ...declaration, spec: nested(edit.attributes) };
  return [
    ...(isHeld ? [] : [{ action: "declare" as const, declaration: { ...parent, spec: {}, remarks: [] } }]),
    { action: "declare", declaration: whole },
  ];
}
