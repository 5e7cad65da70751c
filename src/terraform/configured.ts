import { createHash } from "node:crypto";
import { addressOf, formatAddress } from "../core/address.js";
import { type Diagnostic, TrueupError } from "../core/errors.js";
import { file, type FileValue } from "../core/placeholders.js";
import { tellsSecret } from "../core/secret-names.js";
import { specOf, type DesiredConfiguration } from "../derive/terraform/spec-of.js";
import { readPicture, RefusedError, type DesiredResource } from "../trueup.js";
import { importAdvice } from "./advice.js";
import type { ObjectValue } from "./cty/value.js";
import { attributePath, codedDiagnostic, errorToProtocol } from "./diagnostics.js";
import type { AttributePath, ProtocolDiagnostic } from "./plugin/service.js";
import { configJson, type ResourceType } from "./resource-type.js";
import type { ProviderSession } from "./session.js";

/** What a configuration asks for, in the form that the engine takes. */
export interface Configured {
  /** For example `trueup_project`. */
  readonly type: string;
  readonly resource: DesiredResource;
  /** sha256 of its pictures, by the dotted name of the attribute. */
  readonly hashes: ReadonlyMap<string, string>;
  /** Why it cannot be taken as it is. */
  readonly diagnostics: readonly ProtocolDiagnostic[];
  /** The way to what an attribute says, by its dotted name in file form. */
  readonly at: (attribute: string) => AttributePath;
}

/** Reads a configuration and the pictures that it names. Its secrets are masked from then on. */
export async function configuredOf(type: ResourceType, config: ObjectValue, session: ProviderSession): Promise<Configured> {
  const asked = specOf(type, configJson(config));
  for (const secret of Object.values(asked.secrets)) session.redactor.add(secret);
  for (const [name, value] of Object.entries(asked.spec))
    if (typeof value === "string" && tellsSecret(name) && !Object.hasOwn(type.attributes, name)) session.redactor.add(value);
  const at = (attribute: string): AttributePath => attributePath(type.attributes, placeOf(asked, attribute));
  const hashes = new Map<string, string>();
  const diagnostics: ProtocolDiagnostic[] = [];
  const pictures: Record<string, FileValue> = {};
  for (const [name, path] of Object.entries(asked.pictures)) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- there are three at most
      const bytes = await readPicture(path, session.cwd);
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      pictures[name] = file(path, sha256);
      hashes.set(placeOf(asked, name), sha256);
    } catch (error) {
      diagnostics.push(errorToProtocol(error, at(name)));
    }
  }
  const address = addressOf({ ...asked, kind: type.kind.name });
  const resource = { ...address, spec: { ...asked.spec, ...pictures }, secrets: asked.secrets };
  return { type: type.type, resource, hashes, diagnostics, at };
}

/** What the engine says, at the attribute that it is about. */
export function resourceToProtocol(
  severity: ProtocolDiagnostic["severity"],
  { message, rule, attribute }: Diagnostic,
  { at }: Configured,
): ProtocolDiagnostic {
  return codedDiagnostic(severity, rule, { summary: message, detail: "" }, attribute === undefined ? undefined : at(attribute));
}

/** Why something failed: each reason of a refusal at the attribute that it is about. */
export function failureDiagnostics(error: unknown, configured: Configured): readonly ProtocolDiagnostic[] {
  if (error instanceof TrueupError && error.code === "resource.exists") {
    const detail = importAdvice(configured.type, formatAddress(configured.resource));
    return [codedDiagnostic("ERROR", error.code, { summary: error.message, detail })];
  }
  if (!(error instanceof RefusedError)) return [errorToProtocol(error)];
  return error.diagnostics.map((remark) => resourceToProtocol("ERROR", remark, configured));
}

/** Where a configuration says an attribute, as a dotted name of the schema. */
function placeOf({ paths }: DesiredConfiguration, attribute: string): string {
  const [top = "", ...rest] = attribute.split(".");
  const place = Object.hasOwn(paths, top) ? paths[top] : undefined;
  return [...(place ?? [top]), ...rest].join(".");
}
