import { addressKey } from "../../core/address-key.js";
import { formatAddress } from "../../core/address.js";
import { defined } from "../../core/collections.js";
import { type Origin, formatOrigin } from "../../core/errors.js";
import { type Fields, typeOf } from "../../core/fields.js";
import { type Spec, type Value, canonicalJson, isObject } from "../../core/json.js";
import { type Kinds, type PlacedKind, addressIn, fieldsOf, isTopLevel, kindAt, topKind } from "../../core/kind.js";
import type { AttributePattern, Layers } from "../../core/layer.js";
import type { Desired } from "../../core/plan.js";
import { fieldAt, topName, valueAtSteps } from "../../core/steps.js";
import { isWithin, means, policyLabel, presetLabel, strictest } from "../../policies/index.js";
import type { ThingUnderPolicies } from "../plan/index.js";

/** Where the files may take a live value over that something else than the thing's own body gives. */
export const adoptionPlaces = ["thing", "policy", "exception"] as const;
/** One of them: the thing's own body, the policy or preset itself, or an exception of the policy. */
export type AdoptionPlace = (typeof adoptionPlaces)[number];

/** What is live otherwise than a policy, a preset or words say. */
export interface GivenDrift {
  readonly kind: PlacedKind;
  /** What all layers together say of the thing. */
  readonly desired: Desired;
  /** Dotted where it is one part of a record. */
  readonly attribute: string;
  readonly live: Value;
  /** `policy NAME`, `preset NAME`, `exception of NAME`; empty for words in the thing's own body. */
  readonly layer: string;
  readonly source: string;
  /** How many other things have the value from the same line. */
  readonly others: number;
  /** Why it cannot be taken over there, for each place where that is so. */
  readonly obstacles: Readonly<Partial<Record<AdoptionPlace, string>>>;
}

/** Of what a thing's own body says, that which counts and is not merged with what others say of the same. */
export function ownPart(fields: Fields, body: Spec, merged: Spec): Spec {
  const kept = Object.entries(body).flatMap(([name, value]): [string, Value][] => {
    const whole = merged[name];
    if (value === undefined || whole === undefined) return [];
    if (canonicalJson(value) === canonicalJson(whole)) return [[name, value]];
    const parts = partsOf(fields, name, value, whole);
    return parts ? [[name, ownPart(parts.fields, parts.value, parts.whole)]] : [];
  });
  return Object.fromEntries(kept);
}

/** Of what all layers say, that which the thing's own body does not give by itself. */
export function givenPart(fields: Fields, body: Spec, merged: Spec): Spec {
  const kept = Object.entries(merged).flatMap(([name, whole]): [string, Value][] => {
    const value = body[name];
    if (whole === undefined) return [];
    if (value === undefined) return [[name, whole]];
    if (canonicalJson(value) === canonicalJson(whole)) return [];
    const parts = partsOf(fields, name, value, whole);
    return [[name, parts ? givenPart(parts.fields, parts.value, parts.whole) : whole]];
  });
  return Object.fromEntries(kept);
}

function partsOf(fields: Fields, name: string, value: Value, whole: Value) {
  const field = fields[name];
  const isParted = field?.fields && typeOf(field).isManagedInParts;
  return isParted && isObject(value) && isObject(whole) ? { fields: field.fields, value, whole } : undefined;
}

/** Tells of drift what gave the value, and what speaks against taking it over in each place. */
export class GivenValues {
  private readonly byTop: ReadonlyMap<string, ThingUnderPolicies>;
  private readonly counts = new Map<string, number>();

  constructor(
    private readonly kinds: Kinds,
    private readonly layers: Layers,
    things: readonly ThingUnderPolicies[],
    private readonly resources: readonly Desired[],
  ) {
    this.byTop = new Map(
      things.map((thing) => [addressKey({ kind: thing.candidate.kind.name, path: thing.candidate.path }, kinds), thing]),
    );
  }

  /** Why the thing's own body must not say a value: what enforces or bounds it. */
  private whyNotOwn(desired: Desired, attribute: string, value: Value, spared = ""): string | undefined {
    const kind = kindAt(this.kinds, desired);
    const fields = fieldsOf(kind, { key: desired.key });
    const at = attribute.split(".");
    const bounds = (desired.bounds ?? []).filter(
      (bound) =>
        bound.layer !== spared && bound.path.length === at.length && bound.path.every((step, index) => step === at[index]),
    );
    const field = fieldAt(fields, at);
    const outcome = strictest(field, bounds);
    const broken = outcome && "bound" in outcome ? isWithin(field, value, outcome.bound) : undefined;
    if (broken) return `${broken.layer || "it"} bounds it at ${formatOrigin(broken.origin)}`;
    const enforcing = this.enforcing(desired, kind, at).find(({ name }) => policyLabel(name) !== spared);
    return enforcing && `policy ${enforcing.name} enforces it at ${formatOrigin(enforcing.pattern.origin)}`;
  }

  /** True where the thing's own body may say a value; why it may not is told in `gaps`. */
  mayBeOwn(desired: Desired, path: string, value: Value, gaps: string[]): boolean {
    const reason = this.whyNotOwn(desired, path, value);
    if (reason !== undefined) gaps.push(`${desired.address}: ${path} is left as it is: ${reason}`);
    return reason === undefined;
  }

  /** Of one attribute that drifted. */
  drift(desired: Desired, attribute: string, live: Value): GivenDrift {
    const kind = kindAt(this.kinds, desired);
    const top = topName(attribute);
    const layer = desired.layers?.[attribute] ?? desired.layers?.[top] ?? "";
    const origin = desired.origins[attribute] ?? desired.origins[top] ?? desired.origin;
    const thing = layer === "" ? `its own body says it by words` : this.whyNotOwn(desired, attribute, live);
    const policy = this.whyNotPolicy(desired, attribute, layer, origin);
    const exception = this.whyNotException(desired, attribute, layer, live);
    return {
      kind,
      desired,
      attribute,
      live,
      layer,
      source: formatOrigin(origin),
      others: Math.max(0, this.withLine(attribute, origin) - 1),
      obstacles: defined({ thing, policy, exception }),
    };
  }

  private whyNotPolicy(desired: Desired, attribute: string, layer: string, origin: Origin): string | undefined {
    const { policies, presets } = this.layers;
    const source =
      policies.find(({ name }) => policyLabel(name) === layer) ?? presets.find(({ name }) => presetLabel(name) === layer);
    if (!source) return layer === "" ? "no policy gives it" : `${layer} gives it`;
    const place = formatOrigin(origin);
    const statement = source.bodies
      .flatMap(({ statements }) => statements)
      .find((candidate) => candidate.path.join(".") === attribute && formatOrigin(candidate.origin) === place);
    const isWhole =
      statement?.word === "is" &&
      canonicalJson(statement.value) ===
        canonicalJson(desired.spec[attribute] ?? valueAtSteps(desired.spec, attribute.split(".")) ?? null);
    return isWhole ? undefined : `${layer} does not give it whole, as one value, at ${place}`;
  }

  private whyNotException(desired: Desired, attribute: string, layer: string, live: Value): string | undefined {
    const policy = this.layers.policies.find(({ name }) => policyLabel(name) === layer);
    if (!policy) return layer === "" ? "no policy gives it" : `${layer} gives it, which is no policy`;
    const field = fieldAt(fieldsOf(kindAt(this.kinds, desired), { key: desired.key }), attribute.split("."));
    if (isObject(live) && (typeOf(field)?.hasFreeKeys || field?.fields)) return "one exception is needed for each part of it";
    return this.whyNotOwn(desired, attribute, live, layer);
  }

  private enforcing({ path = "", key, parent }: Desired, kind: PlacedKind, at: readonly string[]) {
    const child = isTopLevel(kind) ? undefined : { kind: kind.name, ...(key === undefined ? {} : { key }) };
    const top = isTopLevel(kind) ? kind.name : (parent ?? kind.parent);
    const thing = this.byTop.get(addressKey({ kind: top, path }, this.kinds));
    const isMeant = (pattern: AttributePattern) => means(pattern, child, at);
    return (thing?.inForce ?? []).flatMap(({ name, enforce }) => {
      const isOpened = thing?.exceptions.some((exception) => exception.policy === name && isMeant(exception.attribute));
      const pattern = isOpened ? undefined : enforce.find(isMeant);
      return pattern ? [{ name, pattern }] : [];
    });
  }

  private withLine(attribute: string, origin: Origin): number {
    const lineOf = (name: string, { file, line, column }: Origin) => `${name}\n${file}:${line}:${column}`;
    if (this.counts.size === 0)
      for (const { origins } of this.resources)
        for (const [name, place] of Object.entries(origins)) {
          const line = lineOf(name, place);
          this.counts.set(line, (this.counts.get(line) ?? 0) + 1);
        }
    return this.counts.get(lineOf(attribute, origin)) ?? this.counts.get(lineOf(topName(attribute), origin)) ?? 1;
  }
}

/** What something hangs on, as a declaration of its own may have it; undefined for what stands at the top. */
export function parentAddress(desired: Desired, kind: PlacedKind, kinds: Kinds) {
  if (isTopLevel(kind) || desired.path === undefined) return undefined;
  const names = addressIn(topKind(kinds, desired.parent ?? kind.parent), desired.path, undefined);
  return { ...names, address: formatAddress(names) };
}
