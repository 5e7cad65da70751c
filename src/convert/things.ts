import { fold, parentPath } from "../core/address.js";
import type { Declaration } from "../core/declaration.js";
import type { Kinds } from "../core/kind.js";
import { terraformResources } from "../derive/terraform/resources.js";
import type { TerraformResource } from "../derive/terraform/types.js";
import { Names } from "./names.js";

/** A declaration with the resource that stands for its kind, and its name in the configuration. */
export interface Thing {
  readonly declaration: Declaration;
  readonly resource: TerraformResource;
  readonly name: string;
}

/** What the only thing of its sort on an instance is called. */
const onlyOne = "instance";

/** All things of a configuration, and how to find the one that a name means. */
export class Things {
  readonly list: readonly Thing[];
  private readonly byPlace: ReadonlyMap<string, Thing>;

  /** Names go to those that are declared first; what is declared twice counts once. */
  constructor(declarations: readonly Declaration[], kinds: Kinds) {
    const resources = new Map(terraformResources(kinds).map((resource) => [resource.kind.name, resource]));
    const names = new Map<string, Names>();
    const found = new Map<string, Thing>();
    for (const declaration of declarations) {
      const { kind, path, key } = declaration;
      const resource = resources.get(kind);
      if (!resource || found.has(placeOf(kind, path, key))) continue;
      const own = names.get(kind) ?? new Names();
      names.set(kind, own);
      const words = [...(path ?? onlyOne).split("/"), ...(key === undefined ? [] : [key])];
      found.set(placeOf(kind, path, key), { declaration, resource, name: own.claim(words, kind) });
    }
    this.byPlace = found;
    this.list = [...found.values()];
  }

  /** The thing of that place, without letter case of its path; undefined where it is not declared. */
  at(kind: string, path?: string, key?: string): Thing | undefined {
    return this.byPlace.get(placeOf(kind, path, key));
  }

  /** What a thing hangs on, or the nearest group above it, where that is declared. */
  holderOf({ declaration: { path }, resource: { kind } }: Thing): Thing | undefined {
    if (kind.place.under !== undefined) return this.at(kind.place.under, path);
    if (!kind.tree || path === undefined) return undefined;
    for (let above = parentPath(path); above !== undefined; above = parentPath(above)) {
      const holder = this.at(kind.tree.holder, above);
      if (holder) return holder;
    }
    return undefined;
  }
}

function placeOf(kind: string, path = "", key?: string): string {
  return `${kind}:${fold(path)}${key === undefined ? "" : `:${key}`}`;
}
