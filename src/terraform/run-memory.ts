import { addressOf, type Address, fold, formatAddress, parentPath } from "../core/address.js";
import type { Kind } from "../core/kind.js";
import type { DesiredResource } from "../trueup.js";

/** Where a group or project goes: its new path, or null while that is not known. */
type NewPath = string | null;

/** A resource of Terraform that a plan was asked for. */
export interface PlannedResource {
  /** What it asks for, as far as it is known. */
  readonly desired: DesiredResource;
  /** The configuration as it was sent, to tell one resource that is planned twice from two of them. */
  readonly config: string;
  /** True where nothing is in the state. */
  readonly isNew: boolean;
}

/**
 * What one command of Terraform has read and planned so far. Terraform asks about one resource at a time and tells a provider nothing of the others, but it asks about
 * what a resource refers to before it asks about the resource: so what becomes of a child is decided by what becomes of its parent.
 */
export class RunMemory {
  /** Where groups and projects were found that the state has elsewhere. */
  private readonly found = new Map<string, NewPath>();
  /** Where plans move groups and projects. */
  private readonly moves = new Map<string, NewPath>();
  /** Every thing that is planned, by its address. */
  private readonly planned = new Map<string, readonly PlannedResource[]>();
  /** Groups and projects that are in the state and there, by the path that they have. */
  private readonly alive = new Map<string, boolean>();
  private readonly followed = new Map<string, Promise<string | undefined>>();
  /** True once something was applied: Terraform plans each thing again right before it, when what the plan showed counts no more. */
  isApplying = false;

  /** Remembers that the plan is being carried out. */
  beginApply(): void {
    this.isApplying = true;
    this.planned.clear();
    this.alive.clear();
  }

  /** Remembers where a group or project of the state was found, and whether it is protected from deletion. */
  find(kind: Kind, before: string, now: string, isProtected: boolean): void {
    if (this.isApplying) return;
    this.alive.set(treeKey(kind.name, now), isProtected);
    if (fold(before) !== fold(now)) this.found.set(treeKey(kind.name, before), now);
  }

  /** Whether a group or project that is in the state and there is protected; undefined where none was found. */
  protectionOf(kind: Kind, path: string): boolean | undefined {
    return this.alive.get(treeKey(kind.name, path));
  }

  /** Remembers where a plan moves a group or project. */
  move(kind: Kind, before: string, after: NewPath): void {
    this.moves.set(treeKey(kind.name, before), after);
    this.alive.delete(treeKey(kind.name, before));
  }

  /**
   * Remembers what is planned, and answers with the other resources that claim the same thing. Terraform plans a resource that it replaces twice: as it is in the
   * state, and then as a new one with the same configuration.
   */
  plan(kind: Kind, resource: PlannedResource): readonly PlannedResource[] {
    if (this.isApplying) return [];
    const key = claimKey(kind, resource.desired);
    const others = this.planned.get(key) ?? [];
    this.planned.set(key, [...others, resource]);
    const isAgain = (other: PlannedResource): boolean => resource.isNew && !other.isNew && other.config === resource.config;
    return others.filter((other) => !isAgain(other));
  }

  /** Where an old path leads to, asked once. */
  async follow(kind: Kind, path: string, ask: () => Promise<string | undefined>): Promise<string | undefined> {
    const key = treeKey(kind.name, path);
    const known = this.followed.get(key) ?? ask();
    this.followed.set(key, known);
    return known;
  }

  /** What is planned to be made or moved to an address; undefined where nothing is, so far. */
  changeAt(kind: Kind, address: Address): DesiredResource | undefined {
    const all = this.planned.get(claimKey(kind, address)) ?? [];
    return all.findLast(({ desired, isNew }) => isNew || desired.from)?.desired;
  }

  /** True if a group or project, or one that it lies in, is planned to be made: what the state has there goes with what was there before. */
  isMadeAnew(kind: Kind, path: string): boolean {
    return this.isNew(kind.name, path) || ancestors(path).some((above) => this.isNew(groupOf(kind), above));
  }

  /** True if a group that a group or project lies in is planned to be made. */
  isWithinMadeAnew(kind: Kind, path: string): boolean {
    return ancestors(path).some((above) => this.isNew(groupOf(kind), above));
  }

  /** Where a group or project will be that was at a path when the state was written; null where that is not known yet, undefined where it stays as far as this run knows. */
  placeOf(kind: Kind, path: string): NewPath | undefined {
    const now = lookUp(this.found, kind, path);
    const place = lookUp(this.moves, kind, now ?? path);
    return place === undefined ? now : place;
  }

  private isNew(kind: string, path: string): boolean {
    return this.planned.get(treeKey(kind, path))?.some(({ isNew }) => isNew) === true;
  }
}

/** What a map says of a path, or of the nearest group above it that it speaks of. */
function lookUp(all: ReadonlyMap<string, NewPath>, kind: Kind, path: string): NewPath | undefined {
  const known = all.get(treeKey(kind.name, path));
  if (known !== undefined) return known;
  for (const above of ancestors(path)) {
    const place = all.get(treeKey(groupOf(kind), above));
    if (place !== undefined) return place === null ? null : place + path.slice(above.length);
  }
  return undefined;
}

/** The paths above one, the nearest first. */
export function ancestors(path: string): readonly string[] {
  const above = parentPath(path);
  return above === undefined ? [] : [above, ...ancestors(above)];
}

/** The name of the kind whose members a group or project lies in. */
export function groupOf({ tree, name }: Kind): string {
  return tree?.parent ?? name;
}

function treeKey(kind: string, path: string): string {
  return `${kind}:${fold(path)}`;
}

/** Paths compare without letter case, keys as their kind says. */
function claimKey(kind: Kind, resource: Address): string {
  const { key, parent = "", ...place } = addressOf(resource);
  const at = fold(formatAddress(place));
  if (key === undefined) return kind.tree || parent === "" ? at : `${parent} ${at}`;
  return `${parent} ${at}:${kind.key?.caseless ? fold(key) : key}`;
}
