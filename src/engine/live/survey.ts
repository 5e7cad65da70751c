import { thingKey } from "../../core/address-key.js";
import { formatAddress, isUnder, parentPath } from "../../core/address.js";
import { ApiError } from "../../core/errors.js";
import type { Fields } from "../../core/fields.js";
import type { JsonObject } from "../../core/json.js";
import {
  type PlacedKind,
  addressIn,
  canHangOn,
  fieldsOf,
  isListedShort,
  isTopLevel,
  kindsUnder,
  shownKey,
  topKind,
  topParent,
} from "../../core/kind.js";
import type { Live } from "../../core/plan.js";
import { numberOf } from "../../core/reply.js";
import { isForeignSlot, lackingAttribute, lackingKind } from "../snapshot/index.js";
import type { LiveInstance } from "./decide.js";
import { mapInFlight } from "./in-flight.js";
import { ResourceReplies } from "./replies.js";
import { ParentValues, type Scope, SurveyLists, SurveyScope } from "./survey-scope.js";
import { Trees, needsSingleRead, pathOf, readById, treeOf } from "./trees.js";

/** One live thing. */
export interface Found {
  readonly kind: PlacedKind;
  /** Full path of the group or project (also of what hangs on it), or the topic's name. */
  readonly path?: string;
  readonly key?: string;
  readonly live: Live;
  /** Live attributes of the group that holds it, or of what it hangs on; undefined where there is none that this token may see. */
  readonly parent?: JsonObject;
}

/** Told how a survey goes on. */
export interface SurveyEvents {
  /** So many groups or projects more are to be read. */
  readonly onExpect?: (count: number) => void;
  /** One group or project was read, with what hangs on it. */
  readonly onRead?: (address: string) => void;
}

/** What a survey is to find out. */
export interface SurveyOptions {
  /** Also what takes a single read for each (attributes that no list shows, and what there is one of) and names in place of numbers; else what lists show. */
  readonly details: boolean;
  /** Names in replies that are no attributes and are wanted as well. */
  readonly marks?: readonly string[];
}

/** Groups or projects whose children are read at once: enough to keep every connection busy, and few enough to keep memory small. */
const inFlight = 32;

/** Where something hangs that is read with what it hangs on. */
type ChildPlace = Pick<Found, "parent"> & { readonly kind: PlacedKind; readonly path: string };

/** Reads everything that is live and that kinds can say, or the part that a scope names, with names in place of numbers. */
export class Survey {
  /** What could not be read or is on its way out, a sentence each: an export says it, so that nothing is dropped in silence. */
  readonly gaps: string[] = [];
  private readonly trees: Trees;
  private readonly read: ResourceReplies;
  private readonly scope: SurveyScope;
  private readonly holders: ParentValues;
  private readonly lists: SurveyLists;
  /** Children that could not be read, by kind and path of what they hang on. */
  private readonly unread = new Set<string>();

  constructor(
    private readonly instance: LiveInstance,
    scope: Scope,
    private readonly options: SurveyOptions,
    private readonly events: SurveyEvents = {},
  ) {
    const { started } = instance;
    const known = options.details && started?.keeps !== "all" ? undefined : started?.trees;
    this.trees = known ?? new Trees(instance.read, instance.kinds);
    const { administrator } = instance.capabilities.user;
    this.read = new ResourceReplies({ ...instance, administrator }, this.trees);
    this.scope = new SurveyScope(scope, instance.kinds);
    const gap = (sentence: string) => this.gap(sentence);
    this.lists = new SurveyLists(instance, this.trees, this.scope, gap, events.onExpect);
    this.holders = new ParentValues(instance.kinds, async (kind, path) => this.readHolder(kind, path));
  }

  /** All things: those of the instance first, then groups, then projects, each followed by what hangs on it. */
  async *things(): AsyncGenerator<Found> {
    if (this.scope.readsInstance) yield* this.ofInstance();
    const trees = kindsUnder(this.instance.kinds, topParent).filter((kind) => kind.tree && this.scope.visits(kind));
    const holders = new Set(trees.map((kind) => treeOf(kind).parent));
    for (const name of holders) {
      const kind = topKind(this.instance.kinds, name);
      const listed = await this.lists.holders(kind);
      for (const reply of this.options.details ? [] : listed) {
        const path = pathOf(kind, reply);
        this.holders.tell(kind, path, this.live(kind, { path }, reply));
      }
      if (this.scope.visits(kind)) yield* this.members(kind, listed);
    }
    for (const kind of trees) if (!holders.has(kind.name)) yield* this.members(kind, this.lists.members(kind));
  }

  /** Globs of the scope that matched nothing, once all things were read. */
  unmatched(): readonly string[] {
    return this.scope.unmatched();
  }

  /** One group or project by its path, with what hangs on it; nothing if it is not there. */
  async at(kind: PlacedKind, path: string): Promise<readonly Found[]> {
    const reply = await this.trees.find(kind, path);
    return reply ? this.treeMember(kind, reply) : [];
  }

  /** True if a thing of this kind and path would have been met: it lies in the scope, and could be read. */
  covers(kind: PlacedKind, path: string | undefined, key?: string): boolean {
    const isOfInstance = !kind.tree && isTopLevel(kind);
    const place = isOfInstance ? "" : (path ?? "");
    if (!this.scope.wants(kind) || !this.isWithinReach(kind, key) || this.unread.has(thingKey(kind, place, undefined)))
      return false;
    return isOfInstance ? this.scope.readsInstance : this.scope.holds(path ?? "");
  }

  /** True if this server has the kind and this token may read it; else it is a gap. */
  private isWithinReach(kind: PlacedKind, key?: string): boolean {
    const lacks = lackingKind(this.instance, { key }, kind);
    const first = lacks.find(({ rule }) => rule !== "role" || kind.administrators === "read");
    if (first === undefined) return true;
    // What the licence or the release lacks is not there: only what the token may not see is left out.
    if (first.rule === "role")
      this.gap(`${kind.title}: only an administrator may read it, and ${this.instance.capabilities.user.username} is none`);
    return false;
  }

  private async *ofInstance(): AsyncGenerator<Found> {
    for (const kind of kindsUnder(this.instance.kinds, topParent)) {
      if (kind.tree || !this.scope.wants(kind) || !this.isWithinReach(kind)) continue;
      try {
        yield* this.topLevel(kind);
      } catch (error) {
        // Which role reads what differs by release; what an administrator cannot read is a fault that stops the command.
        if (this.instance.capabilities.user.administrator || !isRefusal(error)) throw error;
        this.unread.add(thingKey(kind, "", undefined));
        this.gap(`${kind.title}: the server refuses it to ${this.instance.capabilities.user.username} (${error.answer})`);
      }
    }
  }

  private async *topLevel(kind: PlacedKind): AsyncGenerator<Found> {
    if (kind.as === "one") {
      const reply = await this.one(kind, {});
      if (reply) yield { kind, live: await this.live(kind, {}, reply) };
    } else {
      for await (const reply of this.read.each(kind, {})) {
        const path = shownKey(kind, reply);
        yield { kind, path, live: await this.live(kind, { path }, reply) };
      }
    }
  }

  private async *members(kind: PlacedKind, listed: AsyncIterable<JsonObject> | Iterable<JsonObject>): AsyncGenerator<Found> {
    for await (const member of mapInFlight(listed, inFlight, async (reply) => this.treeMember(kind, reply))) yield* member;
  }

  private async treeMember(kind: PlacedKind, listed: JsonObject): Promise<Found[]> {
    const path = pathOf(kind, listed);
    const address = formatAddress({ kind: kind.name, path });
    if (this.lists.isLeaving(kind, listed)) return [];
    const holderKind = topKind(this.instance.kinds, treeOf(kind).parent);
    const reading = this.memberLive(kind, path, listed);
    if (this.options.details && kind === holderKind) this.holders.tell(kind, path, reading);
    const live = await reading;
    const parent = parentPath(path);
    const holder = parent === undefined ? undefined : await this.holders.find(holderKind, parent);
    const member: Found = { kind, path, live, ...(holder === undefined ? {} : { parent: holder }) };
    const children = await Promise.all(
      kindsUnder(this.instance.kinds, kind.name)
        .filter((child) => this.scope.wants(child) && canHangOn(child, path) && this.isWithinReach(child))
        .map(async (child) => this.children(child, member, path)),
    );
    this.events.onRead?.(address);
    return [...(this.scope.wants(kind) ? [member] : []), ...children.flat()];
  }

  private async memberLive(kind: PlacedKind, path: string, listed: JsonObject): Promise<Live> {
    const fields = fieldsOf(kind);
    const isWhole = this.options.details && this.scope.wants(kind);
    const isLong = isWhole && needsSingleRead(fields, Object.keys(fields));
    // The reply of the single read is not kept: it is large, and of each thing only what is written counts.
    const reply = isLong ? await readById(this.instance.read, kind, numberOf(listed) ?? path, true) : undefined;
    const live = await this.live(kind, { path }, reply ?? listed);
    return isWhole ? this.read.withOwnRoutes(kind, live, this.known(fields)) : live;
  }

  /** Attributes that this server has. */
  private known(fields: Fields): string[] {
    const { capabilities } = this.instance;
    return Object.keys(fields).filter((name) => lackingAttribute(capabilities, name, fields[name]).length === 0);
  }

  /** A group that no list of the scope shows: without details only one above it, which was read to find the list. */
  private async readHolder(kind: PlacedKind, path: string): Promise<Live | undefined> {
    if (!this.options.details) {
      const above = this.scope.roots.some((root) => isUnder(root, path)) ? await this.trees.find(kind, path) : undefined;
      return above && this.live(kind, { path }, above);
    }
    const reply = await this.trees.follow(kind, path, true);
    return reply && this.live(kind, { path }, reply);
  }

  private async children(kind: PlacedKind, parent: Found, path: string): Promise<Found[]> {
    const params = { [parent.kind.name]: parent.live.id };
    const shared: ChildPlace = { kind, path, parent: parent.live.spec };
    try {
      if (kind.as === "one") {
        const reply = await this.one(kind, params);
        return reply === undefined ? [] : [{ ...shared, live: await this.live(kind, { path }, reply, params) }];
      }
      const listed = await (this.scope.isWhole ? this.read.listedAmong(kind, params) : this.read.listed(kind, params));
      const counted = listed.filter((reply) => this.scope.counts(kind, reply));
      const members = await Promise.all(counted.map(async (reply) => this.child(shared, reply, params)));
      return members.filter((member) => member !== undefined);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      this.unread.add(thingKey(kind, path, undefined));
      this.gap(`${kind.file} of ${parent.live.address} cannot be read: ${error.answer}`);
      return [];
    }
  }

  private async child(shared: ChildPlace, listed: JsonObject, params: JsonObject): Promise<Found | undefined> {
    const { kind, path } = shared;
    const key = shownKey(kind, listed);
    const address = formatAddress(addressIn(kind, path, key));
    if (isForeignSlot(kind, key)) {
      this.gap(`${address} is of a sort that trueup does not know`);
      return undefined;
    }
    if (!this.isWithinReach(kind, key)) return undefined;
    const reply = isListedShort(kind) && this.options.details ? await this.read.byKey(kind, params, key) : listed;
    return reply && { ...shared, key, live: await this.live(kind, { path, key }, reply, params) };
  }

  /** What there is one of, which no list shows: unless it may be absent, it is there without being looked at. */
  private async one(kind: PlacedKind, params: JsonObject): Promise<JsonObject | undefined> {
    const isFree = isTopLevel(kind) && this.instance.known?.[kind.name] !== undefined;
    return this.options.details || isFree || kind.routes.create ? this.read.one(kind, params) : {};
  }

  private async live(
    kind: PlacedKind,
    names: { readonly path?: string; readonly key?: string },
    reply: JsonObject,
    params: JsonObject = {},
  ): Promise<Live> {
    const { details, marks } = this.options;
    const desired = marks ? { marks } : {};
    const shown = this.read.live(kind, names, reply, desired, params);
    const fields = fieldsOf(kind, { key: names.key });
    const live = details && !kind.tree ? await this.read.withOwnRoutes(kind, shown, this.known(fields), params) : shown;
    return details ? this.read.named(kind, live) : live;
  }

  private gap(sentence: string): void {
    if (!this.gaps.includes(sentence)) this.gaps.push(sentence);
  }
}

/** True for what a server answers about what is not there, or not for this user to see. */
function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.status === 403 || error.status === 404);
}
