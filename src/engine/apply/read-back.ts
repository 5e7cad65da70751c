import type { Capabilities } from "../../core/api.js";
import { ApiError } from "../../core/errors.js";
import { type Field, type Fields, typeOf } from "../../core/fields.js";
import { canonicalJson, type JsonObject, type Value } from "../../core/json.js";
import { fieldsOf, kindAt, type Kinds, makesMembers, type PlacedKind, shownKey } from "../../core/kind.js";
import { isUnsure } from "../../core/kinds-on.js";
import { tierIncludes } from "../../core/names.js";
import type { Change, Desired, Live } from "../../core/plan.js";
import { knownFrom } from "../../core/release-words.js";
import { topName } from "../../core/steps.js";
import { decodeReply, type Difference, diffName } from "../forms/index.js";
import { decide, freshReader, type LiveInstance, newestReader, type Reader } from "../live/index.js";
import { addressOfChange, attributesOf, compare, mayBeHidden, named, observe, type ResolveSecret } from "../plan/index.js";
import { each, type Facts, isMisnamed, routeKey } from "../snapshot/index.js";
import { type NotStuck, withCauses } from "./cause.js";
import { type Settling, untilAnswered } from "./patience.js";

/** What a change is, for looking at it again. */
interface Looked {
  readonly change: Change;
  readonly desired: Desired;
  readonly fields: Fields;
}

/** Looks at changes that were carried out, as the platform has them now. */
export class ReadBacks {
  /** What is read of the changes of one call: all of them at once. */
  private readonly joint = new Map<string, Promise<ReadonlyMap<Change, readonly NotStuck[]>>>();

  /** What is asked to understand replies. */
  private readonly reader: Reader;

  constructor(
    private readonly instance: LiveInstance,
    private readonly resolve: ResolveSecret,
  ) {
    this.reader = freshReader(instance);
  }

  /**
   * Compares what a change asked for with what the platform says after it: with the reply of its last write, if that shows all of it, and else with what is read now. It is sure if both say the
   * same: no replica that lags behind explains what is missing.
   */
  async of(
    change: Change,
    reply: JsonObject | undefined,
  ): Promise<{ readonly missing: readonly NotStuck[]; readonly isSure: boolean }> {
    if (asksNothing(change)) return { missing: [], isSure: true };
    const looked = this.lookedFor(change);
    const { desired, fields } = looked;
    const kind = kindAt(this.instance.kinds, desired);
    let replied: readonly NotStuck[] | undefined;
    if (reply && isComplete(reply, kind, fields, desired)) {
      const shown = decodeReply(kind, desired, reply, { attributes: Object.keys(desired.spec) });
      replied = await decide(this.reader, (facts) => this.missed(looked, named(kind, shown, facts), facts));
      if (replied.length === 0) return { missing: [], isSure: true };
    }
    // The reply of the write may be older than the write's effect, or shorter than the single read: look once more before complaining.
    const missing = (await this.unstuckOf([change])).get(change) ?? [];
    const isSure = missing.length === 0 || canonicalJson(missing) === canonicalJson(replied ?? []);
    return { missing: isSure ? await withCauses(change, missing, this.instance) : missing, isSure };
  }

  /** The thing of a change as the platform has it now, and what of the change did not stick; undefined if it is not there. */
  async again(change: Change): Promise<{ readonly live: Live; readonly missing: readonly NotStuck[] } | undefined> {
    const looked = this.lookedFor(change);
    return decide(newestReader(this.instance), (facts) => {
      const live = observe(this.instance, { resources: [looked.desired], deleteUndeclared: {} }, facts).observed[0]?.live;
      return live && { live, missing: asksNothing(change) ? [] : this.missed(looked, live, facts) };
    });
  }

  /** What of a change did not stick, once its call, which all these changes share, was done. */
  async missing(call: string, changes: readonly Change[], change: Change): Promise<readonly NotStuck[]> {
    const reading = this.joint.get(call) ?? this.unstuckOf(changes);
    this.joint.set(call, reading);
    return (await reading).get(change) ?? [];
  }

  /** True if the platform has all that the changes ask for. */
  async isDone(changes: readonly Change[]): Promise<boolean> {
    const looked = await Promise.all(
      changes.map(async (change) => {
        const seen = await this.again(change);
        return change.action === "delete" ? seen === undefined : seen?.missing.length === 0;
      }),
    );
    return looked.every(Boolean);
  }

  /** Looks again at changes that do not show yet, all at once, until they do or the time is over: reads may lag behind. Answers the doubts that are left. */
  async settle(doubts: ReadonlyMap<Change, Doubt>, patience: Settling): Promise<ReadonlyMap<Change, Doubt>> {
    let left = doubts;
    await untilAnswered(async () => {
      left = await this.doubtsAbout([...left.keys()]);
      return left.size === 0 ? left : undefined;
    }, patience);
    const causes = [...left].map(async ([change, doubt]): Promise<[Change, Doubt]> => {
      return [change, "missing" in doubt ? { missing: await withCauses(change, doubt.missing, this.instance) } : doubt];
    });
    return new Map(await Promise.all(causes));
  }

  private async doubtsAbout(changes: readonly Change[]): Promise<ReadonlyMap<Change, Doubt>> {
    try {
      return new Map([...(await this.unstuckOf(changes))].map(([change, missing]) => [change, { missing }]));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
    // One that cannot be read must not hide the others.
    const reader = newestReader(this.instance);
    const looks = changes.map(async (change): Promise<[Change, Doubt]> => {
      try {
        return [change, { missing: (await this.unstuckOf([change], reader)).get(change) ?? [] }];
      } catch (error) {
        return [change, { error }];
      }
    });
    return new Map((await Promise.all(looks)).filter(([, doubt]) => !("missing" in doubt) || doubt.missing.length > 0));
  }

  /** What of several changes did not stick, as the platform has them now: by change, where something did not. */
  private async unstuckOf(
    changes: readonly Change[],
    reader = newestReader(this.instance),
  ): Promise<ReadonlyMap<Change, readonly NotStuck[]>> {
    const { instance } = this;
    const looked = changes.filter((change) => !asksNothing(change)).map((change) => this.lookedFor(change));
    const resources = looked.map(({ desired }) => desired);
    const judged = await decide(reader, (facts) => {
      const { observed } = observe(instance, { resources, deleteUndeclared: {} }, facts);
      const lives = new Map(observed.map(({ desired, live }) => [desired, live]));
      return each(looked, (look): [Change, readonly NotStuck[]] => {
        const live = lives.get(look.desired);
        const why = makesMembers(kindAt(instance.kinds, look.desired)) ? ": it may wait until an administrator approves" : "";
        const unseen = [{ path: "", cause: `the platform does not show it after it was written${why}` }];
        return [look.change, live ? this.missed(look, live, facts) : unseen];
      });
    });
    return new Map(judged.filter(([, missing]) => missing.length > 0));
  }

  private lookedFor(change: Change): Looked {
    const { kinds } = this.instance;
    const desired = desiredOfChange(change, kinds);
    return { change, desired, fields: fieldsOf(kindAt(kinds, desired), { key: desired.key }) };
  }

  private missed({ change, desired, fields }: Looked, live: Live, facts: Facts): NotStuck[] {
    const compared = compare(fields, desired, live, this.resolve, facts);
    const [lacking] = compared.missing;
    if (lacking) throw lacking.error;
    const differences = [...unnamed(this.instance, desired, live), ...compared.differences];
    const sourceOf = (path: string) => {
      const asked = change.attributes.find((attribute) => attribute.path === path || topName(attribute.path) === topName(path));
      return asked?.source === undefined ? {} : { source: asked.source };
    };
    const other = differences.map(({ path, before, after }) => ({
      path,
      ...(after === undefined ? {} : { asked: after }),
      ...(before === undefined ? {} : { live: before }),
      cause: likelyCause(fields, path, this.instance.capabilities),
      ...sourceOf(path),
    }));
    const lost = compared.unverifiable.flatMap(({ path }): NotStuck[] => {
      const asked = desired.spec[path];
      // Of what is shown by its names alone, the names tell that it was stored.
      const isSeen = fields[path]?.item?.unreadable && live.spec[path] !== undefined;
      if (asked === undefined || isSeen || isHidden(fields[path], asked)) return [];
      return [{ path, asked, cause: causeOfLoss(fields[path], this.instance.capabilities), ...sourceOf(path) }];
    });
    return [...other, ...lost];
  }
}

/** True for what leaves nothing to compare. */
function asksNothing({ action, attributes, kept, sends, proposal }: Change): boolean {
  return proposal !== undefined || action === "delete" || (attributes.length === 0 && (kept.length === 0 || sends === undefined));
}

/** The desired thing that a change of a plan stands for: enough to observe it again and to compare. */
export function desiredOfChange(change: Change, kinds: Kinds): Desired {
  const names = addressOfChange(change, kinds);
  const kind = kindAt(kinds, names);
  const { key } = names;
  const spec: Record<string, Value | undefined> = { ...change.identity, ...attributesOf(change, kind, key) };
  for (const kept of change.kept) if (spec[kept.path] === undefined && kept.value !== undefined) spec[kept.path] = kept.value;
  return {
    ...names,
    address: change.address,
    ensure: change.action === "delete" ? "absent" : "present",
    ...(change.from === undefined ? {} : { [kind.tree ? "movedFrom" : "formerKey"]: change.from }),
    spec,
    origins: {},
    origin: { file: "", line: 0, column: 0 },
  };
}

/** True if the reply of the last write shows all that was asked for. */
function isComplete(reply: JsonObject, kind: PlacedKind, fields: Fields, desired: Desired): boolean {
  const shown = decodeReply(kind, desired, reply).spec;
  return Object.keys(desired.spec).every(
    (name) => fields[name]?.unreadable || fields[name]?.on === "create" || shown[name] !== undefined,
  );
}

/** True of what nobody can expect to see after it was written. Without the tier that it needs, nothing was stored. */
function isHidden(field: Field | undefined, value: Value): boolean {
  if (field?.tier === undefined) return mayBeHidden(field, value);
  const { tier: _, ...untiered } = field;
  return mayBeHidden(untiered, value);
}

/** Why the platform shows nothing of what it accepted. */
function causeOfLoss(field: Field | undefined, { tier, version }: Capabilities): string {
  if (field?.dropped !== undefined) return field.dropped;
  if (field && isUnsure(version, field)) return unsureCause(field);
  if (field?.tier)
    return `the platform does not show it: it needs ${field.tier}, and this server is ${tier}; or this release does not know it`;
  return "this server does not know it: the platform accepted the call and does not show it";
}

function unsureCause(field: Field): string {
  return `this release may not know it: it is known ${knownFrom(field)}`;
}

/** The difference of a key that the platform did not take. */
function unnamed({ kinds }: LiveInstance, desired: Desired, { marks }: Live): Difference[] {
  const kind = kindAt(kinds, desired);
  if (!isMisnamed(kind, desired, marks)) return [];
  return diffName(kind.key?.read ?? "", routeKey(kind, desired), shownKey(kind, marks));
}

function likelyCause(fields: Fields, path: string, capabilities: Capabilities): string {
  const field = fields[topName(path)];
  if (field?.dropped !== undefined) return field.dropped;
  if (field?.shown === "inherited") return "the platform shows the inherited value: something above this thing decides it";
  if (field?.tier && !tierIncludes(capabilities.tier, field.tier))
    return `it needs ${field.tier}; this server is ${capabilities.tier}`;
  if (field && isUnsure(capabilities.version, field)) return unsureCause(field);
  if (typeOf(field)?.unordered) return "the platform drops names that it does not accept there, without a word";
  return "the platform accepted the call and did not store the value: a role, a licence or a setting above may forbid it";
}

/** What a change that was carried out does not show yet, or why it could not be read. */
export type Doubt = { readonly missing: readonly NotStuck[] } | { readonly error: unknown };
