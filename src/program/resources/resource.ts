import { type Address, addressOf, formatAddress } from "../../core/address.js";
import { type Diagnostic, formatOrigin, type Origin, TrueupError } from "../../core/errors.js";
import { isObject, type JsonObject, type Spec } from "../../core/json.js";
import { kindOf } from "../../core/kind.js";
import type { Desired, PlanDiagnostic } from "../../core/plan.js";
import type { Redactor } from "../../core/redact.js";
import { kinds } from "../kinds.js";

/** A thing to make true, on its own: what a Terraform resource says. */
export interface DesiredResource extends Address {
  /** Attributes in file form, as in `Desired`: secrets as placeholders of a name, where `name` is a key of `secrets`; pictures as placeholders of a path, relative to the working directory or absolute. */
  readonly spec: Spec;
  /** The clear values of secrets. They are masked everywhere from then on. */
  readonly secrets: Readonly<Record<string, string>>;
  /** Where it lives now, if that is not its own address: it is renamed or transferred in place. */
  readonly from?: Address;
  /** The number it is known by: what holds data is refused where another thing has taken its path (`resource.other`). */
  readonly id?: string;
  /** True to send secrets again, though nothing shows that they differ. */
  readonly resend?: boolean;
}

/** What a read is about beside the address. */
export interface ResourceReadOptions {
  /** Finds what was renamed or transferred behind our back, and tells it from another thing that has taken its place. */
  readonly id?: string;
  /** What is needed of it: a single read is made only where one of them needs it. All of it without. */
  readonly attributes?: readonly string[];
}

/** What is live of one thing. */
export interface LiveResource extends Address {
  readonly id: string | number;
  /** In file form: names in place of ids, a picture as a live one; without secrets, and without attributes that the reply does not show. */
  readonly spec: Spec;
}

/** What came of a desired resource. */
export interface AppliedResource {
  readonly live: LiveResource;
  readonly warnings: readonly Diagnostic[];
  /** What it was before, of the attributes that changed: no secrets, no pictures. */
  readonly before: JsonObject;
  /** Why it is only partly as wished: some calls had succeeded before one failed. */
  readonly failure?: TrueupError;
}

/** A desired resource that was refused before anything was sent: carries every reason. */
export class RefusedError extends TrueupError {
  readonly diagnostics: readonly Diagnostic[];

  constructor(address: string, remarks: readonly Diagnostic[]) {
    super({
      code: remarks[0]?.rule ?? "plan.refused",
      message: `${address}: ${remarks.map(({ message }) => message).join("; ")}`,
      hint: "Nothing was changed.",
    });
    this.diagnostics = remarks;
  }
}

/** A desired resource as the engine takes it. Its origins do not say lines of files but which attribute asks. */
export function desiredOf(resource: DesiredResource, ensure: Desired["ensure"] = "present"): Desired {
  const { spec } = resource;
  return {
    ...addressOf(resource),
    address: formatAddress(resource),
    ensure,
    ...identityOf(resource),
    spec,
    origins: Object.fromEntries(attributesOf(spec).map((attribute, index) => [attribute, originOf(index + 1)])),
    origin: originOf(0),
  };
}

/** Under which name and number the thing is to be found. */
function identityOf({ kind, from, id }: DesiredResource): Pick<Desired, "movedFrom" | "formerKey" | "id"> {
  const former = from && (from.key ?? from.path);
  const isTree = kindOf(kinds, kind).tree !== undefined;
  return {
    ...(former === undefined ? {} : { [isTree ? "movedFrom" : "formerKey"]: former }),
    ...numbered(id),
  };
}

/** The number that a text says, if it says one. */
export function numbered(id: string | undefined): { readonly id?: number } {
  return id !== undefined && /^\d{1,15}$/.test(id) ? { id: Number(id) } : {};
}

/** What the engine says of a desired resource, with the attribute in place of the line. */
export function diagnosticOf(resource: DesiredResource, { rule, message, source }: PlanDiagnostic): Diagnostic {
  const attribute = attributesOf(resource.spec).find((_, index) => formatOrigin(originOf(index + 1)) === source);
  return { rule, message, ...(attribute === undefined ? {} : { attribute }) };
}

/** Gives the clear value of a secret by its name, and has it masked from then on. */
export function secretsOf({ secrets }: DesiredResource, redactor: Redactor): (name: string) => string {
  for (const value of Object.values(secrets)) redactor.add(value);
  return (name) => {
    const value = Object.hasOwn(secrets, name) ? secrets[name] : undefined;
    if (value !== undefined) return value;
    throw new TrueupError({ code: "secret.missing", message: `the secret ${name} has no value` });
  };
}

function originOf(line: number): Origin {
  return { file: "attribute", line, column: 1 };
}

/** Dotted paths of attributes, and of what stands directly in them. */
function attributesOf(spec: Spec): string[] {
  return Object.entries(spec).flatMap(([name, value]) => {
    const parts = isObject(value) || Array.isArray(value) ? Object.keys(value) : [];
    return [name, ...parts.map((part) => `${name}.${part}`)];
  });
}
