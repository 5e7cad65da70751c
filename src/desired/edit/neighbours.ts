import { depth, fold } from "../../core/address.js";
import { append, compareTexts } from "../../core/collections.js";
import type { PlacedKind } from "../../core/kind.js";
import type { Body } from "../body.js";
import type { Bodies } from "./bodies.js";
import type { MapContent, EditedDocument } from "./document.js";
import { lowerBound } from "./page.js";

/** A mapping of names to bodies of one kind, in a file. */
export interface Section {
  readonly edited: EditedDocument;
  readonly map: MapContent;
}

interface Neighbour {
  /** Folded. */
  readonly name: string;
  /** undefined once it was taken out. */
  readonly section: () => Section | undefined;
}

/** Where things of a kind stand, to put others beside them. */
export class Neighbours {
  /** By kind and by what their path begins with; then by how deep they lie. */
  private readonly found = new Map<string, Map<number, Neighbour[]>>();

  constructor(private readonly bodies: Bodies) {
    for (const body of bodies.loaded.bodies) {
      if (body.parent === undefined && body.path !== undefined) this.add(body.kind, body.path, () => this.sectionOf(body));
    }
  }

  /** Tells of one that now stands in a section. */
  add(kind: PlacedKind, path: string, section: () => Section | undefined): void {
    const name = fold(path);
    for (const start of beginnings(kind, name)) {
      const place = placeKey(kind, start);
      const rows = this.found.get(place) ?? new Map<number, Neighbour[]>();
      this.found.set(place, rows);
      append(rows, depth(name), { name, section });
    }
  }

  /** The nearest section in a file that may say it, with the number of parts that its path has in common. Of several the least deep counts, and of those the last before it. */
  nearest(
    kind: PlacedKind,
    path: string,
  ): { readonly section: Section; readonly start: string; readonly common: number } | undefined {
    const name = fold(path);
    for (const start of beginnings(kind, name)) {
      const section = this.best(placeKey(kind, start), name, ({ edited }) =>
        this.bodies.mayHold(edited.source.absolute, kind, path),
      );
      if (section) return { section, start, common: start === "" ? 0 : start.split("/").length };
    }
    return undefined;
  }

  /** The section of the last before a name, else of the first behind it, among the least deep. */
  private best(place: string, name: string, mayHold: (section: Section) => boolean): Section | undefined {
    const rows = [...(this.found.get(place) ?? [])].sort(([a], [b]) => a - b);
    for (const [, row] of rows) {
      row.sort((a, b) => compareTexts(a.name, b.name));
      // Without scopes only what was taken out is passed over, for good.
      const left = this.bodies.loaded.scoped ? [...row] : row;
      for (let next = nearestIn(left, name); next !== undefined; next = nearestIn(left, name)) {
        const section = left[next]?.section();
        if (section && mayHold(section)) return section;
        left.splice(next, 1);
      }
    }
    return undefined;
  }

  private sectionOf(body: Body): Section | undefined {
    const [part] = this.bodies.parts(body);
    const map = part?.steps.at(-1)?.holder;
    return part && map ? { edited: part.edited, map } : undefined;
  }
}

/** Where a new name goes among those of a section: in order where they are in order, else behind those that begin like it. */
export function placeAmong(map: MapContent, name: string, start: string): number {
  const entries = map.entries.filter(({ inherited }) => !inherited);
  const names = entries.map(({ key }) => fold(key));
  const folded = fold(name);
  if (names.every((candidate, index) => index === 0 || (names[index - 1] ?? "") < candidate)) {
    const next = names.findIndex((candidate) => candidate > folded);
    return next < 0 ? entries.length : next;
  }
  const last = names.findLastIndex((candidate) => start === "" || candidate === start || candidate.startsWith(`${start}/`));
  return last < 0 ? entries.length : last + 1;
}

/** What a path begins with, the longest first. Names that are no paths all begin alike. */
function beginnings({ as }: PlacedKind, name: string): string[] {
  if (as !== "tree") return [""];
  const segments = name.split("/");
  return segments.map((_, index) => segments.slice(0, segments.length - index).join("/"));
}

function nearestIn(row: readonly Neighbour[], name: string): number | undefined {
  const next = lowerBound(row.length, (index) => (row[index]?.name ?? "") >= name);
  return row.length === 0 ? undefined : Math.max(0, next - 1);
}

function placeKey(kind: PlacedKind, start: string): string {
  return `${kind.name} ${start}`;
}
