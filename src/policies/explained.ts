import { formatOrigin, type Origin } from "../core/errors.js";
import { glob } from "../core/glob.js";
import { isObject, type Value } from "../core/json.js";
import { fieldsOf, isTopLevel, type Kinds } from "../core/kind.js";
import type { AttributePattern, Layers, Policy, Statement, Word } from "../core/layer.js";
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
import { aboutThis } from "./this.js";

/** One line of the files that speaks of an attribute, and what becomes of it. */
export interface ExplainedLine extends LineOutcome {
  /** `policy NAME`, `preset NAME`, `exception of NAME`; empty for the thing's own body. */
  readonly layer: string;
  /** The attribute or the part of it that the line says. */
  readonly path: string;
  readonly word: Word;
  readonly value: Value;
  /** The text as it is written, where it says `${this:…}`; the same as the value where that is not known. */
  readonly written?: Value;
  readonly source: string;
  /** What the value would be without this line; left out where nothing would give one. */
  readonly without?: Value;
}

/** All that files say of one attribute of one thing. */
export interface ExplainedAttribute {
  readonly attribute: string;
  /** Left out where nothing gives one. */
  readonly value?: Value;
  readonly source?: string;
  readonly layer?: string;
  /** Weakest first. */
  readonly lines: readonly ExplainedLine[];
}

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
    const spoken = new Lines(searchedIn(kinds, state, subject, by(state))).about(at);
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
      ...(statement.about || statement.wrong ? { written: statement.value } : {}),
      ...(statement.written === undefined ? {} : { written: statement.written }),
      source: formatOrigin(place),
      ...(outcomes[index] ?? { outcome: "loses" }),
      ...(without === undefined ? {} : { without }),
    };
  });
  return {
    attribute,
    ...(value === undefined ? {} : { value }),
    ...(origin ? { source: formatOrigin(origin) } : {}),
    ...(layer === undefined || value === undefined ? {} : { layer }),
    lines,
  };
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

/** The same, with the state as it would be without the line. */
interface Spoken extends SpokenLine {
  /** Name of the policy that says it, or that an exception of it does. */
  readonly policy?: string;
  readonly remove: (state: DesiredState) => DesiredState;
}

function searchedIn(kinds: Kinds, state: DesiredState, subject: ExplainedSubject, holding: Holding): Searched {
  const layers = state.layers ?? noLayers;
  const { kind, key } = subject;
  const child = isTopLevel(kind) ? undefined : { kind: kind.name, ...(key === undefined ? {} : { key }) };
  return { kinds, state, layers, subject, holding, rules: rulesOf(kinds, state.resources, layers), child };
}

/** What is looked into. */
interface Searched {
  readonly kinds: Kinds;
  readonly state: DesiredState;
  readonly layers: Layers;
  readonly subject: ExplainedSubject;
  readonly holding: Holding;
  readonly rules: LayerRules;
  readonly child: Child;
}

/** Finds every line that speaks of an attribute. */
class Lines {
  constructor(private readonly searched: Searched) {}

  /** Each as it reads for the subject. */
  about(at: readonly string[]): Spoken[] {
    const thing = thisOf(thingOf(this.searched.rules, this.searched.subject));
    return this.lines(at).map((line) => ({ ...line, statement: aboutThis(line.statement, thing) }));
  }

  private lines(at: readonly string[]): Spoken[] {
    const { top, path, address } = this.searched.subject;
    const thing = this.searched.rules.index.thing(address);
    const policies = this.searched.rules.index.naming(top.name, path).flatMap((policy) => this.ofPolicy(policy, at));
    const presets = this.searched.rules.index.presetsOf(top.name, thing).flatMap((preset) =>
      this.said(preset.bodies, at).map((statement): Spoken => ({
        statement,
        layer: presetLabel(preset.name),
        because: this.ignoredBy(statement, thing?.ignore ?? [], []),
        remove: withLayersOf((layers) => ({
          ...layers,
          presets: layers.presets.map((candidate) => ({ ...candidate, bodies: lacking(candidate.bodies, statement) })),
        })),
      })),
    );
    return [...policies, ...presets, ...this.own(at, thing?.ignore ?? [])];
  }

  private ofPolicy(policy: Policy, at: readonly string[]): Spoken[] {
    const { index } = this.searched.rules;
    const thing = index.thing(this.searched.subject.address);
    const off =
      this.searched.holding.notInForce.get(policy.name) ??
      (this.searched.holding.inForce.includes(policy) ? undefined : "not in force here");
    const opened = index.exceptionsAt(this.searched.subject.path).filter((exception) => exception.policy === policy.name);
    const lines = this.said(policy.bodies, at).map((statement): Spoken => {
      const exception = opened.find(({ attribute }) => means(attribute, this.searched.child, statement.path));
      const enforced = isMeant(policy.enforce, this.searched.child, statement.path);
      const isCut = thing?.inherit === false && !isBound(statement) && !enforced;
      const because =
        off ??
        (exception ? `excepted at ${formatOrigin(exception.origin)}: ${exception.reason}` : undefined) ??
        (isCut ? "the thing says inherit: false" : undefined) ??
        (enforced ? undefined : this.ignoredBy(statement, thing?.ignore ?? [], this.searched.holding.inForce));
      return {
        statement,
        layer: policyLabel(policy.name),
        policy: policy.name,
        because,
        remove: withLayersOf((layers) => ({
          ...layers,
          policies: layers.policies.map((candidate) => ({ ...candidate, bodies: lacking(candidate.bodies, statement) })),
        })),
      };
    });
    return [...lines, ...this.exceptions(policy, at, off)];
  }

  private exceptions(policy: Policy, at: readonly string[], off: string | undefined): Spoken[] {
    const { layers, subject } = this.searched;
    return layers.exceptions.flatMap((exception): Spoken[] => {
      const { attribute, statement, until } = exception;
      if (
        exception.policy !== policy.name ||
        !glob(exception.match.pattern)(subject.path) ||
        !statement ||
        !this.isChild(attribute.child) ||
        !touches(statement.path, at)
      )
        return [];
      const ended = hasPassed(exception, layers.today) ? `ended after ${until ?? ""}` : undefined;
      return [
        {
          statement,
          layer: exceptionLabel(policy.name),
          policy: policy.name,
          because: ended ?? (off === undefined ? undefined : `its policy is not in force here: ${off}`),
          remove: withLayersOf((all) => ({ ...all, exceptions: all.exceptions.filter((candidate) => candidate !== exception) })),
        },
      ];
    });
  }

  private own(at: readonly string[], ignore: readonly AttributePattern[]): Spoken[] {
    const { kinds, subject } = this.searched;
    const desired = this.searched.state.resources.find((resource) => isSubject(resource, subject, kinds));
    const plain = desired
      ? statementsOf(fieldsOf(subject.kind, { key: subject.key }), desired.spec, desired.origins, desired.origin)
      : [];
    const words = this.said(this.searched.rules.index.thing(subject.address)?.bodies ?? [], at);
    const because = (statement: Statement) => this.ignoredBy(statement, ignore, this.searched.holding.inForce);
    return [
      ...plain
        .filter(({ path }) => touches(path, at))
        .map((statement): Spoken => ({
          statement,
          layer: "",
          because: because(statement),
          remove: lackingOwn(statement, desired),
        })),
      ...words.map((statement): Spoken => ({
        statement,
        layer: "",
        because: because(statement),
        remove: withLayersOf((layers) => ({
          ...layers,
          things: new Map(
            [...layers.things].map(([name, thing]) => [name, { ...thing, bodies: lacking(thing.bodies, statement) }]),
          ),
        })),
      })),
    ];
  }

  private said(bodies: Policy["bodies"], at: readonly string[]): Statement[] {
    return bodies.flatMap(({ child, statements }) =>
      this.isChild(child) ? statements.filter(({ path }) => touches(path, at)) : [],
    );
  }

  private isChild(child: Child): boolean {
    return childKey(child, this.searched.kinds) === childKey(this.searched.child, this.searched.kinds);
  }

  private ignoredBy({ path }: Statement, ignored: readonly AttributePattern[], inForce: readonly Policy[]): string | undefined {
    const inherit = this.searched.rules.index.thing(this.searched.subject.address)?.inherit ?? true;
    const patterns = [...ignored, ...(inherit ? inForce.flatMap(({ ignore }) => ignore) : [])];
    const ignoring = patterns.find((pattern) => means(pattern, this.searched.child, path));
    return ignoring && `ignored at ${formatOrigin(ignoring.origin)}`;
  }
}

function lacking(bodies: Policy["bodies"], statement: Statement): Policy["bodies"] {
  return bodies.map((body) => ({ ...body, statements: body.statements.filter((candidate) => candidate !== statement) }));
}

function withLayersOf(change: (layers: Layers) => Layers) {
  return (state: DesiredState): DesiredState => (state.layers ? { ...state, layers: change(state.layers) } : state);
}

/** The state without what a body says plainly at a place. */
function lackingOwn({ path }: Statement, desired: Desired | undefined) {
  return (state: DesiredState): DesiredState => ({
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

/** A line with the layer that says it, in the words of `Desired.layers`; `because` where it does not count whatever the others say. */
interface SpokenLine {
  readonly statement: Statement;
  readonly layer: string;
  readonly because?: string | undefined;
}

/** What becomes of a line: it gives the value or part of it, bounds it, or does not count; or files alone do not tell. */
interface LineOutcome {
  readonly outcome: "wins" | "bounds" | "loses" | "decided by what is live";
  /** Why, where it does not win. */
  readonly because?: string;
}

/** Says of lines that count what they come to beside each other. */
function judgeOf(
  composed: Desired | undefined,
  attribute: string,
  { kind, key }: ExplainedSubject,
  spoken: readonly SpokenLine[],
) {
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

function strictestBecause(field: ReturnType<typeof fieldAt>, statement: Statement, others: readonly SpokenLine[]): string {
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
