import { firstSegment } from "../../core/address.js";
import type { JsonObject } from "../../core/json.js";
import { type PlacedKind, topKind } from "../../core/kind.js";
import { numberOf, textOf } from "../../core/reply.js";
import { fillPath, parseRoute } from "../../core/route.js";
import type { Proposed, ProposedNeed } from "../snapshot/index.js";
import { Memory } from "./in-flight.js";
import type { ChildrenPlace, ReadSource } from "./replies.js";
import type { Trees } from "./trees.js";

/** Merge requests by the branch that they come from. Open ones are read for all projects of a group at the top at once. */
export class ProposedReplies {
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
    const list = fillPath(parseRoute(route).path, { ...params, ...group, from });
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
