import { addressOf } from "../../core/address.js";
import { type Declaration, type Edit, type FindInexpressible, subjectOf } from "../../core/declaration.js";
import { type Field, type Fields, typeOf, whyInapplicable } from "../../core/fields.js";
import { type Spec, type Value, isObject } from "../../core/json.js";
import { twinOf } from "../../core/kind-check.js";
import { type PlacedKind, fieldsOf } from "../../core/kind.js";
import { hidesSecret } from "../../core/placeholders.js";
import type { Desired, Live } from "../../core/plan.js";
import type { SecretVariables } from "../../core/secret-variables.js";
import { topName, withValueAt } from "../../core/steps.js";
import { type LiveInstance, type Pictures, type Reader, decide, withPictures } from "../live/index.js";
import { type ResolveSecret, clear, compare, holdsSecret } from "../plan/index.js";
import { plainValues } from "./plain-values.js";
import { withoutDefaultParts } from "./without-defaults.js";

/** What adopting needs to know beside the two sides. */
export interface AdoptContext {
  readonly instance: LiveInstance;
  readonly reader: Reader;
  readonly resolve: ResolveSecret;
  readonly refuse: FindInexpressible;
  readonly variables: SecretVariables;
  readonly pictures: Pictures;
  /** Filled in: what cannot be adopted, a sentence each. */
  readonly gaps: string[];
}

/** A declared thing that is live. */
export interface Pair {
  readonly kind: PlacedKind;
  readonly desired: Desired;
  readonly live: Live;
  /** What an export would say of it: attributes that the files do not name are added from there. Without it only declared attributes are adopted. */
  readonly declaration?: Declaration;
  /** True for what gets a body of its own: it says all, also what nobody can compare. */
  readonly isAnew?: boolean;
}

/** What the files would have to say of a declared thing; whether they can is asked once all is read. */
export interface Adoption {
  readonly desired: Desired;
  /** Only what differs. */
  readonly declaration: Declaration;
  readonly without: readonly string[];
}

/** Adopts what is live and not what the files say, also where that is the platform's default. References to the environment or a file are never replaced: that they differ is told. */
export async function adopt(pair: Pair, context: AdoptContext): Promise<Adoption> {
  const { kind, desired, live, declaration } = pair;
  const fields = fieldsOf(kind, { key: desired.key });
  const known = { ...desired, spec: resolvable(desired.spec, context.resolve) };
  const { differences } = await decide(context.reader, (facts) => compare(fields, known, live, context.resolve, facts));
  const changed: Record<string, Value | undefined> = {};
  const plain = plainValues(fields, desired.key, live);
  for (const { path, before } of differences) {
    const top = topName(path);
    if (isSecretPart(desired.spec, path)) {
      context.gaps.push(`${desired.address}: ${path} differs from what the files refer to; a secret is never written down`);
      continue;
    }
    const field = fields[top];
    const value = typeOf(field)?.isUploaded ? (live.spec[top] ?? null) : (plain.get(path) ?? before ?? null);
    changed[path] = field && path === top ? withoutDefaultParts(field, value) : value;
  }
  const isGoing = desired.ensure === "absent";
  const added = declaration === undefined ? {} : unsaid(fields, desired.spec, declaration.spec, isGoing || pair.isAnew === true);
  const pointless = overruled(fields, pair, { ...added, ...changed });
  const without = [...(isGoing ? ["ensure"] : []), ...pointless];
  const pictured = await withPictures(
    { ...addressOf(desired), address: desired.address, spec: { ...added, ...omit(changed, ...pointless) }, remarks: [] },
    { kind, id: live.id },
    context.instance.read,
    context.pictures,
  );
  return { desired, declaration: pictured, without };
}

/** The edit that makes the files say it; undefined for none. An unset value that they cannot say takes the attribute out of them. */
export function editOf({ desired, declaration: unnamed, without }: Adoption, context: AdoptContext): Edit | undefined {
  const declaration = context.variables.name(unnamed);
  const attributes: Record<string, Value | undefined> = { ...declaration.spec };
  const gone = [...without];
  const gap = (sentence: string) => context.gaps.push(`${desired.address}: ${sentence}`);
  for (const remark of declaration.remarks) gap(remark);
  const refuse = (spec: Spec) => context.refuse({ ...declaration, spec });
  // What is wrong with the body as people wrote it is theirs.
  const known = new Set(refuse(desired.spec).map(({ attribute, message }) => `${attribute} ${message}`));
  const faults = (given: Spec) =>
    refuse(nested(given, omit(desired.spec, ...gone))).flatMap(({ attribute, message }) => {
      const path = Object.keys(given).find((name) => name === attribute || topName(name) === topName(attribute));
      return path === undefined && known.has(`${attribute} ${message}`) ? [] : [{ path, message }];
    });
  for (let [fault] = faults(attributes); fault; [fault] = faults(attributes)) {
    const names = Object.keys(attributes);
    const path = fault.path ?? names.findLast((name) => faults(omit(attributes, name)).length === 0) ?? names.at(-1);
    if (path === undefined) {
      gap(`cannot be adopted: ${fault.message}`);
      return undefined;
    }
    // What a layer gives cannot be taken out of the body.
    if (attributes[path] === null && desired.spec[path] !== undefined && !desired.layers?.[path]) gone.push(path);
    else gap(`${path} is left as it is: ${fault.message}`);
    delete attributes[path];
  }
  if (Object.keys(attributes).length === 0 && gone.length === 0) return undefined;
  return { action: "set", ...subjectOf(desired), attributes, without: gone };
}

function omit(spec: Spec, ...names: readonly string[]): Spec {
  return Object.fromEntries(Object.entries(spec).filter(([name]) => !names.includes(name)));
}

/** Attributes that the files name and that the platform would ignore beside what is live now. */
function overruled(fields: Fields, { desired, live }: Pair, now: Spec): string[] {
  return Object.keys(desired.spec).filter((name) => {
    const reasonBeside = (spec: Spec) => whyInapplicable(fields[name]?.inapplicable, live.marks, spec);
    return reasonBeside(desired.spec) === undefined && reasonBeside({ ...desired.spec, ...now }) !== undefined;
  });
}

/** What an export says and the files do not: attributes, and parts of records that they name. What was to go is declared anew, and whole. */
export function unsaid(fields: Fields, desired: Spec, declared: Spec, isAnew: boolean): Spec {
  const result: Record<string, Value | undefined> = {};
  for (const [name, value] of Object.entries(declared)) {
    const field = fields[name];
    const wanted = desired[name];
    // What the files say by the other name is said.
    if (desired[twinOf(fields, name) ?? ""] !== undefined) continue;
    if (wanted === undefined) {
      if (isAnew || !isSilent(field)) result[name] = value;
    } else if (typeOf(field)?.isManagedInParts && isObject(wanted) && isObject(value)) {
      for (const [part, inner] of Object.entries(value)) if (wanted[part] === undefined) result[`${name}.${part}`] = inner;
    }
  }
  return result;
}

/** What nobody can compare is added to no body that people wrote. */
function isSilent(field: Field | undefined): boolean {
  return field?.unreadable === true || field?.item?.unreadable === true || field?.on === "create";
}

/** Attributes with dotted names as parts of records, in place of what `spec` says there. */
export function nested(attributes: Spec, spec: Spec = {}): Spec {
  return Object.entries(attributes).reduce<Spec>(
    (body, [path, value]) => (value === undefined ? body : withValueAt(body, path.split("."), value)),
    spec,
  );
}

/** Without what refers to something that is not there now: it cannot be compared, and is left alone. */
function resolvable(spec: Spec, resolve: ResolveSecret): Spec {
  return Object.fromEntries(
    Object.entries(spec).filter(([, value]) => {
      if (value === undefined || !holdsSecret(value)) return true;
      try {
        clear(value, resolve);
        return true;
      } catch {
        return false;
      }
    }),
  );
}

function isSecretPart(spec: Spec, path: string): boolean {
  const whole = spec[path] ?? spec[topName(path)];
  if (path === topName(path) || !isObject(whole) || hidesSecret(whole)) return holdsSecret(whole);
  return holdsSecret(whole[path.slice(topName(path).length + 1)]);
}
