import {
  depth,
  firstSegment,
  fold,
  formatAddress,
  isAtOrUnder,
  isFullPath,
  isUnder,
  looksLikeId,
  parentPath,
  pathsAbove,
} from "../../core/address.js";
import type { Query } from "../../core/api.js";
import { ApiError } from "../../core/errors.js";
import { glob, globRoot } from "../../core/glob.js";
import type { Json, JsonObject } from "../../core/json.js";
import {
  everyFieldsOf,
  isAbsent,
  isInherent,
  isLive,
  type Kinds,
  kindsUnder,
  type PlacedKind,
  placedKinds,
  topKind,
  topParent,
} from "../../core/kind.js";
import type { Live } from "../../core/plan.js";
import { type ReadRoute, routePath } from "../../core/route.js";
import { identified, isLeaving } from "../forms/index.js";
import type { LiveInstance } from "./decide.js";
import { pathOf, treeOf, type Trees } from "./trees.js";

/** The part of an instance that is looked at. */
export interface Scope {
  /** Globs of full paths; a path without a wildcard stands for itself and all below it. Empty for the whole instance. */
  readonly under: readonly string[];
  /** Names of kinds; empty for all. */
  readonly kinds: readonly string[];
  /** Also what belongs to the instance as a whole, beside paths; without paths that alone. */
  readonly withInstance?: true;
  /** Also what is there without anybody's doing and says nothing. */
  readonly inherent?: true;
}

/** A scope as the survey asks it. */
export class SurveyScope {
  /** Paths below which all that is looked at lies, none below another; an empty one is the whole instance. */
  readonly roots: readonly string[];
  /** True if all of the instance is looked at. */
  readonly isWhole: boolean;
  /** True if what belongs to the instance as a whole is looked at too: it lies under no path, so beside paths it must be asked for, or by its kind. */
  readonly readsInstance: boolean;
  private readonly tests: readonly { readonly pattern: string; readonly matches: (path: string) => boolean }[];
  private readonly met = new Set<string>();

  constructor(
    private readonly scope: Scope,
    private readonly kinds: Kinds,
  ) {
    const patterns = scope.under.map((pattern) => (pattern.includes("*") ? pattern : `${pattern}/**`));
    this.tests = scope.under.map((pattern, index) => ({ pattern, matches: glob(patterns[index] ?? "") }));
    this.isWhole = patterns.length === 0 && !scope.withInstance;
    this.roots = this.isWhole ? [""] : topmost(patterns.map((pattern) => globRoot(pattern)));
    this.readsInstance = this.isWhole || scope.withInstance === true || scope.kinds.length > 0;
  }

  /** True if a full path is looked at. */
  holds(path: string): boolean {
    const met = this.tests.filter(({ matches }) => matches(path));
    for (const { pattern } of met) this.met.add(pattern);
    return this.isWhole || met.length > 0;
  }

  /** Globs that matched nothing of what was looked at; none where nothing that has a path is. */
  unmatched(): readonly string[] {
    const looks = kindsUnder(this.kinds, topParent).some((kind) => kind.tree && this.visits(kind));
    return looks ? this.scope.under.filter((pattern) => !this.met.has(pattern)) : [];
  }

  /** True if members of a kind are asked for. */
  wants(kind: PlacedKind): boolean {
    return isLive(kind) && (this.scope.kinds.length === 0 ? kind.exported !== "asked" : this.scope.kinds.includes(kind.name));
  }

  /** True if what a list shows counts as there. */
  counts(kind: PlacedKind, reply: JsonObject): boolean {
    return !isAbsent(kind, reply) && (this.scope.inherent === true || !isInherent(kind, reply));
  }

  /** True if members of a kind are asked for, or what hangs on them. */
  visits(kind: PlacedKind): boolean {
    return this.wants(kind) || kindsUnder(this.kinds, kind.name).some((child) => this.wants(child));
  }
}

/** Roots that lie in no other one. */
function topmost(roots: readonly string[]): string[] {
  if (roots.includes("")) return [""];
  const folded = [...new Set(roots.map(fold))];
  return folded.filter((root) => !folded.some((other) => isUnder(root, other)));
}

/** Lists of the groups and projects that a survey looks at, and which of them are on their way out. */
export class SurveyLists {
  /** Paths of what is scheduled for deletion: what lies below goes with it, although its own reply does not say so. */
  private readonly leaving: string[] = [];

  constructor(
    private readonly instance: LiveInstance,
    private readonly trees: Trees,
    private readonly scope: SurveyScope,
    /** Told of what is left out, a sentence each. */
    private readonly gap: (sentence: string) => void,
    /** Told that so many groups or projects more are to be read. */
    private readonly onExpect: ((count: number) => void) | undefined,
  ) {}

  /** All groups of the scope, those that hold others first. They are listed to the end before anything in them is read, since a list may name a group before the leaving one that holds it. */
  async holders(kind: PlacedKind): Promise<readonly JsonObject[]> {
    for (const path of this.scope.roots.flatMap((root) => pathsAbove(root).toReversed())) {
      // oxlint-disable-next-line no-await-in-loop -- few, and mostly none
      const above = await this.trees.find(kind, path);
      if (above) this.isLeaving(kind, above);
    }
    const listed: JsonObject[] = [];
    for await (const reply of this.below(kind)) listed.push(reply);
    listed.sort((a, b) => depth(pathOf(kind, a)) - depth(pathOf(kind, b)));
    return listed.filter((reply) => !this.isLeaving(kind, reply) && this.scope.holds(pathOf(kind, reply)));
  }

  /** All members of a kind that the scope holds, in the order of the platform's lists. */
  async *members(kind: PlacedKind): AsyncGenerator<JsonObject> {
    for await (const reply of this.below(kind)) if (this.scope.holds(pathOf(kind, reply))) yield reply;
  }

  /** True for what is scheduled for deletion, and for all below it. */
  isLeaving(kind: PlacedKind, reply: JsonObject): boolean {
    const path = pathOf(kind, reply);
    if (this.leaving.some((gone) => isAtOrUnder(path, gone))) return true;
    if (!isLeaving(kind, reply)) return false;
    this.leaving.push(path);
    this.gap(`${formatAddress({ kind: kind.name, path })} is scheduled for deletion`);
    return true;
  }

  /** Replies of all members below the roots, each once: what changes while a list is read may stand in it twice. */
  private async *below(kind: PlacedKind): AsyncGenerator<JsonObject> {
    const seen = new Set<string>();
    for (const root of this.scope.roots) {
      for await (const reply of this.belowRoot(kind, root)) {
        const path = pathOf(kind, reply);
        if (!isFullPath(path)) this.gap(`${kind.title} ${JSON.stringify(path)}: the server calls it what is no full path`);
        else if (!seen.has(fold(path))) yield identified(kind, reply);
        seen.add(fold(path));
      }
    }
  }

  /** Replies of all members below a root, the root itself among them. */
  private async *belowRoot(kind: PlacedKind, root: string): AsyncGenerator<JsonObject> {
    const { read, kinds, capabilities } = this.instance;
    const tree = treeOf(kind);
    const each = (route: ReadRoute, params: JsonObject, query: Query) =>
      read.each(routePath(route, params), query, this.onExpect);
    if (root === "") {
      yield* each(tree.all, {}, { ...tree.allQuery, ...(capabilities.user.administrator ? {} : tree.ownQuery) });
      return;
    }
    const holder = await this.trees.find(topKind(kinds, tree.parent), root);
    if (holder && kind.name === tree.parent) yield holder;
    if (holder) yield* each(tree.within, { [tree.parent]: holder["id"] }, { ...tree.withinQuery });
    if (holder || kind.name === tree.parent) return;
    if (root.includes("/")) {
      const group = await this.trees.find(kind, root);
      if (group) yield group;
    } else if (tree.personal !== undefined && looksLikeId(root)) yield* each(tree.all, {}, { ...tree.allQuery });
    else if (tree.personal !== undefined) yield* orNone(each(tree.personal, { user: root }, {}));
  }
}

/** Nothing where the list is not there. */
async function* orNone<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
  try {
    yield* items;
  } catch (error) {
    if (!(error instanceof ApiError && error.missing)) throw error;
  }
}

/** What groups give to what lies in them. Only that is kept of them. */
export class ParentValues {
  private readonly known = new Map<string, Promise<JsonObject | undefined>>();

  constructor(
    private readonly kinds: Kinds,
    /** Reads a group that nobody has told of. */
    private readonly read: (kind: PlacedKind, path: string) => Promise<Live | undefined>,
  ) {}

  /** Live attributes of a group that what lies in it may inherit: its own values, else those of the groups above it. undefined where there is none. */
  async find(kind: PlacedKind, path: string): Promise<JsonObject | undefined> {
    if (!this.known.has(fold(path))) this.tell(kind, path, this.read(kind, path));
    return this.known.get(fold(path));
  }

  /** Tells of a group that is read anyway, so that it is not read again. */
  tell(kind: PlacedKind, path: string, reading: Promise<Live | undefined>): void {
    const given = reading.then(async (live) => live && this.givenBy(kind, path, live.spec));
    // Whoever asks for it gets the error; until then it must not end the process.
    given.catch(() => undefined);
    this.known.set(fold(path), given);
  }

  private async givenBy(kind: PlacedKind, path: string, spec: JsonObject): Promise<JsonObject> {
    const parent = parentPath(path);
    const above = parent === undefined ? undefined : await this.find(kind, parent);
    const top = parent === undefined ? undefined : await this.find(kind, firstSegment(path));
    return Object.fromEntries(
      [...this.inheritable(kind)].map(([name, from]) => [name, ownValue(spec, name) ?? (from === "top" ? top : above)?.[name]]),
    );
  }

  /** Attributes of a group that decide what another thing's are while nobody sets them, and which groups above it are asked next. */
  private inheritable(holder: PlacedKind): ReadonlyMap<string, "nearest" | "top"> {
    const pairs = placedKinds(this.kinds).flatMap((kind) =>
      everyFieldsOf(kind)
        .flatMap((fields) => Object.entries(fields))
        .flatMap(([name, { defaultFrom = [] }]) =>
          defaultFrom.flatMap((source): [string, "nearest" | "top"][] => {
            if (source === "parent") return [[name, "nearest"]];
            if (source === "parent-or-top") return [[name, "top"]];
            return typeof source === "object" && source.kind === holder.name ? [[source.field, "nearest"]] : [];
          }),
        ),
    );
    return new Map(pairs);
  }
}

/** What a group says itself; an empty text says nothing. */
function ownValue(spec: JsonObject, name: string): Json | undefined {
  return spec[name] === "" ? undefined : (spec[name] ?? undefined);
}
