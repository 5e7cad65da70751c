import { fold, parentPath } from "../core/address.js";
import { placeOfNamed } from "../core/body-fields.js";
import type { Declaration } from "../core/declaration.js";
import { topParent, isTopLevel, kindAt, type Kinds, type PlacedKind } from "../core/kind.js";
import { terraformResources } from "../derive/terraform/resources.js";
import type { TerraformResource } from "../derive/terraform/types.js";
import { UniqueNames } from "./names.js";

/** A declaration with the resource that stands for its kind, and its name in the configuration. */
export interface ConvertedDeclaration {
  readonly declaration: Declaration;
  /** Its kind, under what it hangs on. */
  readonly kind: PlacedKind;
  readonly resource: TerraformResource;
  readonly name: string;
}

/** What the only thing of its sort on an instance is called. */
const onlyOne = "instance";

/** All things of a configuration, and how to find the one that a name means. */
export class ConvertedDeclarations {
  readonly list: readonly ConvertedDeclaration[];
  private readonly byPlace: ReadonlyMap<string, ConvertedDeclaration>;

  /** Names go to those that are declared first; what is declared twice counts once. */
  constructor(
    declarations: readonly Declaration[],
    private readonly kinds: Kinds,
  ) {
    const resources = new Map(terraformResources(kinds).map((resource) => [resource.kind.name, resource]));
    const names = new Map<string, UniqueNames>();
    const things = new Map<string, ConvertedDeclaration>();
    for (const declaration of declarations) {
      const { path, key } = declaration;
      const resource = resources.get(declaration.kind);
      if (!resource) continue;
      const kind = kindAt(kinds, declaration);
      const place = placeOf(kind, path, key);
      if (things.has(place)) continue;
      const kindNames = names.get(kind.name) ?? new UniqueNames();
      names.set(kind.name, kindNames);
      const words = [...(path ?? onlyOne).split("/"), ...(key === undefined ? [] : [key])];
      things.set(place, { declaration, kind, resource, name: kindNames.claim(words, kind.name) });
    }
    this.byPlace = things;
    this.list = [...things.values()];
  }

  /** The thing at the top of files that has that path or name, without letter case; undefined where it is not declared. */
  at(kind: string, path?: string): ConvertedDeclaration | undefined {
    return this.byPlace.get(placeOf({ name: kind, parent: topParent }, path));
  }

  /** The thing that a name stands for which something at a path says; undefined where it is not declared. */
  named(kind: string, name: string, by: ConvertedDeclaration): ConvertedDeclaration | undefined {
    const target = this.kinds.get(kind);
    const place = target && placeOfNamed(target, name, { kind: by.kind, path: by.declaration.path });
    return place && this.byPlace.get(placeOf(kindAt(this.kinds, place), place.path, place.key));
  }

  /** What a thing hangs on, or the nearest group above it, where that is declared. */
  holderOf({ declaration: { path }, kind }: ConvertedDeclaration): ConvertedDeclaration | undefined {
    if (!isTopLevel(kind)) return this.at(kind.parent, path);
    if (!kind.tree || path === undefined) return undefined;
    for (let above = parentPath(path); above !== undefined; above = parentPath(above)) {
      const holder = this.at(kind.tree.parent, above);
      if (holder) return holder;
    }
    return undefined;
  }
}

function placeOf({ name, parent }: Pick<PlacedKind, "name" | "parent">, path = "", key?: string): string {
  return `${parent} ${name}:${fold(path)}${key === undefined ? "" : `:${key}`}`;
}
