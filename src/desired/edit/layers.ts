import { formatAddress } from "../../core/address.js";
import type { Edit, LayerSubject } from "../../core/declaration.js";
import { type Json, canonicalJson } from "../../core/json.js";
import { type PlacedKind, fieldsOf, isTopLevel, kindAt } from "../../core/kind.js";
import { pointerStep, valueAt } from "../../core/pointer.js";
import { fieldAt } from "../../core/steps.js";
import type { Body } from "../body.js";
import type { SourceFile } from "../read-file.js";
import { writtenValue } from "../write/written.js";
import type { Bodies } from "./bodies.js";
import { directoryOf } from "./directory.js";
import { editContent, mapAt, newEntry, newSpot, plainOf } from "./document.js";
import { setAttributes } from "./set.js";
import type { Unmade } from "./unmade.js";

type Of<Action> = Extract<Edit, { readonly action: Action }>;

/** Gives an attribute another value where a policy or preset says it. */
export function setInLayer(edit: Of<"set-layer">, bodies: Bodies, unmade: Unmade[]): void {
  const kind = kindAt(bodies.kinds, edit);
  const { attribute, value, layer } = edit;
  const own = pointerStep(layer.file) + pointerStep(layer.name) + (layer.file === "policies" ? pointerStep("set") : "");
  const pointer = own + stepsBelow(kind, edit).map(pointerStep).join("");
  const parts = bodies.loaded.sources.flatMap((source) => {
    const found = source.value === undefined ? undefined : valueAt(source.value, pointer);
    return found === undefined ? [] : [{ value: found, source, pointer }];
  });
  const [first] = parts;
  const address = formatAddress(edit);
  if (!first) {
    unmade.push({ address, attribute, message: `${layer.file}.${layer.name} says nothing of it by that name` });
    return;
  }
  const body: Body = {
    kind,
    address,
    ...(edit.key === undefined ? {} : { key: edit.key }),
    origin: first.source.valueOrigin(pointer),
    parts,
    attributes: new Map(),
    unchecked: new Map(),
    layering: new Map(),
  };
  setAttributes(body, { attributes: { [attribute]: value }, without: [] }, bodies, unmade);
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
    const isKnown = entry.spot.content.items.some((one) => canonicalJson(plainOf(one)) === canonicalJson(item));
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

/** The way from the body of a thing to that of what hangs on it, as files have it; none for the thing itself. */
function stepsBelow(kind: PlacedKind, { key }: LayerSubject): string[] {
  if (isTopLevel(kind)) return [];
  return key === undefined ? [kind.file] : [kind.file, key];
}
