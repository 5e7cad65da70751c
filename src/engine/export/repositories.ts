import { parentKey } from "../../core/address-key.js";
import { referencesOf } from "../../core/body-fields.js";
import type { Declaration } from "../../core/declaration.js";
import { type Field, whyInapplicable } from "../../core/fields.js";
import { type Kind, fieldsOf, kindAt } from "../../core/kind.js";
import { lookupOf } from "../../core/lookup.js";
import type { LiveInstance } from "../live/index.js";

/** What names something that comes with a commit, and what would be ignored without one, needs a repository with a commit when it is made anew. */
export function fillRepositories(
  declarations: Map<string, Declaration>,
  { kinds, directory }: Pick<LiveInstance, "kinds" | "directory">,
): void {
  const comesWithParent = ({ target }: Field): boolean =>
    target !== undefined && lookupOf(kinds, directory, target)?.comesWithParent !== undefined;
  for (const [ownKey, declaration] of declarations) {
    const { key, path, spec } = declaration;
    const kind = kindAt(kinds, declaration);
    const fields = fieldsOf(kind, { key });
    const needsBranch =
      referencesOf(fields, spec).some(({ field }) => comesWithParent(field)) ||
      Object.keys(spec).some((attribute) => whyInapplicable(fields[attribute]?.inapplicable, undefined, spec) !== undefined);
    if (!needsBranch || path === undefined) continue;
    const holder = parentKey(kind, path, kinds) ?? ownKey;
    const holding = declarations.get(holder);
    if (holding) declarations.set(holder, filled(kindAt(kinds, holding), holding));
  }
}

function filled(kind: Kind, declaration: Declaration): Declaration {
  const fields = fieldsOf(kind, { key: declaration.key });
  const { spec } = declaration;
  const names = Object.keys(fields).filter((name) => spec[name] !== undefined || fields[name]?.starts === "first-branch");
  if (names.some((name) => fields[name]?.starts === "import" && spec[name] !== undefined)) return declaration;
  return { ...declaration, spec: Object.fromEntries(names.map((name) => [name, spec[name] === undefined ? true : spec[name]])) };
}
