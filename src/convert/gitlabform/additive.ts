import { isObject, type Value } from "../../core/json.js";
import { kindIn, kindOf, type Kinds } from "../../core/kind.js";
import { pointerStep } from "../../core/pointer.js";
import { levelWord } from "./entries.js";
import { sections } from "./sections.js";

/** JSON pointers of the lists in a file to which gitlabform only adds, and which are whole lists in ours. */
export function additiveIn(file: { readonly [name: string]: Value }, kinds: Kinds): readonly string[] {
  const adding = Object.values(sections).flatMap(({ kind, parent, adds = [] }) =>
    adds.length === 0 ? [] : [{ file: kindIn(kindOf(kinds, kind), parent).file, adds: new Set(adds) }],
  );
  const listsIn = (value: Value | undefined, at: string): readonly string[] =>
    adding.flatMap(({ file: name, adds }) =>
      entriesAt(isObject(value) ? value[name] : undefined, at + pointerStep(name)).flatMap(([entry, entryAt]) =>
        entriesAt(entry, entryAt).flatMap(([list, listAt, attribute]) =>
          adds.has(attribute) && !isNobody(list) ? [listAt] : [],
        ),
      ),
    );
  const bodies = ["presets", "groups", "projects"].flatMap((name) => entriesAt(file[name], pointerStep(name)));
  const policies = entriesAt(file["policies"], "/policies").map(
    ([policy, at]) => [isObject(policy) ? policy["set"] : undefined, `${at}/set`] as const,
  );
  return [...new Set([...policies, ...bodies].flatMap(([body, at]) => listsIn(body, at)))];
}

function entriesAt(value: Value | undefined, at: string): readonly (readonly [value: Value, at: string, name: string])[] {
  if (!isObject(value)) return [];
  return Object.entries(value).map(([name, part = null]) => [part, at + pointerStep(name), name] as const);
}

/** Where nobody may, gitlabform takes all others away, too. */
function isNobody(list: Value): boolean {
  return (
    Array.isArray(list) && list.every((one: Value) => isObject(one) && levelWord(one["access_level"] as never) === "no_access")
  );
}
