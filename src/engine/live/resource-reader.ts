import type { Address } from "../../core/address.js";
import { type Fields, hidesValue, typeOf } from "../../core/fields.js";
import { type Json, type JsonObject, type Spec, type Value } from "../../core/json.js";
import {
  addressIn,
  fieldsOf,
  isAbsent,
  isListedShort,
  isTopLevel,
  kindAt,
  listScope,
  type PlacedKind,
  shownKey,
  topKind,
} from "../../core/kind.js";
import { picture, type PictureValue } from "../../core/placeholders.js";
import type { Live } from "../../core/plan.js";
import { routePath } from "../../core/route.js";
import { hashOfLocation } from "../../core/types/picture-location.js";
import { isLeaving, picturePath, shownUnder } from "../forms/index.js";
import { hasKey, routeKey } from "../snapshot/index.js";
import { isMissing, Memory, unlessRefused } from "./in-flight.js";
import { hashOfServed } from "./pictures.js";
import { type Params, type ReadSource, ResourceReplies, shortReply } from "./replies.js";
import { needsSingleRead, pathOf, type Trees } from "./trees.js";

/** Where groups and projects are found, by path and by number. */
export type TreeSource = Pick<Trees, "find" | "byId" | "follow">;

/** What a read is about beside the address. */
export interface ReadRequest {
  /** Number by which it was known. */
  readonly id?: number;
  /** Attributes that are needed; all of them without. */
  readonly attributes?: readonly string[];
}

/** Reads live things one at a time. What hangs on one thing is listed once, and remembered as long as this is. */
export class ResourceReader {
  private readonly ones = new Memory<JsonObject | undefined>();
  private readonly lists = new Memory<readonly JsonObject[]>();
  private readonly things: ResourceReplies;

  constructor(
    private readonly source: Pick<ReadSource, "read" | "kinds" | "directory">,
    private readonly trees: TreeSource,
  ) {
    // What was found out about the server long ago is not what is there now.
    const { read, kinds, directory } = source;
    this.things = new ResourceReplies({ read, kinds, directory }, trees);
  }

  /** The thing at an address, or with a number, without secrets; undefined if it is not there, or only until its scheduled deletion. */
  async find(parts: Address, question: ReadRequest): Promise<Live<Spec> | undefined> {
    const kind = kindAt(this.source.kinds, parts);
    if (kind.tree) return this.findTree(kind, parts.path ?? "", question);
    if (isTopLevel(kind)) return this.findIn(kind, parts, question, {});
    const under = topKind(this.source.kinds, kind.parent);
    const parent = await this.trees.follow(under, parts.path ?? "");
    return !parent || isLeaving(under, parent) ? undefined : this.findIn(kind, parts, question, { [under.name]: parent["id"] });
  }

  private async findTree(kind: PlacedKind, path: string, { id, attributes }: ReadRequest): Promise<Live<Spec> | undefined> {
    const fields = fieldsOf(kind);
    const long = needsSingleRead(fields, attributes ?? Object.keys(fields));
    // A number never means another thing, even if one has its path now.
    const reply = id === undefined ? await this.trees.find(kind, path, long) : await this.trees.byId(kind, id, path, long);
    if (!reply || isLeaving(kind, reply)) return undefined;
    return this.live(kind, addressIn(kind, pathOf(kind, reply), undefined), reply, attributes);
  }

  private async findIn(
    kind: PlacedKind,
    parts: Address,
    { id, attributes }: ReadRequest,
    params: JsonObject,
  ): Promise<Live<Spec> | undefined> {
    const unchecked = uncheckedAmong(kind, parts, attributes);
    // What it hung on may be gone by the time it is asked for.
    const reply = await unlessRefused(isMissing, async () => this.replyIn(kind, parts, id, params, unchecked));
    if (!reply) return undefined;
    return this.live(kind, named(kind, parts, reply), reply, attributes, params);
  }

  private async replyIn(
    kind: PlacedKind,
    parts: Address,
    id: number | undefined,
    params: JsonObject,
    unchecked: readonly string[],
  ): Promise<JsonObject | undefined> {
    const path = [kind.name, kind.parent, JSON.stringify(params), ...unchecked].join(" ");
    if (kind.as === "one" || isListedShort(kind)) {
      const key = routeKey(kind, parts);
      return this.ones.get(`${path} ${key}`, async () => {
        const reply = kind.as === "one" ? await this.things.one(kind, params) : await this.things.byKey(kind, params, key);
        return reply && !isAbsent(kind, reply) ? shortReply(kind, reply, unchecked) : undefined;
      });
    }
    const scope = listScope(kind, routeKey(kind, parts));
    const listed = await this.lists.get(`${path} ${scope ?? ""}`, async () =>
      (await this.things.listed(kind, params, scope)).flatMap((reply) =>
        isAbsent(kind, reply) ? [] : [shortReply(kind, reply, unchecked)],
      ),
    );
    return (
      (id === undefined ? undefined : listed.find((reply) => reply["id"] === id)) ??
      listed.find((reply) => hasKey(kind, parts, reply))
    );
  }

  private async live(
    kind: PlacedKind,
    parts: Address,
    reply: JsonObject,
    attributes: readonly string[] | undefined,
    params: Params = {},
  ): Promise<Live<Spec>> {
    const fields = fieldsOf(kind, { key: parts.key });
    const names = (attributes ?? Object.keys(fields)).filter((name) => Object.hasOwn(fields, name) && !hidesValue(fields[name]));
    const shown = await this.things.withOwnRoutes(
      kind,
      this.things.live(kind, parts, reply, { attributes: names }, params),
      names,
      params,
    );
    const live = await this.things.named(kind, shown);
    const unchecked = uncheckedAmong(kind, parts, attributes);
    const beside = kind.tree ? await this.beside(kind, live.id, unchecked) : reply;
    return { ...live, spec: { ...(await this.withHashes(kind, fields, live)), ...shownUnder(kind, beside, unchecked) } };
  }

  /** The reply that shows of a group or project what no field knows: lists may not, and what is remembered of replies has none of it. */
  private async beside(kind: PlacedKind, id: number | string, names: readonly string[]): Promise<JsonObject> {
    if (names.length === 0) return {};
    return this.source.read.object(routePath(kind.routes.read ?? "", { [kind.name]: id }));
  }

  private async withHashes(kind: PlacedKind, fields: Fields, { id, spec }: Live): Promise<Spec> {
    const pictures = Object.keys(spec).filter((name) => typeOf(fields[name])?.isUploaded);
    if (pictures.length === 0) return spec;
    const hashed = await Promise.all(
      pictures.map(async (name): Promise<[string, Value | undefined]> => [
        name,
        await this.picture(spec[name], picturePath(fields[name], kind.name, id)),
      ]),
    );
    return { ...spec, ...Object.fromEntries(hashed) };
  }

  private async picture(location: Json | undefined, path: string | undefined): Promise<PictureValue | null | undefined> {
    if (typeof location !== "string" || location === "") return null;
    const sha256 = hashOfLocation(location) ?? (await hashOfServed(this.source.read, location, path));
    return sha256 === undefined ? undefined : picture(location, sha256);
  }
}

/** The attributes that no field knows. */
function uncheckedAmong(kind: PlacedKind, { key }: Address, attributes: readonly string[] = []): readonly string[] {
  const fields = fieldsOf(kind, { key });
  return attributes.filter((name) => !Object.hasOwn(fields, name));
}

/** The address of a member as it is now: it keeps the path of what it hangs on as it was asked for, and the spelling of a key that is the same. */
function named(kind: PlacedKind, { path, key }: Address, reply: JsonObject): Address {
  const parts = addressIn(kind, path, key);
  if (kind.key === undefined || kind.slots || hasKey(kind, parts, reply)) return parts;
  const shown = shownKey(kind, reply);
  return isTopLevel(kind) ? { ...parts, path: shown } : { ...parts, key: shown };
}
