import { fold, formatAddress } from "../core/address.js";
import type { Origin } from "../core/errors.js";
import type { Fields } from "../core/fields.js";
import { fieldsOf, type Kind, kindOf } from "../core/kind.js";
import { glob, globRoot } from "../core/glob.js";
import type { Desired, DesiredState, Live } from "../core/plan.js";
import { isObject, type JsonObject, textAt } from "../core/json.js";
import { fillPath, parseRoute } from "../core/route.js";
import { decodeReply, readAttribute } from "./decode.js";
import { hasKey, isMisnamed, matchMembers, memberKey, namesSaid } from "./members.js";
import { pathOf } from "./trees.js";
import { candidatePaths, loadTrees, type Move, movesOf, needsLongReply } from "./wanted.js";
import { addressKey, openReaders, type Observed, type Outlook, type World } from "./world.js";

/** Reads the live side of everything that the desired state names, and of the strays that it wants deleted; nothing else. */
export async function observe(outlook: Outlook, state: Pick<DesiredState, "resources" | "deleteUndeclared">): Promise<World> {
  const bare = bareParents(outlook, state.resources);
  const world = await new Observer(outlook, { ...state, resources: [...state.resources, ...bare] }).observe();
  const isBare = new Set(bare);
  return {
    ...world,
    observed: world.observed.filter((one) => !isBare.has(one.desired)),
    unnamedParents: world.observed.filter((one) => isBare.has(one.desired)),
  };
}

/** What hangs on a group or project is read by its id: a bare body stands in for a parent that nobody asks for (a target may name a child alone). */
function bareParents(outlook: Outlook, resources: readonly Desired[]): Desired[] {
  const named = new Set(resources.map((one) => addressKey(one.address, outlook.kinds)));
  return resources.flatMap((one) => {
    const under = kindOf(outlook.kinds, one.kind).place.under;
    const address = formatAddress({ kind: under ?? "", path: one.path ?? "" });
    const key = addressKey(address, outlook.kinds);
    if (under === undefined || one.path === undefined || named.has(key)) return [];
    named.add(key);
    return [{ address, kind: under, path: one.path, ensure: "present" as const, spec: {}, origins: {}, origin: one.origin }];
  });
}

class Observer {
  private readonly trees;
  private readonly references;
  private readonly moves: readonly Move[];
  private readonly strays: World["strays"][number][] = [];

  constructor(
    private readonly outlook: Outlook,
    private readonly state: Pick<DesiredState, "resources" | "deleteUndeclared">,
  ) {
    ({ trees: this.trees, references: this.references } = openReaders(outlook));
    this.moves = movesOf(state.resources);
  }

  async observe(): Promise<Omit<World, "unnamedParents">> {
    await (this.outlook.started?.loaded ?? loadTrees(this.trees, this.outlook.kinds, this.state.resources));
    const trees = await this.observeAll((kind) => kind.place.as === "tree");
    const parents = new Map(
      trees.map((one) => [formatAddress({ kind: one.kind.name, path: fold(one.desired.path ?? "") }), one]),
    );
    const [others, children] = await Promise.all([this.observeRoots(), this.observeChildren(parents), this.strayTrees()]);
    return { observed: [...others, ...trees, ...children], strays: this.strays, trees: this.trees, references: this.references };
  }

  private resourcesOf(test: (kind: Kind) => boolean): { desired: Desired; kind: Kind }[] {
    return this.state.resources
      .map((desired) => ({ desired, kind: kindOf(this.outlook.kinds, desired.kind) }))
      .filter(({ kind }) => test(kind));
  }

  private async observeAll(test: (kind: Kind) => boolean): Promise<Observed[]> {
    return Promise.all(
      this.resourcesOf(test).map(async ({ desired, kind }): Promise<Observed> => {
        const long = needsLongReply(kind, desired);
        const [own, ...older] = await Promise.all(
          candidatePaths(kind, desired, this.moves).map((path) => this.trees.find(kind, path, long)),
        );
        const old = older.find((reply) => reply !== undefined);
        const reply = own ?? old;
        return {
          desired,
          kind,
          live: reply && (await this.decode(kind, desired, reply)),
          livePath: reply && pathOf(kind, reply),
          conflict: desired.movedFrom !== undefined && own !== undefined && old !== undefined && own["id"] !== old["id"],
        };
      }),
    );
  }

  /** Of thousands of replies with a hundred attributes each, only what a plan can need is brought into file form. */
  private async decode(kind: Kind, desired: Desired, reply: JsonObject, within?: number | string): Promise<Live> {
    const fields = fieldsOf(kind, desired.key);
    const needed = new Set(alwaysNeeded(fields));
    for (const name of Object.keys(desired.spec)) for (const one of [name, ...(fields[name]?.requires ?? [])]) needed.add(one);
    for (const name of needed) {
      const field = fields[name];
      if (field?.item?.target !== undefined) this.references.learn(field, readAttribute(field, name, reply), within);
    }
    const live = decodeReply(kind, desired.address, desired.key, reply, needed);
    return { ...live, spec: await this.references.namedSpec(fields, live.spec) };
  }

  private async observeRoots(): Promise<Observed[]> {
    const roots = this.resourcesOf((kind) => kind.place.under === undefined && kind.place.as !== "tree");
    const kinds = new Set(roots.map(({ kind }) => kind));
    for (const kind of this.outlook.kinds.values()) {
      if (kind.place.under === undefined && kind.place.as === "map" && this.state.deleteUndeclared[kind.place.file])
        kinds.add(kind);
    }
    const results = await Promise.all(
      [...kinds].map((kind) => {
        const members = roots.filter((one) => one.kind === kind).map((one) => one.desired);
        return kind.place.as === "one" ? this.observeOnes(kind, members, {}) : this.observeMap(kind, members, {}, undefined);
      }),
    );
    return results.flat();
  }

  private async observeOnes(kind: Kind, members: readonly Desired[], params: JsonObject): Promise<Observed[]> {
    return Promise.all(
      members.map(async (desired) => {
        const known = kind.place.under === undefined ? this.outlook.known?.[kind.name] : undefined;
        const reply =
          known ?? asObject((await this.outlook.read.get(fillPath(parseRoute(kind.routes.read ?? "").path, params))).body);
        return { desired, kind, live: await this.decode(kind, desired, reply), livePath: desired.path, conflict: false };
      }),
    );
  }

  private async observeChildren(parents: ReadonlyMap<string, Observed>): Promise<Observed[]> {
    const groups = new Map<string, { kind: Kind; parent: Observed; members: Desired[] }>();
    for (const { desired, kind } of this.resourcesOf((one) => one.place.under !== undefined)) {
      const parent = parents.get(formatAddress({ kind: kind.place.under ?? "", path: fold(desired.path ?? "") }));
      if (!parent) continue;
      const key = `${kind.name} ${parent.desired.address}`;
      const group = groups.get(key) ?? { kind, parent, members: [] };
      group.members.push(desired);
      groups.set(key, group);
    }
    for (const parent of parents.values()) {
      for (const kind of this.outlook.kinds.values()) {
        const key = `${kind.name} ${parent.desired.address}`;
        if (kind.place.under === parent.kind.name && !groups.has(key) && this.strayRule(kind, parent.desired.path ?? "")) {
          groups.set(key, { kind, parent, members: [] });
        }
      }
    }
    const results = await Promise.all(
      [...groups.values()].map(async ({ kind, parent, members }): Promise<Observed[]> => {
        if (!parent.live || parent.live.scheduledForDeletion || parent.desired.ensure === "absent") {
          return members.map((desired) => ({ desired, kind, live: undefined, livePath: undefined, conflict: false }));
        }
        const params = { [parent.kind.name]: parent.live.id };
        return kind.place.as === "one"
          ? this.observeOnes(kind, members, params)
          : this.observeMap(kind, members, params, parent.desired.path);
      }),
    );
    return results.flat();
  }

  private async observeMap(
    kind: Kind,
    members: readonly Desired[],
    params: JsonObject,
    path: string | undefined,
  ): Promise<Observed[]> {
    const rule = this.strayRule(kind, path ?? "");
    // Where the update also creates, the platform keeps a slot for every key, and its list shows less than the slot itself.
    const eachByKey = kind.routes.create === undefined;
    const listed =
      !eachByKey || rule ? await this.outlook.read.list(fillPath(parseRoute(kind.routes.list ?? "").path, params)) : [];
    const matches = matchMembers(kind, members, listed);
    const claimed = new Set(matches.values());
    const observed = await Promise.all(
      members.map(async (desired): Promise<Observed> => {
        const key = memberKey(kind, desired);
        const reply = eachByKey
          ? await this.outlook.read.find(fillPath(parseRoute(kind.routes.read ?? "").path, { ...params, key }))
          : matches.get(desired);
        const within = params[kind.place.under ?? ""] as number | string | undefined;
        const there = reply && !kind.absent?.(reply) ? reply : undefined;
        return {
          desired,
          kind,
          live: there && (await this.decode(kind, desired, there, within)),
          livePath: path,
          conflict:
            there !== undefined &&
            isMisnamed(kind, desired, there) &&
            listed.some((other) => other !== there && hasKey(kind, desired, other)),
        };
      }),
    );
    if (rule)
      this.collectStrays(
        kind,
        path,
        listed.filter((reply) => !claimed.has(reply)),
        rule.origin,
      );
    return observed;
  }

  /** Listed members that nobody declares, under a rule that asks for their delete. */
  private collectStrays(kind: Kind, path: string | undefined, undeclared: readonly JsonObject[], origin: Origin): void {
    const eachByKey = kind.routes.create === undefined;
    const named = namesSaid(this.outlook.kinds, this.state.resources, kind);
    for (const reply of undeclared) {
      if (kind.absent?.(reply) || kind.inherent?.(reply) || kind.neverStray?.(reply)) continue;
      const key = textAt(reply, kind.key?.read ?? "name");
      if (eachByKey && kind.key?.values && !kind.key.values.includes(key)) continue;
      if (path === undefined && named.has(fold(key))) continue;
      const parts = path === undefined ? { kind: kind.name, path: key } : { kind: kind.name, path, key };
      this.strays.push({
        ...parts,
        kind,
        path: parts.path,
        live: decodeReply(kind, formatAddress(parts), parts.key, reply),
        origin,
      });
    }
  }

  private strayRule(kind: Kind, path: string): { readonly origin: Origin } | undefined {
    const rule = this.state.deleteUndeclared[kind.place.file];
    return rule?.patterns.some((pattern) => kind.place.under === undefined || glob(pattern)(path)) ? rule : undefined;
  }

  private async strayTrees(): Promise<void> {
    for (const kind of this.outlook.kinds.values()) {
      const rule = kind.tree && this.state.deleteUndeclared[kind.place.file];
      if (!rule) continue;
      const declared = this.resourcesOf((one) => one === kind);
      const spoken = new Set(declared.flatMap(({ desired }) => candidatePaths(kind, desired, this.moves)).map(fold));
      for (const pattern of rule.patterns) {
        const matches = glob(pattern);
        for (const reply of await this.trees.all(kind, globRoot(pattern))) {
          const path = pathOf(kind, reply);
          if (!matches(path) || spoken.has(fold(path))) continue;
          const live = decodeReply(kind, formatAddress({ kind: kind.name, path }), undefined, reply);
          if (live.scheduledForDeletion) continue;
          spoken.add(fold(path));
          this.strays.push({ live, kind, path, origin: rule.origin });
        }
      }
    }
  }
}

const alwaysNeededOf = new WeakMap<Fields, readonly string[]>();

/** Attributes that a plan may need although no file names them: what updates carry, what closes a thing, and how visible it is. */
function alwaysNeeded(fields: Fields): readonly string[] {
  const known = alwaysNeededOf.get(fields);
  if (known) return known;
  const needed = Object.keys(fields).filter((name) => fields[name]?.carried || fields[name]?.toggle || name === "visibility");
  alwaysNeededOf.set(fields, needed);
  return needed;
}

function asObject(body: unknown): JsonObject {
  return isObject(body) ? body : {};
}
