import { Document, isCollection, isScalar, isSeq, type Node } from "yaml";
import { type Origin, formatOrigin } from "../../core/errors.js";
import { type Json, type JsonObject, type Value, isObject } from "../../core/json.js";
import { type Kinds, fieldsOf, isTopLevel, kindAt, topKind } from "../../core/kind.js";
import type { Desired } from "../../core/plan.js";
import { openBounds } from "../../policies/index.js";
import { isLoose, writtenSpec, writtenValue } from "./written.js";

/** Where a comment stands: the steps to a value, and what is said of it. */
interface Note {
  readonly at: readonly (string | number)[];
  readonly text: string;
}

/** What all layers together say of a thing and of what hangs on it, as a file that says it without any of them: where each value comes from stands as a comment. */
export function effectiveText(resources: readonly Desired[], kinds: Kinds): string {
  const root: Record<string, Json> = {};
  const notes: Note[] = [];
  for (const desired of resources) {
    const at = placeOf(desired, kinds);
    const { body, notes: inside } = bodyOf(desired, kinds);
    put(root, at, body);
    notes.push(...inside.map((note) => ({ ...note, at: [...at, ...note.at] })));
  }
  const document = new Document(root);
  for (const { at, text } of notes) comment(document.getIn(at, true) as Node | undefined, text);
  return document.toString({ lineWidth: 0, commentString: (text) => text.replaceAll(/^/gm, "#") });
}

function placeOf(desired: Desired, kinds: Kinds): string[] {
  const kind = kindAt(kinds, desired);
  const { path = "", key } = desired;
  if (isTopLevel(kind)) return desired.path === undefined ? [kind.file] : [kind.file, path];
  const steps = key === undefined ? [kind.file] : [kind.file, key];
  return [topKind(kinds, kind.parent).file, path, ...steps];
}

function bodyOf(desired: Desired, kinds: Kinds): { readonly body: JsonObject; readonly notes: readonly Note[] } {
  if (desired.ensure === "absent")
    return { body: { ensure: "absent" }, notes: [{ at: ["ensure"], text: noteText("", desired.origin) }] };
  const fields = fieldsOf(kindAt(kinds, desired), { key: desired.key });
  const written: Record<string, Json> = { ...(writtenSpec(fields, desired.spec, "") as Record<string, Json>) };
  const notes: Note[] = Object.entries(desired.origins).flatMap(([path, origin]) => {
    const steps = path.split(".").map((step) => (/^\d+$/.test(step) ? Number(step) : step));
    const label = desired.layers?.[path] ?? "";
    const [first = ""] = path.split(".");
    const inside = isLoose(fields, first, desired.spec[first] ?? null) ? ["unchecked", ...steps] : steps;
    return [{ at: inside, text: noteText(label, origin) }];
  });
  for (const { field, bound } of openBounds(desired, fields)) {
    for (const word of ["at_least", "at_most"] as const) {
      const limit = bound[word];
      if (!limit) continue;
      put(written, [...bound.path, word], writtenValue(field, limit.value, ""));
      notes.push({ at: [...bound.path, word], text: noteText(limit.layer ?? "", limit.origin) });
    }
    for (const word of ["one_of", "includes", "excludes"] as const) {
      const values = bound[word] ?? [];
      if (values.length === 0) continue;
      const items = values.map(({ value }): Value => value);
      put(written, [...bound.path, word], writtenValue(undefined, items, ""));
      for (const [index, { layer = "", origin }] of values.entries())
        notes.push({ at: [...bound.path, word, index], text: noteText(layer, origin) });
    }
  }
  const ignored = desired.ignored ?? [];
  if (ignored.length > 0) {
    written["ignore"] = [...new Set(ignored.map(({ text }) => text))];
    notes.push(...ignored.map(({ origin }, index) => ({ at: ["ignore", index], text: noteText("", origin) })));
  }
  return { body: written, notes };
}

function noteText(layer: string, origin: Origin): string {
  return ` ${layer === "" ? "" : `${layer}, `}${formatOrigin(origin)}`.replaceAll(/[\r\n]/g, " ");
}

/** What has parts says where each of them is from. */
function comment(node: Node | undefined, text: string): void {
  if (isScalar(node)) node.comment = text;
  else if (isCollection(node) && node.items.length === 0) node.comment = text;
  else if (isSeq(node)) for (const item of node.items) if (isCollection(item)) item.commentBefore ??= text;
}

function put(into: Record<string, Json>, [step = "", ...rest]: readonly string[], value: Json): void {
  const known = into[step];
  if (rest.length === 0) {
    into[step] = isObject(known) && isObject(value) ? { ...value, ...known } : value;
    return;
  }
  const inner: Record<string, Json> = isObject(known) ? { ...(known as Record<string, Json>) } : {};
  put(inner, rest, value);
  into[step] = inner;
}
