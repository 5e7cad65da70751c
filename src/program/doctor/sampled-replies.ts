import type { Query, ReadApi } from "../../core/api.js";
import { ApiError, TrueupError } from "../../core/errors.js";
import type { SchemaExamination } from "../../core/examination.js";
import { isObject, type JsonObject } from "../../core/json.js";
import { type Kinds, kindsUnder, type PlacedKind, topParent } from "../../core/kind.js";
import { fillPath, parseRoute, type ReadRoute } from "../../core/route.js";

/** A reply of a member of a kind. */
export interface SampledReply {
  readonly kind: PlacedKind;
  readonly key: string | undefined;
  readonly operation: ReadRoute;
  readonly reply: JsonObject;
}

/** What the placeholders of a route stand for. */
type Place = Readonly<Record<string, number | string>>;

/** Keys of one parent of which the single read is looked at, where each has a shape of its own. */
const mostKeys = 5;

/** Reads one member of each kind, as far as there is one, and of the first group and project those that belong to it: a few dozen GETs at most. What is refused is told. */
export class ReplySampler {
  readonly replies: SampledReply[] = [];
  readonly unexamined: SchemaExamination["unexamined"][number][] = [];

  constructor(
    private readonly read: ReadApi,
    private readonly kinds: Kinds,
  ) {}

  async sample(): Promise<void> {
    for (const kind of kindsUnder(this.kinds, topParent)) await this.top(kind);
  }

  private async top(kind: PlacedKind): Promise<void> {
    const { tree } = kind;
    if (tree === undefined) return this.below(kind, {});
    const first = await this.first(kind, tree.all, {}, { ...tree.allQuery });
    const id = first?.["id"];
    if (typeof id !== "number" || kind.routes.read === undefined) return;
    const place = { [kind.name]: id };
    await this.single(kind, undefined, kind.routes.read, place);
    for (const child of kindsUnder(this.kinds, kind.name)) await this.below(child, place);
  }

  /** What hangs on one thing, or on the instance. */
  private async below(kind: PlacedKind, place: Place): Promise<void> {
    const { routes, key, shapes } = kind;
    if (kind.as === "one") return routes.read === undefined ? undefined : this.single(kind, undefined, routes.read, place);
    // A list for each part of a key, such as for each branch, has none that could be taken as a sample of all.
    if (routes.list === undefined || routes.list.includes("{scope}")) return;
    if (shapes === undefined || key === undefined) {
      await this.first(kind, routes.list, place, {});
      return;
    }
    const members = await this.page(routes.list, place, {});
    for (const member of (members ?? []).slice(0, mostKeys)) {
      const keyOfMember = member[key.read];
      if (typeof keyOfMember === "string" && routes.read)
        await this.single(kind, keyOfMember, routes.read, { ...place, key: keyOfMember });
    }
  }

  private async first(kind: PlacedKind, route: ReadRoute, place: Place, query: Query): Promise<JsonObject | undefined> {
    const [reply] = (await this.page(route, place, { ...query, per_page: 1 })) ?? [];
    if (reply) this.replies.push({ kind, key: undefined, operation: route, reply });
    return reply;
  }

  private async page(route: ReadRoute, place: Place, query: Query): Promise<readonly JsonObject[] | undefined> {
    return this.unlessRefused(route, async () => {
      const { items } = await this.read.firstPage(fillPath(parseRoute(route).path, place), query);
      return items;
    });
  }

  private async single(kind: PlacedKind, key: string | undefined, operation: ReadRoute, place: Place): Promise<void> {
    const reply = await this.unlessRefused(operation, async () => {
      const { body } = await this.read.get(fillPath(parseRoute(operation).path, place));
      return isObject(body) ? body : undefined;
    });
    if (reply) this.replies.push({ kind, key, operation, reply });
  }

  /** Throws what says that the whole server cannot be read: a token that no longer holds, or no reply. */
  private async unlessRefused<T>(operation: string, reading: () => Promise<T>): Promise<T | undefined> {
    try {
      return await reading();
    } catch (error) {
      if (!(error instanceof TrueupError)) throw error;
      if (error instanceof ApiError && (error.status === 401 || error.status === 0)) throw error;
      this.unexamined.push({ operation, reason: error instanceof ApiError ? `answered ${error.status}` : error.message });
      return undefined;
    }
  }
}
