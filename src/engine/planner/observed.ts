import { fold, formatAddress } from "../../core/address.js";
import type { Origin } from "../../core/errors.js";
import type { Field, Fields } from "../../core/fields.js";
import {
  addressIn,
  fieldsOf,
  instance,
  isAbsent,
  isInherent,
  isNeverStray,
  isTopLevel,
  kindAt,
  kindsUnder,
  type PlacedKind,
  topKind,
} from "../../core/kind.js";
import { glob, globRoot } from "../../core/glob.js";
import type { Desired, DesiredState, Live } from "../../core/plan.js";
import { isObject, type JsonObject, textAt } from "../../core/json.js";
import { fillPath, parseRoute } from "../../core/route.js";
import { decodeReply, readAttribute } from "../forms/decode.js";
import { lackingKind } from "./guard.js";
import { hasKey, isMisnamed, matchMembers, memberKey, namesSaid } from "./members.js";
import { pathOf } from "../trees.js";
import { candidatePaths, loadTrees, type Move, movesOf, needsLongReply } from "./moves.js";
import { addressKey, openReaders, type Observed, type Outlook, parentKey, type World } from "../world.js";

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
  const { kinds } = outlook;
  const named = new Set(resources.map((one) => addressKey(one, kinds)));
  return resources.flatMap((one) => {
    const kind = kindAt(kinds, one);
    const key = parentKey(kind, one.path, kinds);
    if (key === undefined || one.path === undefined || named.has(key)) return [];
    named.add(key);
    const parent = addressIn(topKind(kinds, kind.parent), one.path, undefined);
    const address = formatAddress(parent);
    return [{ ...parent, address, ensure: "present" as const, spec: {}, origins: {}, origin: one.origin }];
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
    const trees = await this.observeAll((kind) => kind.as === "tree");
    const parents = new Map(trees.map((one) => [addressKey(one.desired, this.outlook.kinds), one]));
    const [others, children] = await Promise.all([this.observeRoots(), this.observeChildren(parents), this.strayTrees()]);
    return { observed: [...others, ...trees, ...children], strays: this.strays, trees: this.trees, references: this.references };
  }

  private resourcesOf(test: (kind: PlacedKind) => boolean): { desired: Desired; kind: PlacedKind }[] {
    return this.state.resources
      .map((desired) => ({ desired, kind: kindAt(this.outlook.kinds, desired) }))
      .filter(({ kind }) => test(kind));
  }

  private async observeAll(test: (kind: PlacedKind) => boolean): Promise<Observed[]> {
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
  private async decode(kind: PlacedKind, desired: Desired, reply: JsonObject, within?: number | string): Promise<Live> {
    const fields = fieldsOf(kind, { key: desired.key });
    const needed = new Set(alwaysNeeded(fields));
    for (const name of Object.keys(desired.spec)) for (const one of [name, ...(fields[name]?.requires ?? [])]) needed.add(one);
    for (const name of needed) {
      const field = fields[name];
      if (field?.item?.target !== undefined) this.references.learn(field, readAttribute(field, name, reply), within, kind.parent);
    }
    const live = decodeReply(kind, desired, reply, needed);
    return { ...live, spec: await this.references.namedSpec(fields, live.spec) };
  }

  private async observeRoots(): Promise<Observed[]> {
    const roots = this.resourcesOf((kind) => isTopLevel(kind) && kind.as !== "tree");
    const kinds = new Set(roots.map(({ kind }) => kind));
    for (const kind of kindsUnder(this.outlook.kinds, instance))
      if (kind.as === "map" && this.strayRule(kind, "")) kinds.add(kind);
    const results = await Promise.all(
      [...kinds].map((kind) => {
        const members = roots.filter((one) => one.kind === kind).map((one) => one.desired);
        return kind.as === "one" ? this.observeOnes(kind, members, {}) : this.observeMap(kind, members, {}, undefined);
      }),
    );
    return results.flat();
  }

  private async observeOnes(kind: PlacedKind, members: readonly Desired[], params: JsonObject): Promise<Observed[]> {
    return Promise.all(
      members.map(async (desired) => {
        const known = isTopLevel(kind) ? this.outlook.known?.[kind.name] : undefined;
        const reply =
          known ?? asObject((await this.outlook.read.get(fillPath(parseRoute(kind.routes.read ?? "").path, params))).body);
        return { desired, kind, live: await this.decode(kind, desired, reply), livePath: desired.path, conflict: false };
      }),
    );
  }

  private async observeChildren(parents: ReadonlyMap<string, Observed>): Promise<Observed[]> {
    const groups = new Map<string, { kind: PlacedKind; parent: Observed; members: Desired[] }>();
    for (const { desired, kind } of this.resourcesOf((one) => !isTopLevel(one))) {
      const on = parentKey(kind, desired.path, this.outlook.kinds) ?? "";
      const parent = parents.get(on);
      if (!parent) continue;
      const key = `${kind.name} ${on}`;
      const group = groups.get(key) ?? { kind, parent, members: [] };
      group.members.push(desired);
      groups.set(key, group);
    }
    for (const [on, parent] of parents) {
      for (const kind of kindsUnder(this.outlook.kinds, parent.kind.name)) {
        const key = `${kind.name} ${on}`;
        if (!groups.has(key) && this.strayRule(kind, parent.desired.path ?? "")) groups.set(key, { kind, parent, members: [] });
      }
    }
    const results = await Promise.all(
      [...groups.values()].map(async ({ kind, parent, members }): Promise<Observed[]> => {
        if (!parent.live || parent.live.scheduledForDeletion || parent.desired.ensure === "absent") {
          return members.map((desired) => ({ desired, kind, live: undefined, livePath: undefined, conflict: false }));
        }
        const params = { [parent.kind.name]: parent.live.id };
        return kind.as === "one"
          ? this.observeOnes(kind, members, params)
          : this.observeMap(kind, members, params, parent.desired.path);
      }),
    );
    return results.flat();
  }

  private async observeMap(
    kind: PlacedKind,
    members: readonly Desired[],
    params: JsonObject,
    path: string | undefined,
  ): Promise<Observed[]> {
    const rule = this.strayRule(kind, path ?? "");
    const eachByKey = kind.listed === "short";
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
        const within = params[kind.parent] as number | string | undefined;
        const there = reply && !isAbsent(kind, reply) ? reply : undefined;
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
  private collectStrays(kind: PlacedKind, path: string | undefined, undeclared: readonly JsonObject[], origin: Origin): void {
    const named = namesSaid(this.outlook.kinds, this.state.resources, kind);
    for (const reply of undeclared) {
      if (isAbsent(kind, reply) || isInherent(kind, reply) || isNeverStray(kind, reply)) continue;
      const key = textAt(reply, kind.key?.read ?? "name");
      if (kind.slots && kind.key?.values && !kind.key.values.includes(key)) continue;
      if (path === undefined && named.has(fold(key))) continue;
      const parts = path === undefined ? { path: key } : { path, key };
      this.strays.push({ ...parts, kind, live: decodeReply(kind, parts, reply), origin });
    }
  }

  private strayRule(kind: PlacedKind, path: string): { readonly origin: Origin } | undefined {
    const rule = this.ruleFor(kind);
    return rule?.patterns.some((pattern) => isTopLevel(kind) || glob(pattern)(path)) ? rule : undefined;
  }

  /** What the files say of undeclared members of a kind; undefined for one that the server does not have: nothing of it can be live. */
  private ruleFor(kind: PlacedKind): DesiredState["deleteUndeclared"][string] | undefined {
    const isMissing = lackingKind(this.outlook, {}, kind).some(({ rule }) => rule !== "role");
    return isMissing ? undefined : this.state.deleteUndeclared[kind.file];
  }

  private async strayTrees(): Promise<void> {
    for (const kind of kindsUnder(this.outlook.kinds, instance)) {
      const rule = kind.tree && this.ruleFor(kind);
      if (!rule) continue;
      const declared = this.resourcesOf((one) => one === kind);
      const spoken = new Set(declared.flatMap(({ desired }) => candidatePaths(kind, desired, this.moves)).map(fold));
      for (const pattern of rule.patterns) {
        const matches = glob(pattern);
        for (const reply of await this.trees.all(kind, globRoot(pattern))) {
          const path = pathOf(kind, reply);
          if (!matches(path) || spoken.has(fold(path))) continue;
          const live = decodeReply(kind, { path }, reply);
          if (live.scheduledForDeletion) continue;
          spoken.add(fold(path));
          this.strays.push({ live, kind, path, origin: rule.origin });
        }
      }
    }
  }
}

const alwaysNeededOf = new WeakMap<Fields, readonly string[]>();

/** Attributes that a plan may need although no file names them: what updates carry, what closes a thing, and what its holder bounds. */
function alwaysNeeded(fields: Fields): readonly string[] {
  const known = alwaysNeededOf.get(fields);
  if (known) return known;
  const isNeeded = ({ carried, toggle, boundedByHolder }: Field) => carried || toggle || boundedByHolder;
  const needed = Object.entries(fields).flatMap(([name, field]) => (isNeeded(field) ? [name] : []));
  alwaysNeededOf.set(fields, needed);
  return needed;
}

function asObject(body: unknown): JsonObject {
  return isObject(body) ? body : {};
}
