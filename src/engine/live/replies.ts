import type { Address } from "../../core/address.js";
import type { ReadApi } from "../../core/api.js";
import type { JsonObject } from "../../core/json.js";
import { fieldsOf, isTopLevel, type PlacedKind } from "../../core/kind.js";
import type { Kinds } from "../../core/kind.js";
import type { Directory } from "../../core/lookup.js";
import type { Live } from "../../core/plan.js";
import { fillPath, parseRoute, type ReadRoute } from "../../core/route.js";
import {
  decodeReply,
  type DecodeRequest,
  identified,
  identifiedMember,
  numbersIn,
  readAttribute,
  withNames,
} from "../forms/index.js";
import { References } from "./references.js";
import type { Trees } from "./trees.js";

/** Where things hang: the parameters of their routes. */
export type Params = JsonObject;

/** What things are read from. */
export interface ReadSource {
  readonly read: ReadApi;
  readonly kinds: Kinds;
  readonly directory: Directory;
  /** Replies that were already read while it was found out what the server is, by kind; perhaps that still goes on. */
  readonly known?: Readonly<Record<string, JsonObject>> | Promise<Readonly<Record<string, JsonObject>>>;
}

/** How things are read, whoever asks for them: one way for lists, for what there is one of, and for what replies mean. */
export class ResourceReplies {
  readonly references: References;

  constructor(
    private readonly source: ReadSource,
    trees: Pick<Trees, "find">,
  ) {
    this.references = new References(source.read, source.kinds, trees, source.directory);
  }

  /** The reply about what a thing or the instance has one of. */
  async one(kind: PlacedKind, params: Params): Promise<JsonObject> {
    const known = isTopLevel(kind) ? (await this.source.known)?.[kind.name] : undefined;
    if (known) return known;
    return this.source.read.object(filled(kind.routes.read, params));
  }

  /** The reply about the member with a key; undefined if there is none. */
  async byKey(kind: PlacedKind, params: Params, key: string): Promise<JsonObject | undefined> {
    const reply = await this.source.read.find(filled(kind.routes.read, { ...params, key }));
    return reply && identified(kind, reply);
  }

  /** The replies of the list of a kind's members on one thing. */
  async listed(kind: PlacedKind, params: Params): Promise<readonly JsonObject[]> {
    const listed = await this.source.read.list(filled(kind.routes.list, params));
    return listed.map((reply) => identifiedMember(kind, reply));
  }

  /** The same one after the other, however many there are. */
  async *each(kind: PlacedKind, params: Params): AsyncGenerator<JsonObject> {
    for await (const reply of this.source.read.each(filled(kind.routes.list, params))) yield identifiedMember(kind, reply);
  }

  /** What a reply says of a thing, as far as it is wanted; what it tells of names and numbers is remembered. */
  live(
    kind: PlacedKind,
    names: Pick<Address, "path" | "key">,
    reply: JsonObject,
    desired: DecodeRequest,
    params: Params = {},
  ): Live {
    const fields = fieldsOf(kind, { key: names.key });
    const within = params[kind.parent];
    for (const name of desired.attributes ?? Object.keys(fields)) {
      const field = fields[name];
      if (field?.item?.target === undefined) continue;
      const shown = readAttribute(field, name, reply);
      this.references.learn(field, shown, typeof within === "number" ? within : undefined, kind.parent);
    }
    return decodeReply(kind, names, reply, desired);
  }

  /** A live thing with names in place of numbers. */
  async named(kind: PlacedKind, live: Live): Promise<Live> {
    const fields = fieldsOf(kind, { key: live.key });
    const numbers = numbersIn(fields, live.spec);
    if (numbers.length === 0) return live;
    const names = new Map(
      await Promise.all(
        numbers.map(async ({ target, id }) => [`${target} ${id}`, (await this.references.nameOf(target, id)) ?? id] as const),
      ),
    );
    return { ...live, spec: withNames(fields, live.spec, ({ target, id }) => names.get(`${target} ${id}`) ?? id) };
  }
}

function filled(route: ReadRoute | undefined, params: Params): string {
  return fillPath(parseRoute(route ?? "").path, params);
}
