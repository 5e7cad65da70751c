import { defined } from "../core/collections.js";
import { formatOrigin, type Origin } from "../core/errors.js";
import type { ExplainedAttribute, ExplainedLine, LineOutcome } from "../core/explained.js";
import { glob } from "../core/glob.js";
import { isObject } from "../core/json.js";
import { fieldsOf, isTopLevel, type Kinds } from "../core/kind.js";
import type { Layers, Policy, Statement, ThingLayers } from "../core/layer.js";
import type { Desired, DesiredState } from "../core/plan.js";
import { fieldAt, valueAtSteps } from "../core/steps.js";
import { hasPassed } from "../core/time.js";
import { isBound, strictest } from "./bounds.js";
import { type LayerRules, rulesOf, thisOf } from "./composer.js";
import { childKey, exceptionLabel, policyLabel, presetLabel } from "./held.js";
import {
  assuming,
  effectiveDesired,
  type ExplainedSubject,
  type Hold,
  type Holding,
  isSubject,
  noLayers,
  thingOf,
} from "./holding.js";
import { type Child, isMeant, means, statementsOf } from "./statements.js";
import { aboutThis, isUntold } from "./this.js";

/** Explains one attribute, by its dotted canonical name: every line that speaks of it, in the order in which they count. */
export function explainLines(
  kinds: Kinds,
  state: DesiredState,
  subject: ExplainedSubject,
  attribute: string,
  hold: Hold,
): ExplainedAttribute {
  const at = attribute.split(".");
  const made = (other: DesiredState, by: Hold) =>
    effectiveDesired(kinds, other, subject, by).find((desired) => isSubject(desired, subject, kinds));
  const judged = (by: Hold): Judged => {
    const spoken = new Lines(kinds, state, subject, by(state)).about(at);
    const judge = judgeOf(made(state, by), attribute, subject, spoken);
    const outcomes = spoken.map(({ statement, layer, because }) =>
      because === undefined ? judge(statement, layer) : { outcome: "loses" as const, because },
    );
    return { spoken, outcomes };
  };
  const { spoken, outcomes } = openOutcomes(hold, hold(state), judged);
  const composed = made(state, hold);
  const value = composed && valueAtSteps(composed.spec, at);
  const [top = ""] = at;
  const origin = composed && value !== undefined ? (composed.origins[attribute] ?? composed.origins[top]) : undefined;
  const layer = composed?.layers?.[attribute] ?? composed?.layers?.[top];
  const lines = spoken.map(({ statement, layer: by, remove }, index): ExplainedLine => {
    const { path, word, origin: place } = statement;
    const other = made(remove(state), hold);
    const without = other && valueAtSteps(other.spec, at);
    return {
      layer: by,
      path: path.join("."),
      word,
      value: statement.value,
      ...defined({ written: statement.written ?? (isUntold(statement) ? statement.value : undefined) }),
      source: formatOrigin(place),
      ...(outcomes[index] ?? { outcome: "loses" }),
      ...defined({ without }),
    };
  });
  const source = origin && formatOrigin(origin);
  return { attribute, ...defined({ value, source, layer: value === undefined ? undefined : layer }), lines };
}

/** Every line that speaks of an attribute, and what becomes of each. */
interface Judged {
  readonly spoken: readonly Spoken[];
  readonly outcomes: readonly LineOutcome[];
}

/** What becomes of each line: decided by what is live where that differs with the policies of which files alone do not tell. */
function openOutcomes(hold: Hold, { unknown, notInForce }: Holding, judged: (by: Hold) => Judged): Judged {
  const surely = judged(hold);
  if (unknown.length === 0) return surely;
  const wholly = judged(assuming(hold, () => true));
  const alone = new Map(unknown.map(({ name }) => [name, judged(assuming(hold, (policy) => policy.name === name))]));
  const outcomes = surely.outcomes.map((sure, index): LineOutcome => {
    const name = surely.spoken[index]?.policy ?? "";
    const open = alone.get(name)?.outcomes[index];
    const { outcome, because } = wholly.outcomes[index] ?? sure;
    // What is overridden although its own policy holds is overridden whatever is live.
    if (open?.outcome === "loses") return open;
    if (!open && outcome === sure.outcome) return sure;
    const why = open ? notInForce.get(name) : because && `${because}, if that policy holds`;
    return { outcome: "decided by what is live", ...(why === undefined ? {} : { because: why }) };
  });
  return { spoken: surely.spoken, outcomes };
}

/** A line with the layer that says it, in the words of `Desired.layers`. */
interface Spoken {
  readonly statement: Statement;
  readonly layer: string;
  /** Why it does not count, whatever the others say. */
  readonly because?: string | undefined;
  /** Name of the policy that says it, or that an exception of it does. */
  readonly policy?: string;
  /** The state as it would be without the line. */
  readonly remove: (state: DesiredState) => DesiredState;
}

/** Finds every line that speaks of an attribute. */
class Lines {
  private readonly layers: Layers;
  private readonly rules: LayerRules;
  private readonly child: Child;
  /** What the thing says of layers. */
  private readonly thing: ThingLayers | undefined;

  constructor(
    private readonly kinds: Kinds,
    private readonly state: DesiredState,
    private readonly subject: ExplainedSubject,
    private readonly holding: Holding,
  ) {
    const { kind, key, address } = subject;
    this.layers = state.layers ?? noLayers;
    this.rules = rulesOf(kinds, state.resources, this.layers);
    this.child = isTopLevel(kind) ? undefined : { kind: kind.name, ...(key === undefined ? {} : { key }) };
    this.thing = this.rules.index.thing(address);
  }

  /** Each as it reads for the subject. */
  about(at: readonly string[]): Spoken[] {
    const { index } = this.rules;
    const { top, path } = this.subject;
    const policies = index.naming(top.name, path).flatMap((policy) => this.ofPolicy(policy, at));
    const presets = index.presetsOf(top.name, this.thing).flatMap(({ name, bodies }) =>
      this.said(bodies, at).map((statement): Spoken => {
        const because = this.ignoredBy(statement, []);
        return { statement, layer: presetLabel(name), because, remove: lacking(statement) };
      }),
    );
    const thing = thisOf(thingOf(this.rules, this.subject));
    const lines = [...policies, ...presets, ...this.own(at)];
    return lines.map((line) => ({ ...line, statement: aboutThis(line.statement, thing) }));
  }

  private ofPolicy(policy: Policy, at: readonly string[]): Spoken[] {
    const { name, bodies, enforce } = policy;
    const { notInForce, inForce } = this.holding;
    const off = notInForce.get(name) ?? (inForce.includes(policy) ? undefined : "not in force here");
    const opened = this.rules.index.exceptionsAt(this.subject.path).filter((exception) => exception.policy === name);
    const lines = this.said(bodies, at).map((statement): Spoken => {
      const exception = opened.find(({ attribute }) => means(attribute, this.child, statement.path));
      const enforced = isMeant(enforce, this.child, statement.path);
      const isCut = this.thing?.inherit === false && !isBound(statement) && !enforced;
      const because =
        off ??
        (exception ? `excepted at ${formatOrigin(exception.origin)}: ${exception.reason}` : undefined) ??
        (isCut ? "the thing says inherit: false" : undefined) ??
        (enforced ? undefined : this.ignoredBy(statement, inForce));
      return { statement, layer: policyLabel(name), policy: name, because, remove: lacking(statement) };
    });
    return [...lines, ...this.exceptions(policy, at, off)];
  }

  private exceptions({ name }: Policy, at: readonly string[], off: string | undefined): Spoken[] {
    return this.layers.exceptions.flatMap((exception): Spoken[] => {
      const { attribute, statement, until, match } = exception;
      const isMeantHere = exception.policy === name && glob(match.pattern)(this.subject.path) && this.isChild(attribute.child);
      if (!statement || !isMeantHere || !touches(statement.path, at)) return [];
      const ended = hasPassed(exception, this.layers.today) ? `ended after ${until ?? ""}` : undefined;
      const because = ended ?? (off === undefined ? undefined : `its policy is not in force here: ${off}`);
      const remove = withLayersOf((all) => ({ ...all, exceptions: all.exceptions.filter((other) => other !== exception) }));
      return [{ statement, layer: exceptionLabel(name), policy: name, because, remove }];
    });
  }

  private own(at: readonly string[]): Spoken[] {
    const { kinds, subject, state } = this;
    const desired = state.resources.find((resource) => isSubject(resource, subject, kinds));
    const plain = desired
      ? statementsOf(fieldsOf(subject.kind, { key: subject.key }), desired.spec, desired.origins, desired.origin)
      : [];
    const line = (statement: Statement, remove: Spoken["remove"]): Spoken => {
      return { statement, layer: "", because: this.ignoredBy(statement, this.holding.inForce), remove };
    };
    return [
      ...plain.filter(({ path }) => touches(path, at)).map((statement) => line(statement, lackingOwn(statement, desired))),
      ...this.said(this.thing?.bodies ?? [], at).map((statement) => line(statement, lacking(statement))),
    ];
  }

  private said(bodies: Policy["bodies"], at: readonly string[]): Statement[] {
    return bodies.flatMap(({ child, statements }) =>
      this.isChild(child) ? statements.filter(({ path }) => touches(path, at)) : [],
    );
  }

  private isChild(child: Child): boolean {
    return childKey(child, this.kinds) === childKey(this.child, this.kinds);
  }

  private ignoredBy({ path }: Statement, inForce: readonly Policy[]): string | undefined {
    const { ignore = [], inherit = true } = this.thing ?? {};
    const patterns = [...ignore, ...(inherit ? inForce.flatMap((policy) => policy.ignore) : [])];
    const ignoring = patterns.find((pattern) => means(pattern, this.child, path));
    return ignoring && `ignored at ${formatOrigin(ignoring.origin)}`;
  }
}

function withLayersOf(change: (layers: Layers) => Layers): Spoken["remove"] {
  return (state) => (state.layers ? { ...state, layers: change(state.layers) } : state);
}

/** The state without a statement of a policy or preset, or one with a word. */
function lacking(statement: Statement): Spoken["remove"] {
  const without = <L extends Pick<Policy, "bodies">>(layer: L): L => ({
    ...layer,
    bodies: layer.bodies.map((body) => ({ ...body, statements: body.statements.filter((other) => other !== statement) })),
  });
  return withLayersOf((layers) => ({
    ...layers,
    policies: layers.policies.map(without),
    presets: layers.presets.map(without),
    things: new Map([...layers.things].map(([name, thing]) => [name, without(thing)])),
  }));
}

/** The state without what a body says plainly at a place. */
function lackingOwn({ path }: Statement, desired: Desired | undefined): Spoken["remove"] {
  return (state) => ({
    ...state,
    resources: state.resources.map((resource) =>
      resource === desired ? { ...resource, spec: withoutSteps(resource.spec, path) } : resource,
    ),
  });
}

function withoutSteps(spec: Desired["spec"], [name = "", ...rest]: readonly string[]): Desired["spec"] {
  const { [name]: inner, ...others } = spec;
  if (rest.length === 0 || !isObject(inner)) return others;
  const left = withoutSteps(inner, rest);
  return Object.keys(left).length === 0 ? others : { ...others, [name]: left };
}

/** Says of lines that count what they come to beside each other. */
function judgeOf(composed: Desired | undefined, attribute: string, { kind, key }: ExplainedSubject, spoken: readonly Spoken[]) {
  const near = Object.entries(composed?.origins ?? {}).filter(
    ([path]) => path === attribute || touches(path.split("."), attribute.split(".")),
  );
  const used = new Set(near.map(([, origin]) => formatOrigin(origin)));
  const winner = (path: string) => {
    const origin = composed?.origins[path] ?? composed?.origins[attribute];
    const layer = composed?.layers?.[path] ?? composed?.layers?.[attribute] ?? "";
    return origin ? `overridden by ${layer === "" ? "its own body" : layer} at ${formatOrigin(origin)}` : "overridden";
  };
  return (statement: Statement, layer: string): LineOutcome => {
    const { path, word, origins, origin } = statement;
    if (isBound({ word })) {
      const others = spoken.filter((line) => line.because === undefined && line.statement.path.join(".") === path.join("."));
      const because = strictestBecause(fieldAt(fieldsOf(kind, { key }), path), statement, others);
      return { outcome: "bounds", because };
    }
    const places: readonly Origin[] = [origin, ...Object.values(origins)];
    if (places.some((place) => used.has(formatOrigin(place)))) return { outcome: "wins" };
    if (word !== "is" && composed?.bounds?.some((bound) => bound.layer === layer && bound.path.join(".") === path.join(".")))
      return { outcome: "bounds", because: "holds for what is live, as nothing gives the list whole" };
    return { outcome: "loses", because: winner(path.join(".")) };
  };
}

function strictestBecause(field: ReturnType<typeof fieldAt>, statement: Statement, others: readonly Spoken[]): string {
  const competing = others.map(({ statement: rival, layer }) => ({ ...rival, layer }));
  const outcome = strictest(field, competing);
  if (!outcome || !("bound" in outcome)) return "contradicts another bound";
  const { bound } = outcome;
  const limits = [bound.at_least, bound.at_most, ...(bound.one_of ?? []), ...bound.includes, ...bound.excludes];
  const place = formatOrigin(statement.origin);
  if (limits.some((value) => value && formatOrigin(value.statement.origin) === place)) return "the strictest";
  const limit = limits.find((value) => value?.statement.word === statement.word);
  return limit ? `holds, and what is said at ${formatOrigin(limit.origin)} is stricter` : "holds";
}

/** True if one of two places lies in the other. */
function touches(path: readonly string[], at: readonly string[]): boolean {
  return path.slice(0, at.length).every((step, index) => step === at[index]);
}
