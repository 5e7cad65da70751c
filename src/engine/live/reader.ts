import { type Address, firstSegment, fold, formatAddress, nameBeforeLeaving, parentPath } from "../../core/address.js";
import type { JsonObject } from "../../core/json.js";
import { addressIn, fieldsOf, kindIn, kindOf, type PlacedKind, shownKey, topKind, topParent } from "../../core/kind.js";
import type { Live } from "../../core/plan.js";
import { numberOf, textOf } from "../../core/reply.js";
import { routePath } from "../../core/route.js";
import {
  type Answers,
  type MembershipNeed,
  type NearNeed,
  type Need,
  needKey,
  type OneNeed,
  type OwnNeed,
  type ParentNeed,
  type Proposed,
  type ProposedNeed,
  type SiblingsNeed,
  type Snapshot,
  type TreeNeed,
} from "../snapshot/index.js";
import { drain, mapInFlight, Memory } from "./in-flight.js";
import { hashOfServed } from "./pictures.js";
import {
  type ChildrenPlace,
  KeptNames,
  neededAttributes,
  type Params,
  type ReadSource,
  ResourceReplies,
  shortReply,
} from "./replies.js";
import { needsSingleRead, pathOf, type PathRequest, Trees } from "./trees.js";

type Answer = Answers[keyof Answers];

/** Called where a read about one group or project failed. Answers true where that concerns no other: the need then stays without an answer. */
export type OnUnread = (need: Need, error: unknown) => boolean;

/** Needs that are answered at once: enough to keep every connection busy, and few enough to keep memory small. */
const inFlight = 256;

/** Reads what decisions need, each need once, with as few requests as can be; keeps what is needed of replies and no reply. */
export class Reader {
  private readonly answers = new Map<string, Answer>();
  private readonly underway = new Map<string, Promise<void>>();
  private readonly kept: KeptNames;
  /** Kinds whose members were asked for on several things. */
  private readonly ofMany = new Set<string>();
  /** Groups and projects as far as they were read. */
  readonly trees: Trees;
  private readonly things: ResourceReplies;
  private readonly proposed: ProposedReplies;

  constructor(
    private readonly source: ReadSource,
    /** What is kept of replies about groups and projects: what was asked for, or all that their kinds can say, for who asks for all of some later. */
    readonly keeps: "needed" | "all" = "needed",
  ) {
    this.kept = new KeptNames(source.kinds);
    this.trees = new Trees(source.read, source.kinds, (kind, reply) =>
      keeps === "all" ? shortReply(kind, reply) : this.kept.of(kind, reply),
    );
    this.things = new ResourceReplies(source, this.trees);
    this.proposed = new ProposedReplies(source, this.trees);
  }

  /** All answers that were found until now. */
  get snapshot(): Snapshot {
    return this.answers;
  }

  /** Finds the answers to needs that have none yet. Throws what the first failed read throws, unless it is about what hangs on one thing and `onUnread` takes it. */
  async read(needs: readonly Need[], onUnread?: OnUnread): Promise<void> {
    const fresh = new Map(needs.map((need) => [needKey(need), need] as const));
    const earlier = new Set<Promise<void>>();
    for (const key of fresh.keys()) {
      const known = this.underway.get(key);
      if (known) earlier.add(known);
      if (known || this.answers.has(key)) fresh.delete(key);
    }
    const listed = [...fresh.values()].flatMap((need) => (need.read === "siblings" && need.parent ? [need.kind] : []));
    for (const kind of listed) if (listed.indexOf(kind) !== listed.lastIndexOf(kind)) this.ofMany.add(kind);
    const reading = this.readFresh(fresh, earlier, onUnread);
    // Whoever waits for it gets the error; until then it must not end the process.
    reading.catch(() => undefined);
    for (const key of fresh.keys()) this.underway.set(key, reading);
    await reading;
    await Promise.all(earlier);
  }

  private async readFresh(
    fresh: ReadonlyMap<string, Need>,
    earlier: Iterable<Promise<void>>,
    onUnread?: OnUnread,
  ): Promise<void> {
    try {
      const [byPath, others] = [true, false].map((is) => [...fresh].filter(([, need]) => asksForPaths(need) === is));
      const trees = [...fresh.values()].filter((need) => need.read === "tree");
      for (const need of fresh.values())
        if (need.read === "below" && need.attributes) this.kept.add(topKind(this.source.kinds, need.kind), need.attributes);
      // Lists of groups and projects show what single reads of them would ask for again.
      const loaded = Promise.all([...earlier, this.load(trees)]);
      const understood = Promise.all([loaded, this.things.ready()]);
      await Promise.all([
        this.answerAll(others ?? [], onUnread),
        understood.then(async () => this.answerAll(byPath ?? [], onUnread)),
      ]);
    } finally {
      for (const key of fresh.keys()) this.underway.delete(key);
    }
  }

  private async answerAll(needs: readonly (readonly [string, Need])[], onUnread?: OnUnread): Promise<void> {
    const answers = mapInFlight(needs, inFlight, async ([key, need]) => {
      if (onUnread && isOnOne(need)) await this.answerOnOne(key, need, onUnread);
      else this.answers.set(key, await this.answer(need));
    });
    await drain(answers);
  }

  private async answerOnOne(key: string, need: NeedOnOne, onUnread: OnUnread): Promise<void> {
    // Others lie in what it hangs on: that must be known in any case.
    if ("parent" in need) await this.place(need.kind, need.parent);
    try {
      this.answers.set(key, await this.answer(need));
    } catch (error) {
      if (!onUnread(need, error)) throw error;
    }
  }

  private async load(needs: readonly TreeNeed[]): Promise<void> {
    const desired = new Map<PlacedKind, Map<string, PathRequest>>();
    for (const { kind: name, path, attributes, long } of needs) {
      const kind = topKind(this.source.kinds, name);
      this.kept.add(kind, attributes);
      const paths = desired.get(kind) ?? new Map<string, PathRequest>();
      desired.set(kind, paths);
      const isAsked = paths.get(fold(path))?.long === true;
      paths.set(fold(path), { path, long: isAsked || (long ?? needsSingleRead(fieldsOf(kind), attributes)) });
    }
    await Promise.all([...desired].map(([kind, paths]) => this.trees.load(kind, [...paths.values()])));
  }

  private async answer(need: Need): Promise<Answer> {
    switch (need.read) {
      case "tree":
        return this.tree(need);
      case "below": {
        const kind = topKind(this.source.kinds, need.kind);
        const replies = await this.trees.all(kind, need.root, need.onlyInvolved === true);
        return replies.map((reply) => this.liveTree(kind, reply, need.attributes ?? []));
      }
      case "beside": {
        const kind = topKind(this.source.kinds, need.kind);
        this.kept.add(kind, need.attributes);
        const replies = await this.trees.beside(kind, need.holder);
        return replies.map((reply) => this.liveTree(kind, reply, need.attributes));
      }
      case "one":
        return this.inParent(need, async (place) => this.one(place, need));
      case "siblings":
        return this.inParent(need, async (place) => this.members(place, need));
      case "own":
        return this.inParent(need, async (place) => this.own(place, need));
      case "name":
        return this.things.references.nameOf(need);
      case "id":
        return this.things.references.idOf(need);
      case "exists":
        return this.things.references.exists(need);
      case "near":
        return this.namesNear(need);
      case "membership":
        return this.isMember(need);
      case "proposed":
        return (await this.inParent(need, async (place) => this.proposed.of(need, place))) ?? [];
      default:
        return hashOfServed(this.source.read, need.location, need.path);
    }
  }

  private async tree({ kind: name, path, attributes, long }: TreeNeed): Promise<Live | undefined> {
    const kind = topKind(this.source.kinds, name);
    const reply = await this.trees.find(kind, path, long ?? needsSingleRead(fieldsOf(kind), attributes));
    return reply && this.things.withOwnRoutes(kind, this.liveTree(kind, reply, attributes), attributes);
  }

  private liveTree(kind: PlacedKind, reply: JsonObject, attributes: readonly string[]): Live {
    const live = this.live(kind, { path: pathOf(kind, reply) }, reply, attributes);
    return live.scheduledForDeletion ? { ...live, spec: this.nameRestored(kind, live) } : live;
  }

  private live(
    kind: PlacedKind,
    names: Pick<Address, "path" | "key">,
    reply: JsonObject,
    attributes: readonly string[],
    params: Params = {},
  ): Live {
    const fields = fieldsOf(kind, { key: names.key });
    return this.things.live(kind, names, reply, { attributes: neededAttributes(fields, attributes) }, params);
  }

  /** Attributes with the name as it is again once the deletion is taken back. */
  private nameRestored({ tree }: PlacedKind, { id, spec }: Live): JsonObject {
    const name = spec[tree?.uniqueName ?? ""];
    const before = typeof name === "string" ? nameBeforeLeaving(name, id) : undefined;
    return before === undefined ? spec : { ...spec, [tree?.uniqueName ?? ""]: before };
  }

  private async one({ kind, path, params }: ChildrenPlace, { attributes }: OneNeed): Promise<Live | undefined> {
    const reply = await this.things.one(kind, params);
    return reply && this.live(kind, path === undefined ? {} : { path }, reply, attributes, params);
  }

  private async members({ kind, path, params }: ChildrenPlace, { attributes, key, scope }: SiblingsNeed): Promise<Live[]> {
    const listed = key === undefined ? await this.listed(kind, params, scope) : [await this.things.byKey(kind, params, key)];
    return listed.flatMap((reply) => {
      if (!reply) return [];
      const memberKey = key ?? shownKey(kind, reply);
      return [this.live(kind, path === undefined ? { path: memberKey } : { path, key: memberKey }, reply, attributes, params)];
    });
  }

  private async listed(kind: PlacedKind, params: Params, scope: string | undefined): Promise<readonly JsonObject[]> {
    const isOfMany = this.ofMany.has(kind.name) && scope === undefined;
    return isOfMany ? this.things.listedAmong(kind, params) : this.things.listed(kind, params, scope);
  }

  private async own({ kind, path, params }: ChildrenPlace, { id, attributes }: OwnNeed): Promise<Answers["own"]> {
    const key = kind.as === "one" ? undefined : String(id);
    const address = formatAddress(addressIn(kind, path, key));
    return this.things.own(kind, { address, id }, attributes, params);
  }

  /** Reads the children of a parent; undefined if the parent does not exist. */
  private async inParent<T>(
    { kind, parent }: OneNeed | SiblingsNeed | OwnNeed | ProposedNeed,
    read: (place: ChildrenPlace) => Promise<T>,
  ): Promise<T | undefined> {
    const place = await this.place(kind, parent);
    return place && read(place);
  }

  /** Where members of a kind hang: on the instance, or on what is there of its parents, be it only until a scheduled deletion, which can be taken back; undefined where nothing is. */
  private async place(name: string, holder: ParentNeed | undefined): Promise<ChildrenPlace | undefined> {
    const given = kindOf(this.source.kinds, name);
    if (!holder) return { kind: kindIn(given, topParent), params: {} };
    const under = topKind(this.source.kinds, holder.kind);
    for (const path of holder.paths) {
      // oxlint-disable-next-line no-await-in-loop -- a second one only where something has moved
      const reply = await this.trees.find(under, path);
      if (!reply) continue;
      const { id, path: shown } = this.liveTree(under, reply, []);
      return { kind: kindIn(given, under.name), path: shown ?? path, params: { [under.name]: id } };
    }
    return undefined;
  }

  private async namesNear(need: NearNeed): Promise<readonly string[]> {
    const { target, name } = need;
    if (!this.source.kinds.get(target)?.tree) return this.things.references.namesNear(need);
    const kind = topKind(this.source.kinds, target);
    return (await this.trees.beside(kind, parentPath(name) ?? "")).map((reply) => pathOf(kind, reply));
  }

  private async isMember({ username, minimum, among }: MembershipNeed): Promise<boolean> {
    for (const { kind, at } of among) {
      // oxlint-disable-next-line no-await-in-loop -- the next list only where this one does not name them
      const id = await this.firstOf(kind, at);
      // oxlint-disable-next-line no-await-in-loop
      if (id !== undefined && (await this.things.references.members(kind, id, minimum)).has(username)) return true;
    }
    return false;
  }

  private async firstOf(name: string, at: readonly (string | number)[]): Promise<number | string | undefined> {
    const kind = topKind(this.source.kinds, name);
    for (const step of at) {
      // oxlint-disable-next-line no-await-in-loop -- the one above only where this one is not there
      const id = typeof step === "number" ? step : (await this.trees.find(kind, step))?.["id"];
      if (typeof id === "number" || typeof id === "string") return id;
    }
    return undefined;
  }
}

/** What is asked of one group or project, or of who belongs to it. */
type NeedOnOne = Extract<Need, { parent?: unknown } | { within?: unknown } | MembershipNeed>;

function isOnOne(need: Need): need is NeedOnOne {
  if (need.read === "membership") return true;
  return ("parent" in need && need.parent !== undefined) || ("within" in need && need.within !== undefined);
}

function asksForPaths(need: Need): boolean {
  return (
    need.read === "tree" || need.read === "below" || need.read === "beside" || need.read === "membership" || "parent" in need
  );
}

/** Merge requests by the branch that they come from. Open ones are read for all projects of a group at the top at once. */
class ProposedReplies {
  private readonly lists = new Memory<readonly JsonObject[]>();

  constructor(
    private readonly source: ReadSource,
    private readonly trees: Pick<Trees, "find">,
  ) {}

  /** Those of one project that come from a branch of its own. */
  async of({ from, state }: ProposedNeed, { kind, path = "", params }: ChildrenPlace): Promise<readonly Proposed[]> {
    const { lists, shown } = kind.committed?.proposing ?? {};
    if (!lists || !shown) return [];
    const group = state === "open" ? await this.groupAbove(kind, path) : undefined;
    const route = state === "closed" ? lists.closed : group === undefined ? lists.open : lists.openBelow;
    const list = routePath(route, { ...params, ...group, from });
    const id = params[kind.parent];
    const replies = await this.lists.get(list, async () => this.source.read.list(list));
    return replies.flatMap((reply) => {
      const number = numberOf(reply, shown.number);
      const isOwn = reply[shown.from] === id && reply[shown.into] === id;
      return isOwn && number !== undefined ? [{ number, head: textOf(reply, shown.head) }] : [];
    });
  }

  /** The group at the top that a project lies in, as a route names it; undefined where that is no group that the token may see. */
  private async groupAbove(kind: PlacedKind, path: string): Promise<JsonObject | undefined> {
    const holder = topKind(this.source.kinds, topKind(this.source.kinds, kind.parent).tree?.parent ?? "");
    const id = (await this.trees.find(holder, firstSegment(path)))?.["id"];
    return id === undefined ? undefined : { [holder.name]: id };
  }
}
