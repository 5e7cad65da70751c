import { type FileDiagnostic, type Origin, formatOrigin, warning } from "../core/errors.js";
import type { AttributePattern, Statement } from "../core/layer.js";
import { breaks, isBound } from "./bounds.js";
import { type CheckedThing, type OwnSaying, type PolicyReach, type Reached, effectiveSayings } from "./check-reach.js";
import {
  contradicted,
  firstOfEach,
  firstDiagnostics,
  isBeyond,
  isOtherwise,
  isSamePlace,
  type LayerCheck,
  type PolicySaying,
  saidText,
  sayingText,
} from "./check-said.js";
import { childOf } from "./composer.js";
import { childKey, policyLabel } from "./held.js";
import { contradiction } from "./satisfies.js";
import { isMeant } from "./statements.js";

/** Where what is declared, or a preset of it, contradicts the policies that may hold for it, or its own layers each other. */
export function thingContradictions(check: LayerCheck, reach: PolicyReach, things: readonly CheckedThing[]): FileDiagnostic[] {
  const all = things.flatMap((thing) => {
    if (thing.layers === undefined && check.policies.length === 0) return [];
    return new ThingCheck(check, thing, reach.reached(thing)).diagnostics();
  });
  // What a preset says is told once, for the first of the things that take it.
  return firstOfEach(all, ({ rule, origin, related }) => [rule, origin, related]);
}

class ThingCheck {
  private readonly kind: string;
  private readonly path: string;
  private readonly sayings: readonly OwnSaying[];
  private readonly bounds: readonly OwnSaying[];

  constructor(
    private readonly check: LayerCheck,
    private readonly thing: CheckedThing,
    private readonly reached: Reached,
  ) {
    this.kind = thing.desired.kind;
    this.path = thing.desired.path ?? "";
    const all = effectiveSayings(thing.sayings, check);
    this.sayings = all.filter(({ statement }) => !isBound(statement));
    this.bounds = all.filter(({ statement }) => isBound(statement));
  }

  diagnostics(): FileDiagnostic[] {
    return [
      ...this.sayings.flatMap((saying) => [...this.againstPolicies(saying), ...this.againstOwnBounds(saying)]),
      ...this.bounds.flatMap((bound, index) => [
        ...this.weakerPolicies(bound),
        ...this.impossible(bound, this.bounds.slice(0, index)),
      ]),
      ...this.ignoredEnforced(),
      ...this.ignoredDeclared(),
    ];
  }

  private againstPolicies(saying: OwnSaying): FileDiagnostic[] {
    const others = this.reached.about(this.kind, saying.child, saying.statement.path);
    const clash = (rule: string, isWrong: (other: PolicySaying) => boolean, verb: string) =>
      firstDiagnostics(others.filter(isWrong), (other) =>
        this.told(rule, saying, other, `it says ${saidText(saying.statement)}, but ${sayingText(other, verb)}`),
      );
    return [
      ...clash(
        "policy.enforced",
        (other) => other.isEnforced && isOtherwise(other.field, saying.statement, other.statement),
        "enforces",
      ),
      ...clash("bound.weaker", (other) => isBeyond(other.field, saying.statement, other.statement), "asks for"),
    ];
  }

  private againstOwnBounds(saying: OwnSaying): FileDiagnostic[] {
    const broken = this.bounds.find(
      (bound) => this.isSameBody(saying, bound) && isBeyond(this.field(bound), saying.statement, bound.statement),
    );
    if (!broken) return [];
    const message = `it says ${saidText(saying.statement)}, but ${ownSaid(broken, "asks for")}`;
    const [allowed, related] = [saidText(broken.statement), broken.statement.origin];
    return contradicted({ ...this.about(saying), rule: "bound.weaker", message, allowed, related });
  }

  /** What policies say and a bound of the thing's own forbids, unless something stronger surely takes its place. */
  private weakerPolicies(bound: OwnSaying): FileDiagnostic[] {
    const { path } = bound.statement;
    const isValue = (statement: Statement) => statement.word === "is" && isSamePlace(statement, bound.statement);
    if (this.sayings.some((saying) => this.isSameBody(saying, bound) && isValue(saying.statement))) return [];
    const inherit = this.thing.layers?.inherit ?? true;
    const values = this.reached
      .about(this.kind, bound.child, path)
      .filter(({ statement, isEnforced }) => isValue(statement) && (inherit || isEnforced));
    for (const saying of values.toReversed()) {
      if (breaks(saying.field, saying.statement.value, bound.statement)) {
        const message = `it asks for ${saidText(bound.statement)}, but ${sayingText(saying, "says")}`;
        const allowed = `a value of its own (${saidText(bound.statement)})`;
        const diagnostics = this.told("bound.weaker", bound, saying, message, allowed);
        if (diagnostics.length > 0) return diagnostics;
      }
      if (this.reached.sure.has(saying.policy)) return [];
    }
    return [];
  }

  private impossible(saying: OwnSaying, before: readonly OwnSaying[]): FileDiagnostic[] {
    const { statement } = saying;
    const field = this.field(saying);
    const clashes = (other: Statement) =>
      isBound(other) && isSamePlace(other, statement) && contradiction(field, [statement, other]) !== undefined;
    const message = (other: string) => `it asks for ${saidText(statement)}, and ${other}: no value is both`;
    const others = this.reached.about(this.kind, saying.child, statement.path).filter((other) => clashes(other.statement));
    const diagnostics = firstDiagnostics(others, (other) =>
      this.told("bound.impossible", saying, other, message(sayingText(other, "for"))),
    );
    if (diagnostics.length > 0) return diagnostics;
    const earlier = before.find((other) => this.isSameBody(saying, other) && clashes(other.statement));
    if (!earlier) return [];
    return contradicted({
      ...this.about(saying),
      rule: "bound.impossible",
      message: message(ownSaid(earlier, "for")),
      allowed: "bounds that can be met together",
      related: earlier.statement.origin,
    });
  }

  /** What the thing itself ignores although a policy enforces it. */
  private ignoredEnforced(): FileDiagnostic[] {
    return (this.thing.layers?.ignore ?? []).flatMap((pattern) => {
      for (const policy of this.reached.policies)
        for (const { child, statements } of policy.bodies)
          for (const statement of statements) {
            const { path, origin } = statement;
            if (!isMeant(policy.enforce, child, path) || !isMeant([pattern], child, path)) continue;
            const label = policyLabel(policy.name);
            const diagnostics = contradicted({
              rule: "policy.enforced",
              address: this.thing.desired.address,
              attribute: `ignore.${pattern.text}`,
              origin: pattern.origin,
              message: `it ignores what ${label} enforces at ${formatOrigin(origin)}`,
              allowed: `no ignore of it, or an exception of ${label}`,
              related: origin,
              opening: this.check.pairs.openingAt({ policy, child, statement }, this.path),
            });
            if (diagnostics.length > 0) return diagnostics;
          }
      return [];
    });
  }

  /** What the thing declares itself and nothing looks at, because it, or a policy, ignores it. */
  private ignoredDeclared(): FileDiagnostic[] {
    const { layers, desired, sayings, children } = this.thing;
    const ignored = (layers?.ignore ?? []).map((pattern) => ({ pattern, by: "it ignores it itself" }));
    const inherited = (layers?.inherit ?? true) ? this.reached.policies : [];
    const patterns = [
      ...ignored,
      ...inherited.flatMap(({ ignore, name }) => ignore.map((pattern) => ({ pattern, by: `${policyLabel(name)} ignores it` }))),
    ];
    if (patterns.length === 0) return [];
    const present = children.filter(({ ensure }) => ensure !== "absent");
    const bodies = present.map((resource) => ({ resource, child: childOf(resource) }));
    const whole = bodies.flatMap(({ resource, child }) => {
      const match = patterns.find(({ pattern }) => isMeant([pattern], child, []));
      const isEnforced = this.reached.policies.some(({ enforce }) =>
        enforce.some((pattern) => pattern.child?.kind === child.kind),
      );
      return match && !isEnforced ? [noEffect(resource.address, undefined, resource.origin, match)] : [];
    });
    const seen = new Set<string>();
    const parts = sayings.flatMap(({ child, statement }) => {
      if (statement.layer !== "") return [];
      const match = patterns.find(({ pattern }) => pattern.path.length > 0 && isMeant([pattern], child, statement.path));
      if (!match || this.reached.policies.some(({ enforce }) => isMeant(enforce, child, statement.path))) return [];
      const steps = statement.path.slice(0, match.pattern.path.length);
      const key = JSON.stringify([childKey(child, this.check.kinds), steps]);
      if (seen.has(key)) return [];
      seen.add(key);
      const address = this.check.address(this.kind, desired.path, child);
      return [noEffect(address, steps.join("."), statement.origin, match)];
    });
    return [...whole, ...parts];
  }

  private told(
    rule: string,
    saying: OwnSaying,
    other: PolicySaying,
    message: string,
    allowed = saidText(other.statement),
  ): FileDiagnostic[] {
    return contradicted({
      ...this.about(saying),
      rule,
      message,
      allowed: `${allowed}, or an exception of ${policyLabel(other.policy.name)}`,
      related: other.statement.origin,
      opening: this.check.pairs.openingAt(other, this.path),
    });
  }

  private about({ child, statement }: OwnSaying) {
    const { layer, path, origin } = statement;
    const isOwn = layer === "";
    return {
      origin,
      address: isOwn ? this.check.address(this.kind, this.thing.desired.path, child) : layer,
      attribute: isOwn ? path.join(".") : this.check.text(this.kind, child, path),
    };
  }

  private isSameBody(saying: OwnSaying, other: OwnSaying): boolean {
    return childKey(saying.child, this.check.kinds) === childKey(other.child, this.check.kinds);
  }

  private field({ child, statement }: OwnSaying) {
    return this.check.field(this.kind, child, statement.path);
  }
}

function noEffect(
  address: string,
  attribute: string | undefined,
  origin: Origin,
  { pattern, by }: { readonly pattern: AttributePattern; readonly by: string },
): FileDiagnostic {
  return warning("ignore.declared", origin, `it has no effect: ${by} (${pattern.text}, ${formatOrigin(pattern.origin)})`, {
    address,
    ...(attribute === undefined ? {} : { attribute }),
    allowed: "no ignore of it, or no such line",
    related: [pattern.origin],
  });
}

function ownSaid({ statement }: OwnSaying, verb: string): string {
  const who = statement.layer === "" ? "its own body" : statement.layer;
  return `${who} ${verb} ${saidText(statement)} (${formatOrigin(statement.origin)})`;
}
