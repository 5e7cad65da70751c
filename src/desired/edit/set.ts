import { formatAddress } from "../../core/address.js";
import { defined } from "../../core/collections.js";
import type { Edit, LayerSubject } from "../../core/declaration.js";
import { type Field, fieldOf, type Fields, formed, typeOf } from "../../core/fields.js";
import { canonicalJson, isObject, type Json, type JsonObject, type Value } from "../../core/json.js";
import { fieldsOf, isTopLevel, kindAt, type PlacedKind } from "../../core/kind.js";
import { fieldAt, pointerStep, valueAt } from "../../core/steps.js";
import { type Body, emptyBody, pieceOrigin } from "../body.js";
import type { SourceFile } from "../read-file.js";
import { isLoose, writtenValue } from "../write/written.js";
import { type Bodies, type BodyPart, directoryOf } from "./bodies.js";
import { type DocumentValue, editContent, effectiveOf, mapAt, type MapContent, newEntry, newSpot, plainOf } from "./document.js";
import { refers, type Unmade, whyKept } from "./unmade.js";
import { findSpelt, meansTheSame, oldForm, ownEntry, ownName, placeFor, ranks, setPart, type Spelt } from "./value.js";

type Wishes = Pick<Extract<Edit, { readonly action: "set" }>, "attributes" | "without">;

/** Gives attributes of a declared thing other values and takes some out, in the sketches. What cannot be done is pushed to `unmade`. */
export function setAttributes(body: Body, { attributes, without }: Wishes, bodies: Bodies, unmade: Unmade[]): void {
  const setter = new Setter(body, bodies, unmade);
  for (const name of without) setter.takeOut(name);
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined) setter.set(name, value);
}

const standardNames: ReadonlySet<string> = new Set(["ensure", "moved_from"]);

/** Where an attribute stands. */
interface Found extends Spelt {
  readonly part: BodyPart;
  readonly map: MapContent;
  /** The body's mapping, where the attribute stands under its `unchecked`. */
  readonly around?: MapContent;
}

class Setter {
  private readonly fields: Fields;
  private readonly parts: readonly BodyPart[];

  constructor(
    private readonly body: Body,
    private readonly bodies: Bodies,
    private readonly unmade: Unmade[],
  ) {
    this.fields = fieldsOf(body.kind, { key: body.key });
    this.parts = bodies.parts(body);
  }

  set(name: string, value: Value): void {
    const [top, rest] = this.steps(name);
    const spot = this.find(top);
    const isStandard = standardNames.has(top) || rest.length > 0;
    if (spot && (isStandard || (spot.around !== undefined) === isLoose(this.fields, top, value)))
      this.change(spot, top, rest, value);
    // A value that the schema knows by now, or does not know yet, stands elsewhere than the old one.
    else if (!spot || this.removed(spot, name)) this.add(top, rest, value);
  }

  takeOut(name: string): void {
    const [top, rest] = this.steps(name);
    const spot = this.find(top);
    if (spot && rest.length > 0) this.change(spot, top, rest, undefined);
    else if (spot) this.removed(spot, name);
  }

  /** Takes an entry out, with an `unchecked` that it leaves empty; false where it refers to something and stays. */
  private removed({ map, entry, around }: Found, name: string): boolean {
    if (refers(plainOf(entry.spot))) {
      this.refuse(name, entry.spot);
      return false;
    }
    map.remove(entry);
    const unchecked = map.entries.length === 0 ? around?.find("unchecked") : undefined;
    if (unchecked) around?.remove(unchecked);
    return true;
  }

  private change(
    { map, entry, convert, part, around }: Found,
    name: string,
    rest: readonly string[],
    value: Value | undefined,
  ): void {
    const field = fieldOf(this.fields, name);
    const old = effectiveOf(entry.spot);
    const desired = this.desired(name, rest, old, value, part);
    if (!convert) {
      setPart(around ? undefined : this.fields, undefined, map, name, desired, name, this.refuse);
      return;
    }
    if (meansTheSame(field, formed(convert, old), desired)) return;
    if (refers(plainOf(entry.spot))) {
      this.refuse(name, entry.spot);
      return;
    }
    const oldWord = oldForm(convert, desired);
    const target = ownEntry(map, entry, name, this.fields);
    if (oldWord === undefined) map.rename(target, name);
    target.spot.content = editContent(oldWord ?? desired);
  }

  /** Adds an attribute to the part of the body that holds its nearest neighbour. */
  private add(name: string, rest: readonly string[], value: Value): void {
    const isKnown = !isLoose(this.fields, name, value ?? null);
    const part = this.nearest(isKnown ? name : "unchecked");
    const map = part && mapAt(part.spot);
    if (!part || !map) return;
    const desired = this.desired(name, rest, null, value, part);
    const inside = isKnown ? undefined : map.find("unchecked");
    const unchecked = inside && mapAt(inside.spot);
    if (isKnown) map.insert(placeFor(name, map, this.fields), newEntry(name, desired));
    else if (unchecked) unchecked.insert(unchecked.entries.length, newEntry(name, desired));
    else map.insert(placeFor("unchecked", map, this.fields), newEntry("unchecked", { [name]: desired }));
  }

  private desired(name: string, rest: readonly string[], old: Json, value: Value | undefined, part: BodyPart): Json {
    const directory = directoryOf(part.edited.source, this.bodies.loaded);
    return withPart(fieldOf(this.fields, name), old, rest, (field) =>
      value === undefined ? undefined : writtenValue(field, value, directory),
    );
  }

  private find(name: string): Found | undefined {
    for (const part of this.parts) {
      const { content } = part.spot;
      if (content.form !== "map") continue;
      const spelt = Object.hasOwn(this.fields, name) ? findSpelt(content, this.fields, name) : undefined;
      if (spelt) return { ...spelt, part, map: content };
      const unchecked = content.find("unchecked")?.spot.content;
      const loose = unchecked?.form === "map" ? unchecked.find(name) : undefined;
      if (loose && unchecked?.form === "map") return { entry: loose, part, map: unchecked, around: content };
      const standard = standardNames.has(name) ? content.find(name) : undefined;
      if (standard) return { entry: standard, part, map: content };
    }
    return undefined;
  }

  /** The part that holds the attribute that comes nearest before another one, else the nearest after it. */
  private nearest(name: string): BodyPart | undefined {
    const rank = ranks(this.fields);
    const place = rank(name);
    const distances = this.parts.map((part) => {
      const { content } = part.spot;
      const entries = content.form === "map" ? content.entries.filter(({ inherited }) => !inherited) : [];
      const others = entries.map(({ key }) => rank(ownName(this.fields, key)));
      const before = Math.max(...others.filter((other) => other < place), Number.NEGATIVE_INFINITY);
      const after = Math.min(...others.filter((other) => other > place), Number.MAX_SAFE_INTEGER);
      return { part, distance: before >= 0 ? place - before : Number.MAX_SAFE_INTEGER / 2 + after / 4 };
    });
    return distances.sort((a, b) => a.distance - b.distance)[0]?.part;
  }

  /** A dotted name as the attribute and the way into it. */
  private steps(name: string): readonly [string, readonly string[]] {
    const dot = name.indexOf(".");
    if (dot < 0 || Object.hasOwn(this.fields, name)) return [name, []];
    const [top, inner] = [name.slice(0, dot), name.slice(dot + 1)];
    return [top, typeOf(fieldOf(this.fields, top))?.hasFreeKeys ? [inner] : inner.split(".")];
  }

  private readonly refuse = (attribute: string, kept: DocumentValue): void => {
    const piece = this.body.attributes.get(attribute.split(".")[0] ?? "");
    const origin = piece ? pieceOrigin(piece) : this.body.origin;
    this.unmade.push({ address: this.body.address, attribute, message: whyKept(plainOf(kept)), origin });
  };
}

/** A record with one part changed, or taken out; names in their own spelling. Without steps: the changed value itself. */
function withPart(
  field: Field | undefined,
  old: Json,
  [name, ...rest]: readonly string[],
  make: (field: Field | undefined) => Json | undefined,
): Json {
  if (name === undefined) return make(field) ?? null;
  const fields = field?.fields;
  const parts = Object.entries(isObject(old) ? old : {}).map(
    ([key, part]) => [fields ? ownName(fields, key) : key, part] as const,
  );
  const inner = fieldOf(fields, name) ?? field?.item;
  const result: Record<string, Json | undefined> = Object.fromEntries(parts);
  if (rest.length === 0) result[name] = make(inner);
  else result[name] = withPart(inner, result[name] ?? null, rest, make);
  return Object.fromEntries(Object.entries(result).filter(([, part]) => part !== undefined)) satisfies JsonObject;
}

type Of<Action> = Extract<Edit, { readonly action: Action }>;

/** Gives an attribute another value where a policy or preset says it. */
export function setInLayer(edit: Of<"set-layer">, bodies: Bodies, unmade: Unmade[]): void {
  const kind = kindAt(bodies.kinds, edit);
  const { attribute, value, layer } = edit;
  const pointerHere = pointerStep(layer.file) + pointerStep(layer.name) + (layer.file === "policies" ? pointerStep("set") : "");
  const pointer = pointerHere + stepsBelow(kind, edit).map(pointerStep).join("");
  const parts = bodies.loaded.sources.flatMap((source) => {
    const valueThere = source.value === undefined ? undefined : valueAt(source.value, pointer);
    return valueThere === undefined ? [] : [{ value: valueThere, source, pointer }];
  });
  const [first] = parts;
  const address = formatAddress(edit);
  if (!first) {
    unmade.push({ address, attribute, message: `${layer.file}.${layer.name} says nothing of it by that name` });
    return;
  }
  const empty = emptyBody({ kind, address, ...defined({ key: edit.key }), origin: first.source.valueOrigin(pointer) });
  setAttributes({ ...empty, parts }, { attributes: { [attribute]: value }, without: [] }, bodies, unmade);
}

/** Adds an exception beside others, else in the file of its policy. One that says the same already is not added twice. */
export function addException(edit: Of<"except">, bodies: Bodies, unmade: Unmade[]): void {
  const { sources } = bodies.loaded;
  const has = (pointer: string) => (source: SourceFile) =>
    source.value !== undefined && (valueAt(source.value, pointer) ?? undefined) !== undefined;
  const source =
    sources.findLast(has(pointerStep("exceptions"))) ?? sources.find(has(pointerStep("policies") + pointerStep(edit.policy)));
  const edited = source && bodies.edited(source);
  const root = edited && mapAt(edited.root);
  if (!source || !root) {
    unmade.push({ address: formatAddress(edit), attribute: edit.attribute, message: `no file says policy ${edit.policy}` });
    return;
  }
  const item = exceptionOf(edit, bodies, source);
  const entry = root.find("exceptions");
  if (entry?.spot.content.form === "list") {
    const isKnown = entry.spot.content.items.some((value) => canonicalJson(plainOf(value)) === canonicalJson(item));
    if (!isKnown) entry.spot.content.items.push(newSpot(item));
  } else if (entry) entry.spot.content = editContent([item]);
  else root.insert(root.entries.length, newEntry("exceptions", [item], { spaced: true }));
}

function exceptionOf(edit: Of<"except">, bodies: Bodies, source: SourceFile): Json {
  const kind = kindAt(bodies.kinds, edit);
  const field = fieldAt(fieldsOf(kind, { key: edit.key }), edit.attribute.split("."));
  return {
    policy: edit.policy,
    match: edit.path ?? "",
    attribute: [...stepsBelow(kind, edit), edit.attribute].join("."),
    value: writtenValue(field, edit.value, directoryOf(source, bodies.loaded)),
    reason: edit.reason,
  };
}

/** The steps from the body of a resource to that of its child, as files have them; empty for the resource itself. */
function stepsBelow(kind: PlacedKind, { key }: LayerSubject): string[] {
  if (isTopLevel(kind)) return [];
  return key === undefined ? [kind.file] : [kind.file, key];
}
