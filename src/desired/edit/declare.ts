import { join, posix } from "node:path";
import { fold, parentPath } from "../../core/address.js";
import type { Declaration, Layout } from "../../core/declaration.js";
import type { Json, JsonObject } from "../../core/json.js";
import { fieldsOf, topParent, kindAt, kindsUnder, type PlacedKind, topKind } from "../../core/kind.js";
import type { Loaded } from "../index.js";
import { whyUnplaced } from "../scopes.js";
import { type BodyContext, entryLines, memberName, type Nested, saidAlone } from "../write/body.js";
import { environmentFile, nest, writeFiles, type WrittenFile } from "../write/files.js";
import { writtenSpec } from "../write/written.js";
import { type Bodies, directoryOf, relativePath } from "./bodies.js";
import { mapAt, type MapContent, newEntry, type EditedDocument } from "./document.js";
import { Neighbours, placeAmong } from "./neighbours.js";
import type { Unmade } from "./unmade.js";
import { placeFor } from "./value.js";

/**
 * Puts things that no file declares into the sketches, each where its neighbours are: children into the body of their parent, others beside those whose
 * path is most like theirs. Gives new files for those that have no neighbour. What no file may say by its scopes goes to `unmade`. `path` of such a file is relative to the root of the files.
 */
export function declare(
  declarations: readonly Declaration[],
  bodies: Bodies,
  layout: Layout,
  unmade: Unmade[],
): readonly WrittenFile[] {
  const places = new Places(bodies, layout, unmade);
  for (const nested of nest(declarations, bodies.kinds)) places.put(nested);
  return places.newFiles();
}

/** A file, and where there is one the section of the nearest neighbours, with what their paths have in common. */
interface Near {
  readonly edited: EditedDocument;
  readonly section?: MapContent;
  readonly start?: string;
}

class Places {
  private readonly neighbours: Neighbours;
  /** Those for which new files are written. */
  private readonly strangers: Declaration[] = [];

  constructor(
    private readonly bodies: Bodies,
    private readonly layout: Layout,
    private readonly unmade: Unmade[],
  ) {
    this.neighbours = new Neighbours(bodies);
  }

  put(nested: Nested): void {
    const { declaration, children } = nested;
    const kind = kindAt(this.bodies.kinds, declaration);
    const body = this.bodies.find(kind, declaration.path, declaration.key);
    const parts = body ? this.bodies.parts(body) : [];
    if (parts.length === 0) {
      this.putTop(kind, nested);
      return;
    }
    for (const child of children) {
      const section = kindAt(this.bodies.kinds, child.declaration).file;
      const part = parts.find(({ spot: { content } }) => content.form === "map" && content.find(section)) ?? parts[0];
      const map = part && mapAt(part.spot);
      if (part && map) this.putIn(part.edited, map, child, kind);
    }
  }

  newFiles(): readonly WrittenFile[] {
    if (this.strangers.length === 0) return [];
    const { loaded, kinds } = this.bodies;
    const taken = [environmentFile, ...loaded.sources.map((source) => relativePath(source, loaded))];
    return writeFiles(this.strangers, { kinds, layout: this.layout, taken, schema: schemaOf(loaded) });
  }

  private putTop(kind: PlacedKind, nested: Nested): void {
    const { path: full = "", address } = nested.declaration;
    const near = this.near(kind, full);
    const edited = near?.edited ?? this.ownFile(kind, nested);
    const root = edited && mapAt(edited.root);
    const { scoped } = this.bodies.loaded;
    if (edited && root) this.putIn(edited, root, nested, undefined, near);
    else if (!scoped || this.mayBeNew(kind, nested)) this.strangers.push(...flat(nested));
    else this.unmade.push({ address, message: whyUnplaced(scoped, kind, full) });
  }

  /** The file to put a thing into, and the section, where there is one of its kind. */
  private near(kind: PlacedKind, path: string): Near | undefined {
    const near = this.neighbours.nearest(kind, path);
    const holder = this.holderOf(kind, path);
    if (near && near.common >= (holder?.common ?? 0))
      return { edited: near.section.edited, section: near.section.map, start: near.start };
    if (holder) return holder;
    return kind.tree ? undefined : this.instanceFile(kind);
  }

  /** The file of the nearest declared group above a path. */
  private holderOf(kind: PlacedKind, path: string): { readonly edited: EditedDocument; readonly common: number } | undefined {
    const holderKind = kind.tree && topKind(this.bodies.kinds, kind.tree.parent);
    for (let above = holderKind && parentPath(path); above !== undefined; above = parentPath(above)) {
      const body = this.bodies.find(holderKind, above, undefined);
      const [part] = body ? this.bodies.parts(body) : [];
      if (part && this.bodies.mayHold(part.edited.source.absolute, kind, path))
        return { edited: part.edited, common: above.split("/").length };
    }
    return undefined;
  }

  /** The file of what belongs to the whole instance too, the kinds before it first. */
  private instanceFile(kind: PlacedKind): { readonly edited: EditedDocument } | undefined {
    const order = [...this.bodies.kinds.keys()];
    const distance = (other: PlacedKind): number => Math.abs(order.indexOf(other.name) - order.indexOf(kind.name));
    const others = this.bodies.loaded.bodies.filter((body) => !body.parent && !body.kind.tree);
    const parts = others
      .sort((a, b) => distance(a.kind) - distance(b.kind))
      .flatMap((body) => this.bodies.parts(body).slice(0, 1));
    return parts.find(({ edited }) => this.bodies.mayHold(edited.source.absolute, kind, ""));
  }

  /** The file that the layout has for a thing, if it is there; the only file, where people keep all in one; any, where a new one would not be read. */
  private ownFile(kind: PlacedKind, nested: Nested): EditedDocument | undefined {
    const { loaded } = this.bodies;
    const sources = loaded.sources.filter(({ absolute }) => this.bodies.mayHold(absolute, kind, nested.declaration.path ?? ""));
    const written = this.newPath(nested);
    const source = sources.find((file) => fold(relativePath(file, loaded)) === fold(written));
    const isRead = loaded.directories.includes(loaded.directory);
    const isAll = loaded.sources.length === 1 && loaded.bodies.some((body) => body.kind.tree);
    const mayBeNew = isRead && !isAll && this.mayBeNew(kind, nested);
    const chosen = source ?? (mayBeNew ? undefined : sources[0]);
    return chosen && this.bodies.edited(chosen);
  }

  private mayBeNew(kind: PlacedKind, nested: Nested): boolean {
    const absolute = join(this.bodies.loaded.directory, this.newPath(nested));
    return this.bodies.mayHold(absolute, kind, nested.declaration.path ?? "");
  }

  /** The file that the layout has for a thing. */
  private newPath(nested: Nested): string {
    const [written] = writeFiles(flat(nested), { kinds: this.bodies.kinds, layout: this.layout });
    return written?.path ?? "";
  }

  /** Puts a thing under its section in a body, or at the top of a file; into a new section where there is none. */
  private putIn(edited: EditedDocument, map: MapContent, nested: Nested, parent: PlacedKind | undefined, near?: Near): void {
    const { declaration } = nested;
    const { kinds, loaded } = this.bodies;
    const kind = kindAt(kinds, declaration);
    const context: BodyContext = { kinds, directory: directoryOf(edited.source, loaded), step: edited.page.step };
    const name = memberName(kind, declaration);
    const spaced = kind.as === "tree" || (kind.as === "one" && !parent) ? ({ spaced: true } as const) : {};
    const entry = newEntry(name, bodyValue(nested, context), { lines: entryLines(name, nested, context), ...spaced });
    if (kind.as === "one") {
      map.insert(this.sectionPlace(map, parent, kind), entry);
      return;
    }
    const section = near?.section ?? sectionIn(map, kind, () => this.sectionPlace(map, parent, kind), parent === undefined);
    if (!section) return;
    section.insert(placeAmong(section, name, near?.start ?? ""), entry);
    if (!parent) this.neighbours.add(kind, name, () => ({ edited, map: section }));
  }

  private sectionPlace(map: MapContent, parent: PlacedKind | undefined, kind: PlacedKind): number {
    const { kinds } = this.bodies;
    const sections = kindsUnder(kinds, parent?.name ?? topParent).map(({ file }) => file);
    if (parent) return placeFor(kind.file, map, fieldsOf(parent), sections);
    const order = ["version", "instance", ...sections];
    const before = map.entries.findLastIndex(({ key }) => {
      const rank = order.indexOf(key);
      return rank >= 0 && rank <= order.indexOf(kind.file);
    });
    return before < 0 ? map.entries.length : before + 1;
  }
}

/** Where the schema is that the files refer to, relative to their root; null where none does. */
function schemaOf(loaded: Loaded): string | null {
  for (const source of loaded.sources) {
    const [, place] = /^# yaml-language-server: \$schema=(\S+)/m.exec(source.text) ?? [];
    if (place !== undefined && !place.includes(":")) return posix.join(directoryOf(source, loaded), place);
  }
  return null;
}

function sectionIn(map: MapContent, kind: PlacedKind, place: () => number, spaced: boolean): MapContent | undefined {
  const known = map.find(kind.file);
  if (known) return mapAt(known.spot);
  const made = newEntry(kind.file, {}, spaced ? { spaced: true } : {});
  map.insert(place(), made);
  return mapAt(made.spot);
}

/** A body with those inside of it, as a file says it. */
function bodyValue(nested: Nested, context: BodyContext): Json {
  const alone = saidAlone(nested, context);
  if (alone !== undefined) return alone;
  const { declaration, children } = nested;
  const kind = kindAt(context.kinds, declaration);
  const value: Record<string, JsonObject[string]> = {
    ...writtenSpec(fieldsOf(kind, { key: declaration.key }), declaration.spec, context.directory),
  };
  for (const child of children) {
    const childKind = kindAt(context.kinds, child.declaration);
    const { file, as } = childKind;
    const body = bodyValue(child, context);
    value[file] =
      as === "one" ? body : { ...(value[file] as JsonObject | undefined), [memberName(childKind, child.declaration)]: body };
  }
  return value;
}

function flat({ declaration, children }: Nested): Declaration[] {
  return [declaration, ...children.flatMap(flat)];
}
