import { compareTexts, defined } from "../../core/collections.js";
import { type DiagnosticDetails, type Origin, fault } from "../../core/errors.js";
import { type Json, isObject } from "../../core/json.js";
import { type PlacedKind, fieldsOf, kindIn, kindOf, topKind } from "../../core/kind.js";
import type { AttributePattern, Policy, PolicyException, Statement } from "../../core/layer.js";
import { pointerStep, pointerSteps } from "../../core/steps.js";
import { type Body, emptyBody, type Piece } from "../body.js";
import { type LayerContext, readLayerBody } from "./layer-body.js";
import { readGlobs, readPatterns } from "./patterns.js";
import { suggestion } from "./policies.js";
import { movedSource } from "./words.js";

/** Reads all exceptions; what is wrong with one is told of, and it is left out. */
export function readExceptions(
  exceptions: readonly Piece[],
  named: ReadonlyMap<string, unknown>,
  policies: readonly Policy[],
  context: LayerContext,
): PolicyException[] {
  const byName = new Map(policies.map((policy) => [policy.name, policy]));
  const read = exceptions.flatMap((piece) => new ExceptionReader(piece, named, byName, context).read() ?? []);
  const place = ({ policy, match, attribute, until = "" }: PolicyException) =>
    JSON.stringify([policy, match.pattern, attribute.text, until]);
  return read.sort((a, b) => compareTexts(place(a), place(b)));
}

class ExceptionReader {
  private readonly origin: Origin;

  constructor(
    private readonly piece: Piece,
    private readonly named: ReadonlyMap<string, unknown>,
    private readonly policies: ReadonlyMap<string, Policy>,
    private readonly context: LayerContext,
  ) {
    this.origin = piece.source.valueOrigin(piece.pointer);
  }

  read(): PolicyException | undefined {
    const policy = this.text("policy");
    const until = this.text("until");
    const reason = this.text("reason");
    if (isObject(this.piece.value) && (reason === undefined || reason.trim() === ""))
      this.report(
        "exception.reason",
        "reason",
        "an exception needs a reason",
        { allowed: "reason: why it is so, and until when it has to be" },
        reason === undefined ? this.origin : undefined,
      );
    const [match] =
      this.text("match") === undefined ? [] : readGlobs([this.part("match")], this.context.diagnostics, this.details("match"));
    if (policy === undefined || reason === undefined) return undefined;
    const known = this.policies.get(policy);
    if (!known && !this.named.has(policy))
      this.report("policy.unknown", "policy", `there is no policy ${JSON.stringify(policy)}`, suggestion(policy, this.named));
    const attribute = known && this.attribute(topKind(this.context.kinds, known.kind));
    if (!known || !match || !attribute) return undefined;
    const statement = this.statement(topKind(this.context.kinds, known.kind), attribute);
    if (statement === "wrong") return undefined;
    return {
      policy,
      match,
      attribute,
      reason,
      ...defined({ statement, until }),
      origin: this.origin,
    };
  }

  /** Exactly one attribute of one thing. */
  private attribute(kind: PlacedKind): AttributePattern | undefined {
    if (this.text("attribute") === undefined) return undefined;
    const { kinds, diagnostics } = this.context;
    const [pattern] = readPatterns([this.part("attribute")], kind, kinds, diagnostics, this.details("attribute"));
    if (!pattern) return undefined;
    if (pattern.path.length > 0 && !pattern.child?.key?.includes("*")) return pattern;
    const allowed = "one exception for each attribute, as in approval_rules.Two eyes.approvals_required";
    this.report("exception.attribute", "attribute", `${pattern.text} is more than one attribute`, { allowed });
    return undefined;
  }

  /** What holds instead; undefined where the policy is to say nothing. */
  private statement(top: PlacedKind, { child, path, text }: AttributePattern): Statement | undefined | "wrong" {
    const { value } = this.piece;
    if (!isObject(value) || value["value"] === undefined) return undefined;
    const kind = child ? kindIn(kindOf(this.context.kinds, child.kind), top.name) : top;
    const before = this.context.diagnostics.length;
    const { statements } = readLayerBody(this.body(kind, child?.key, path, value["value"]), this.context);
    const [only, ...others] = statements;
    if (only && others.length === 0) return only;
    if (this.context.diagnostics.length === before || statements.length > 0) {
      const message =
        statements.length > 1 ? `the value says more than one thing of ${text}` : `the value says nothing of ${text}`;
      const allowed = "one exception for each part, and for each word";
      this.report("exception.attribute", "value", message, { allowed });
    }
    return "wrong";
  }

  /** A body that says the value of that attribute and nothing else. */
  private body(kind: PlacedKind, key: string | undefined, path: readonly string[], value: Json): Body {
    const [first = "", ...rest] = path;
    const { source, pointer } = this.part("value");
    const fields = fieldsOf(kind, { key });
    const isLoose = !Object.hasOwn(fields, first);
    const steps = rest.map(pointerStep).join("");
    const piece: Piece = {
      value: rest.reduceRight<Json>((inner, step) => ({ [step]: inner }), value),
      source: movedSource(source, pointer + steps, (below) => pointer + below),
      pointer,
    };
    const address = `exception of policy ${this.text("policy") ?? ""}`;
    const body = emptyBody({ kind, address, ...defined({ key }), origin: this.origin });
    return { ...body, [isLoose ? "unchecked" : "attributes"]: new Map([[first, piece]]) };
  }

  private part(key: string): Piece {
    const { value, source, pointer } = this.piece;
    return { value: (isObject(value) ? value[key] : undefined) ?? null, source, pointer: pointer + pointerStep(key) };
  }

  private text(key: string): string | undefined {
    const { value } = this.part(key);
    return typeof value === "string" ? value : undefined;
  }

  private details(key: string): DiagnosticDetails {
    return { attribute: [...pointerSteps(this.piece.pointer), key].join(".") };
  }

  private report(rule: string, key: string, message: string, details: DiagnosticDetails, origin?: Origin): void {
    const { source, pointer } = this.part(key);
    this.context.diagnostics.push(
      fault(rule, origin ?? source.valueOrigin(pointer), message, { ...this.details(key), ...details }),
    );
  }
}
