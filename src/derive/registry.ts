import { topParent, type Kind, parentsOf } from "../core/kind.js";

/** A kind with the file that declares it. */
export interface FoundKind {
  /** Name of the export. */
  readonly name: string;
  /** Path from the registry, for example `./topic.js`. */
  readonly from: string;
  readonly kind: Kind;
}

/** Kinds in the order in which they are applied: at the top singletons (with those that give defaults first), maps, then trees (holders first); then what stands inside, likewise. */
export function orderKinds(kinds: readonly FoundKind[]): FoundKind[] {
  const ordered: FoundKind[] = [];
  const defaults = new Set(kinds.flatMap(({ kind }) => kind.tree?.defaultVisibility.kind ?? []));
  const rank = ({ kind }: FoundKind): number => {
    if (kind.tree) return kind.tree.parent === kind.name ? 3 : 4;
    return kind.key ? 2 : defaults.has(kind.name) ? 0 : 1;
  };
  const walked = new Set<string>();
  const add = (parent: string): void => {
    walked.add(parent);
    // What may hang on several comes after the last of them.
    const level = kinds.filter(
      (kind) =>
        !ordered.includes(kind) &&
        parentsOf(kind.kind).includes(parent) &&
        parentsOf(kind.kind).every((name) => walked.has(name)),
    );
    ordered.push(...level.sort((a, b) => rank(a) - rank(b) || (a.kind.name < b.kind.name ? -1 : 1)));
  };
  add(topParent);
  // The list grows while it is walked, so children of children follow too.
  for (const { kind } of ordered) add(kind.name);
  const lost = kinds.find((kind) => !ordered.includes(kind));
  const strange = lost && parentsOf(lost.kind).find((name) => !walked.has(name));
  if (lost) throw new Error(`the kind ${lost.kind.name} stands under ${strange ?? "nothing"}, which is no kind`);
  return ordered;
}

/** The text of the registry of kinds. */
export function registryText(kinds: readonly FoundKind[]): string {
  const imports = [...kinds]
    .sort((a, b) => (a.from < b.from ? -1 : 1))
    .map(({ name, from }) => `import { ${name} } from "${from}";`);
  const entries = orderKinds(kinds).map(({ name }) => `  [${name}.name, ${name}],`);
  return [
    "// Made by `npm run generate` from the files beside it. Do not edit.",
    'import type { Kind, Kinds } from "../core/kind.js";',
    ...imports,
    "",
    "/** All kinds by name, in the order in which they are applied. */",
    "export const kinds: Kinds = new Map<string, Kind>([",
    ...entries,
    "]);",
    "",
  ].join("\n");
}
