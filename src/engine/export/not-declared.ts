import { fold, parseAddress } from "../../core/address.js";
import { compareTexts } from "../../core/collections.js";
import { type Field, type Fields, hidesValue, typeOf } from "../../core/fields.js";
import type { Spec, Value } from "../../core/json.js";
import { twinOf } from "../../core/kind-check.js";
import { fieldsOf, isKeptUndeclared, type PlacedKind } from "../../core/kind.js";
import type { Desired, NotDeclared, NotDeclaredAttribute, NotJudgedReason } from "../../core/plan.js";
import { fieldAt, topName } from "../../core/steps.js";
import type { Found, LiveInstance } from "../live/index.js";
import { isOwnMembership } from "../plan/index.js";
import { lackingAttribute } from "../snapshot/index.js";
import { unsaid } from "./adopt.js";
import { Declared, ignoring } from "./declared.js";
import { singletonsOf } from "./export.js";
import { defaultOf, withoutDefaults } from "./without-defaults.js";

/** Holds live things to what the platform gives by itself, one after the other. */
export class NotDeclaredFinder {
  private readonly declared: Declared;
  private readonly singletons: ReturnType<typeof singletonsOf>;
  private readonly attributes: NotDeclaredAttribute[] = [];
  private readonly counts = new Map<NotJudgedReason, number>();
  /** Why things of these addresses are nobody's to declare; undefined for those that files speak of. */
  private readonly spared = new Map<string, NotJudgedReason | undefined>();
  private readonly ignores: ReturnType<typeof ignoring>;

  constructor(
    private readonly instance: LiveInstance,
    effective: readonly Desired[],
    /** True for what is held to it. */
    private readonly isJudged: (kind: PlacedKind, address: string) => boolean,
  ) {
    this.declared = new Declared(effective, instance.kinds);
    this.singletons = singletonsOf(instance);
    this.ignores = ignoring(effective, instance.kinds);
  }

  /** Looks at one thing. */
  take(resource: Found): void {
    const { instance } = this;
    const { kind, live } = resource;
    const claimed = this.declared.claim(resource);
    const reason = whyNotJudged(instance, resource);
    const isIgnored = this.ignores(kind, resource);
    // What a policy alone gives has no body, and is said all the same.
    const isSaid = isIgnored || (claimed !== undefined && !claimed.reached);
    if (reason !== undefined || isSaid) this.spared.set(live.address, isSaid ? undefined : reason);
    const isOne = kind.as === "one" && kind.routes.create === undefined;
    const desired = claimed ?? (isOne ? { address: live.address, spec: {} } : undefined);
    if (desired === undefined || isIgnored || claimed?.reached || claimed?.ensure === "absent") return;
    if (!this.isJudged(kind, desired.address)) return;
    this.judge(resource, desired);
  }

  /** Notes attributes of which all that files say (`desired`, whichever layer says it) says nothing, and which are not what the platform gives by itself. Never shows a secret. */
  private judge(resource: Found, desired: Pick<Desired, "address" | "spec" | "bounds" | "initial">): void {
    const { instance, singletons } = this;
    const { kind, key, live } = resource;
    const fields = fieldsOf(kind, { key });
    const declaration = withoutDefaults(instance, resource, { full: false, singletons });
    for (const [path, value] of Object.entries(unsaid(fields, desired.spec, declaration.spec, false))) {
      const steps = path.split(".");
      const field = fieldAt(fields, steps);
      if (field === undefined || value === undefined || isSpokenOf(desired, steps)) continue;
      const given = path === topName(path) ? defaultOf(field, path, resource, singletons) : field.default;
      if (field.required || !isDefaultKnown(field, value, given)) this.count("default-unknown", 1);
      else if (!this.ignores(kind, resource, path)) {
        const shown = hidesAny(fields[topName(path)] ?? field) ? {} : { live: value };
        this.attributes.push({ address: desired.address, path, ...shown, default: given ?? null });
      }
    }
    this.count("unlisted", unlistedNames(instance, fields, desired.spec, live.spec).length);
  }

  /** All that was not as the platform gives it by itself; `unmanaged` are the things that no file declares, of which those count that somebody made. */
  among(unmanaged: readonly string[]): NotDeclared {
    const { kinds } = this.instance;
    for (const address of unmanaged) {
      const reason = this.spared.get(address);
      if (reason !== undefined) this.count(reason, 1);
    }
    const notJudged = [...this.counts]
      .map(([reason, count]) => ({ reason, count }))
      .sort((a, b) => compareTexts(a.reason, b.reason));
    const order = new Map([...kinds.keys()].map((name, index) => [name, index]));
    const rank = ({ address }: NotDeclaredAttribute) => order.get(parseAddress(address).kind) ?? 0;
    return {
      things: unmanaged.filter((address) => !this.spared.has(address)),
      attributes: this.attributes.sort(
        (a, b) => rank(a) - rank(b) || compareTexts(a.address, b.address) || compareTexts(a.path, b.path),
      ),
      notJudged,
    };
  }

  private count(reason: NotJudgedReason, more: number): void {
    if (more > 0) this.counts.set(reason, (this.counts.get(reason) ?? 0) + more);
  }
}

/** Why a live thing that no file declares is nobody's to declare; undefined for what somebody made. */
function whyNotJudged(instance: LiveInstance, { kind, key, live, parent }: Found): NotJudgedReason | undefined {
  if (isKeptUndeclared(kind, live)) return "bot";
  const isOfServer =
    (kind.as === "one" && kind.routes.create === undefined) ||
    (kind.comesWithParent !== undefined && parent?.[kind.comesWithParent.named] === key) ||
    isOwnMembership({ kind, key: fold(key ?? "") }, instance);
  return isOfServer ? "by-itself" : undefined;
}

/** True for what files say something of without giving it a value. */
function isSpokenOf({ bounds = [], initial = {} }: Pick<Desired, "bounds" | "initial">, steps: readonly string[]): boolean {
  const [top = ""] = steps;
  return initial[top] !== undefined || bounds.some(({ path }) => path.every((step, index) => step === steps[index]));
}

/** What has no known default is unset by itself where it can be unset; what must have a value may have come with any. */
function isDefaultKnown(field: Field, value: Value, given: Value | undefined): boolean {
  return (
    given !== undefined ||
    field.nullable !== undefined ||
    typeOf(field).isUploaded === true ||
    (typeof value === "object" && value !== null)
  );
}

/** True where a secret may stand in a value. */
function hidesAny(field: Field): boolean {
  return hidesValue(field) || Object.values(field.fields ?? field.item?.fields ?? {}).some((part) => part && hidesAny(part));
}

/** Attributes that no file says and that the reply does not show, as far as this server has them. */
function unlistedNames({ capabilities }: LiveInstance, fields: Fields, desired: Spec, live: Spec): string[] {
  const isThere = (name: string | undefined): boolean =>
    name !== undefined && (desired[name] !== undefined || live[name] !== undefined);
  return Object.entries(fields).flatMap(([name, field]) => {
    const isLeftOut = field.deprecated !== undefined || field.on === "create";
    return isLeftOut || isThere(name) || isThere(twinOf(fields, name)) || lackingAttribute(capabilities, name, field).length > 0
      ? []
      : [name];
  });
}
