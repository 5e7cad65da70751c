import { fold, formatAddress, isUnder, looksLikeId, parentPath } from "../core/address.js";
import { ApiError } from "../core/errors.js";
import { isObject, type JsonObject, textAt } from "../core/json.js";
import { fieldsOf, type Kind, kindOf, kindsUnder } from "../core/kind.js";
import type { Live } from "../core/plan.js";
import { fillPath, parseRoute } from "../core/route.js";
import { decodeReply, readAttribute } from "./decode.js";
import { lackingKind } from "./guard.js";
import { mapInFlight } from "./in-flight.js";
import type { References } from "./references.js";
import { type Scope, SurveyScope } from "./survey-scope.js";
import { pathOf, treeOf, type Trees } from "./trees.js";
import { openReaders, type Outlook } from "./world.js";

/** One live thing. */
export interface Found {
  readonly kind: Kind;
  /** Full path of the group or project (also of what hangs on it), or the topic's name. */
  readonly path?: string;
  readonly key?: string;
  readonly live: Live;
  /** Live attributes of the group that holds it, or of what it hangs on; undefined where there is none that this token may see. */
  readonly holder?: JsonObject;
}

/** Told how a survey goes on. */
export interface SurveyEvents {
  /** So many groups or projects more are to be read. */
  readonly onExpect?: (count: number) => void;
  /** One group or project was read, with what hangs on it. */
  readonly onRead?: (address: string) => void;
}

/** Groups or projects whose children are read at once: enough to keep every connection busy, and few enough to keep memory small. */
const inFlight = 32;

/**
 * Reads everything that is live and that kinds can say, or the part of it that a scope names: attributes in file form, names in place of numbers. With
 * `details`, also what takes a single read for each (attributes that no list shows, and what there is one of); without it, lists only, which tell what is there.
 */
export class Survey {
  /** What could not be read or is on its way out, a sentence each: an export says it, so that nothing is dropped in silence. */
  readonly gaps: string[] = [];
  readonly references: References;
  private readonly trees: Trees;
  private readonly scope: SurveyScope;
  private readonly holders = new Map<string, Promise<JsonObject | undefined>>();
  private readonly leaving: string[] = [];
  /** Children that could not be read, by kind and path of what they hang on. */
  private readonly unread = new Set<string>();

  constructor(
    private readonly outlook: Outlook,
    scope: Scope,
    private readonly details: boolean,
    private readonly events: SurveyEvents = {},
  ) {
    ({ trees: this.trees, references: this.references } = openReaders(outlook));
    this.scope = new SurveyScope(scope, outlook.kinds);
  }

  /** All things: those of the instance first, then groups, then projects, each followed by what hangs on it. */
  async *things(): AsyncGenerator<Found> {
    if (this.scope.readsInstance) yield* this.instance();
    for (const kind of this.outlook.kinds.values()) if (kind.tree && this.scope.visits(kind)) yield* this.members(kind);
  }

  /** One group or project by its path, with what hangs on it; nothing if it is not there. */
  async at(kind: Kind, path: string): Promise<readonly Found[]> {
    const reply = await this.trees.find(kind, path);
    return reply ? this.member(kind, reply) : [];
  }

  /** True if a thing of this kind and path would have been met: it lies in the scope, and could be read. */
  covers(kind: Kind, path: string | undefined): boolean {
    if (!this.scope.wants(kind) || !this.isWithinReach(kind) || this.unread.has(unreadKey(kind, path ?? ""))) return false;
    const isOfInstance = !kind.tree && kind.place.under === undefined;
    return isOfInstance ? this.scope.readsInstance : this.scope.holds(path ?? "");
  }

  /** True if this server has the kind and this token may read it; else it is a gap. */
  private isWithinReach(kind: Kind, key?: string): boolean {
    const lacks = lackingKind(this.outlook, key === undefined ? {} : { key }, kind).filter(
      ({ rule }) => rule !== "role" || kind.administrators === "read",
    );
    const [first] = lacks;
    if (first === undefined) return true;
    // What the licence or the release lacks is not there: only what the token may not see is left out.
    if (first.rule === "role")
      this.gap(`${kind.title}: only an administrator may read it, and ${this.outlook.capabilities.user.username} is none`);
    return false;
  }

  private async *instance(): AsyncGenerator<Found> {
    for (const kind of kindsUnder(this.outlook.kinds, undefined)) {
      if (kind.tree || !this.scope.wants(kind) || !this.isWithinReach(kind)) continue;
      if (kind.place.as === "one") {
        const reply = this.outlook.known?.[kind.name] ?? (await this.one(kind, {}));
        yield { kind, live: await this.live(kind, {}, reply) };
      } else {
        const { path } = parseRoute(kind.routes.list ?? "");
        for await (const reply of this.outlook.read.each(path)) yield await this.named(kind, reply);
      }
    }
  }

  private async named(kind: Kind, reply: JsonObject): Promise<Found> {
    const path = textAt(reply, kind.key?.read ?? "name");
    return { kind, path, live: await this.live(kind, { path }, reply) };
  }

  private async *members(kind: Kind): AsyncGenerator<Found> {
    const seen = new Set<string>();
    const listed = async function* (this: Survey): AsyncGenerator<JsonObject> {
      for (const root of this.scope.roots) {
        for await (const reply of this.listed(kind, root)) {
          const path = pathOf(kind, reply);
          if (seen.has(fold(path)) || !this.scope.holds(path)) continue;
          seen.add(fold(path));
          yield reply;
        }
      }
    };
    for await (const found of mapInFlight(listed.call(this), inFlight, async (reply) => this.member(kind, reply))) yield* found;
  }

  /** Replies of all members below a root, the root itself among them. */
  private async *listed(kind: Kind, root: string): AsyncGenerator<JsonObject> {
    const { read, kinds, capabilities } = this.outlook;
    const tree = treeOf(kind);
    const each = (route: string, params: JsonObject, query: JsonObject) =>
      read.each(fillPath(parseRoute(route).path, params), query as Parameters<typeof read.each>[1], this.events.onExpect);
    if (root === "") {
      yield* each(tree.all, {}, { ...tree.allQuery, ...(capabilities.user.administrator ? {} : tree.ownQuery) });
      return;
    }
    const holder = await this.trees.find(kindOf(kinds, tree.holder), root);
    if (holder && kind.name === tree.holder) yield holder;
    if (holder) yield* each(tree.within, { [tree.holder]: holder["id"] }, { ...tree.withinQuery });
    if (holder || kind.name === tree.holder) return;
    if (root.includes("/")) {
      const own = await this.trees.find(kind, root);
      if (own) yield own;
    } else if (tree.personal !== undefined && looksLikeId(root)) yield* each(tree.all, {}, { ...tree.allQuery });
    else if (tree.personal !== undefined) yield* orNone(each(tree.personal, { user: root }, {}));
  }

  private async member(kind: Kind, listed: JsonObject): Promise<Found[]> {
    const path = pathOf(kind, listed);
    const address = formatAddress({ kind: kind.name, path });
    if (this.leaving.some((gone) => isUnder(path, gone))) return [];
    if ((listed[treeOf(kind).scheduled] ?? null) !== null) {
      this.leaving.push(path);
      this.gap(`${address} is scheduled for deletion`);
      return [];
    }
    const reading = this.memberLive(kind, path, listed);
    if (this.details && kind.name === treeOf(kind).holder) void this.remember(kind, path, reading);
    const live = await reading;
    const parent = parentPath(path);
    const holder = this.details && parent !== undefined ? await this.holderOf(kind, parent) : undefined;
    const own: Found = { kind, path, live, ...(holder === undefined ? {} : { holder }) };
    const children = await Promise.all(
      kindsUnder(this.outlook.kinds, kind.name)
        .filter((child) => this.scope.wants(child) && this.isWithinReach(child))
        .map(async (child) => this.children(child, own, path)),
    );
    this.events.onRead?.(address);
    return [...(this.scope.wants(kind) ? [own] : []), ...children.flat()];
  }

  private async memberLive(kind: Kind, path: string, listed: JsonObject): Promise<Live> {
    const isLong = this.details && this.scope.wants(kind) && Object.values(kind.fields).some((field) => field.shown === "read");
    return this.live(kind, { path }, (isLong ? await this.long(kind, textAt(listed, "id")) : undefined) ?? listed);
  }

  /** The reply of the single read, which is not kept: it is large, and of each thing only what is written counts. */
  private async long(kind: Kind, id: string): Promise<JsonObject | undefined> {
    return this.outlook.read.find(fillPath(parseRoute(kind.routes.read ?? "").path, { [kind.name]: id }));
  }

  /** Live attributes of a group that what lies in it may inherit. */
  private async holderOf(kind: Kind, path: string): Promise<JsonObject | undefined> {
    const holder = kindOf(this.outlook.kinds, treeOf(kind).holder);
    return this.holders.get(fold(path)) ?? this.remember(holder, path, this.readHolder(holder, path));
  }

  private async readHolder(kind: Kind, path: string): Promise<Live | undefined> {
    const reply = looksLikeId(path) ? await this.trees.find(kind, path, true) : await this.long(kind, path);
    return reply && this.live(kind, { path }, reply);
  }

  private async remember(kind: Kind, path: string, reading: Promise<Live | undefined>): Promise<JsonObject | undefined> {
    const spec = reading.then(async (live) => live && this.inheritable(kind, path, live.spec));
    spec.catch(() => undefined);
    this.holders.set(fold(path), spec);
    return spec;
  }

  /** What a group gives to what lies in it: its own values, else those of the groups above it. */
  private async inheritable(kind: Kind, path: string, spec: JsonObject): Promise<JsonObject> {
    const parent = parentPath(path);
    const above = parent === undefined ? undefined : await this.holderOf(kind, parent);
    return Object.fromEntries(this.givenByHolders(kind).map((name) => [name, spec[name] ?? above?.[name]]));
  }

  /** Attributes of a group that decide what another thing's are while nobody sets them. */
  private givenByHolders(holder: Kind): string[] {
    const names = [...this.outlook.kinds.values()].flatMap(({ fields }) =>
      Object.entries(fields).flatMap(([name, { defaultFrom = [] }]) =>
        defaultFrom.flatMap((source) => {
          if (source === "holder") return [name];
          return typeof source === "object" && source.kind === holder.name ? [source.field] : [];
        }),
      ),
    );
    return [...new Set(names)];
  }

  private async children(kind: Kind, parent: Found, path: string): Promise<Found[]> {
    const params = { [parent.kind.name]: parent.live.id };
    const shared = { kind, path, holder: parent.live.spec };
    try {
      if (kind.place.as === "one")
        return [{ ...shared, live: await this.live(kind, { path }, await this.one(kind, params), params) }];
      const listed = await this.outlook.read.list(fillPath(parseRoute(kind.routes.list ?? "").path, params));
      const own = listed.filter((reply) => this.scope.counts(kind, reply));
      const found = await Promise.all(own.map(async (reply) => this.child(shared, reply, params)));
      return found.filter((one) => one !== undefined);
    } catch (error) {
      if (!(error instanceof ApiError) || (error.status !== 403 && error.status !== 404)) throw error;
      this.unread.add(unreadKey(kind, path));
      this.gap(`${kind.place.file} of ${parent.live.address} cannot be read: ${error.serverMessage || `status ${error.status}`}`);
      return [];
    }
  }

  private async child(
    shared: Pick<Found, "holder"> & { readonly kind: Kind; readonly path: string },
    listed: JsonObject,
    params: JsonObject,
  ): Promise<Found | undefined> {
    const { kind, path } = shared;
    const key = textAt(listed, kind.key?.read ?? "name");
    const address = formatAddress({ kind: kind.name, path, key });
    // Where the update also creates, the list shows less than the single read.
    const isShort = kind.routes.create === undefined;
    if (isShort && kind.key?.values && !kind.key.values.includes(key)) {
      this.gap(`${address} is of a sort that trueup does not know`);
      return undefined;
    }
    if (!this.isWithinReach(kind, key)) return undefined;
    const reply =
      isShort && this.details
        ? await this.outlook.read.find(fillPath(parseRoute(kind.routes.read ?? "").path, { ...params, key }))
        : listed;
    return reply && { ...shared, key, live: await this.live(kind, { path, key }, reply, params) };
  }

  /** What there is one of, which no list shows: it is there without being looked at. */
  private async one(kind: Kind, params: JsonObject): Promise<JsonObject> {
    if (!this.details) return {};
    const { body } = await this.outlook.read.get(fillPath(parseRoute(kind.routes.read ?? "").path, params));
    return isObject(body) ? body : {};
  }

  private async live(
    kind: Kind,
    names: { readonly path?: string; readonly key?: string },
    reply: JsonObject,
    params: JsonObject = {},
  ): Promise<Live> {
    const fields = fieldsOf(kind, names.key);
    const live = decodeReply(kind, formatAddress({ kind: kind.name, ...names }), names.key, reply);
    if (!this.details) return live;
    const within = params[kind.place.under ?? ""];
    for (const [name, field] of Object.entries(fields)) {
      if (field.item?.target !== undefined)
        this.references.learn(field, readAttribute(field, name, reply), typeof within === "number" ? within : undefined);
    }
    return { ...live, spec: await this.references.namedSpec(fields, live.spec) };
  }

  private gap(sentence: string): void {
    if (!this.gaps.includes(sentence)) this.gaps.push(sentence);
  }
}

function unreadKey(kind: Kind, path: string): string {
  return `${kind.name}:${fold(path)}`;
}

/** Nothing where the list is not there. */
async function* orNone<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
  try {
    yield* items;
  } catch (error) {
    if (!(error instanceof ApiError && error.missing)) throw error;
  }
}
