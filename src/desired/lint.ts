import { usedFields } from "../core/body-fields.js";
import { defined } from "../core/collections.js";
import { type FileDiagnostic, type Origin, fault, warning } from "../core/errors.js";
import { formed } from "../core/fields.js";
import { fieldsOf } from "../core/kind.js";
import { isUnsure } from "../core/kinds-on.js";
import { type Tier, compareVersions, tierIncludes } from "../core/names.js";
import { knownFrom } from "../core/release-words.js";
import { whyNotUnchecked } from "../core/routing-words.js";
import { attributeOrigin, type DeclaredEntry, pieceOrigin, shapeKey } from "./body.js";
import { knownAs, mayBeLoose } from "./canonical.js";

/** The server that the files are checked against, as far as it is known. */
interface LintTarget {
  readonly tier?: Tier;
  readonly serverVersion?: string;
}

interface Needs {
  readonly tier?: Tier;
  readonly since?: string;
  readonly notBefore?: string;
  readonly until?: string;
}

/** What the server would refuse or drop: tiers, releases; and names under `unchecked`. */
export function lintEntry(entry: DeclaredEntry, target: LintTarget): FileDiagnostic[] {
  const { body, desired } = entry;
  const diagnostics = [...uncheckedDiagnostics(entry), ...addressDiagnostics(entry)];
  if (desired.ensure === "absent") return diagnostics;
  const report = (needs: Needs, what: string, origin: Origin, attribute?: string): void => {
    for (const { rule, message } of unmet(needs, target)) {
      diagnostics.push(fault(rule, origin, `${what} ${message}`, { address: body.address, ...defined({ attribute }) }));
    }
  };
  // A kind's release is said by hand, where it is certain.
  const { tier, since: notBefore, title } = body.kind;
  report(defined({ tier, notBefore }), title, body.origin);
  const shape = body.kind.shapes?.[shapeKey(body) ?? ""];
  if (shape) report(shape, `${body.kind.title} ${body.key ?? ""}`, body.origin);
  for (const { field, path } of usedFields(fieldsOf(body.kind, { key: body.key }), desired.spec)) {
    report(field, path, attributeOrigin(desired, path), path);
    const { serverVersion } = target;
    if (serverVersion === undefined || !isUnsure(serverVersion, field)) continue;
    const message = `${path} is known ${knownFrom(field)}: ${serverVersion} may not know it`;
    diagnostics.push(
      warning("release.unsure", attributeOrigin(desired, path), message, { address: body.address, attribute: path }),
    );
  }
  return diagnostics;
}

function unmet(needs: Needs, { tier, serverVersion }: LintTarget): { readonly rule: string; readonly message: string }[] {
  const flaws: { readonly rule: string; readonly message: string }[] = [];
  if (tier !== undefined && needs.tier !== undefined && !tierIncludes(tier, needs.tier)) {
    flaws.push({ rule: "tier", message: `needs tier ${needs.tier}, not ${tier}` });
  }
  if (serverVersion === undefined) return flaws;
  if (needs.notBefore !== undefined && compareVersions(serverVersion, needs.notBefore) < 0) {
    flaws.push({ rule: "version", message: `exists since ${needs.notBefore}, not in ${serverVersion}` });
  }
  if (needs.until !== undefined && compareVersions(serverVersion, needs.until) >= 0) {
    flaws.push({ rule: "version", message: `is gone since ${needs.until}` });
  }
  return flaws;
}

/** A secret stands in files by reference alone, also in an address. What is left out of the address is not repeated. */
function addressDiagnostics({ body, desired, wrong }: DeclaredEntry): FileDiagnostic[] {
  return Object.entries(fieldsOf(body.kind, { key: body.key })).flatMap(([name, { normalise }]) => {
    const value = desired.spec[name];
    if (normalise !== "public-address" || typeof value !== "string" || wrong.has(name)) return [];
    if (formed(normalise, value) === value) return [];
    const details = { address: body.address, attribute: name, allowed: "${env:NAME} or ${file:path} for the whole address" };
    return [
      fault("secret.literal", attributeOrigin(desired, name), "an address in a file holds no name, password or token", details),
    ];
  });
}

function uncheckedDiagnostics({ body, wrong }: DeclaredEntry): FileDiagnostic[] {
  if (wrong.has("unchecked")) return [];
  const fields = fieldsOf(body.kind, { key: body.key });
  return [...body.unchecked].map(([name, piece]) => {
    const known = knownAs(fields, name)?.name;
    const details = { address: body.address, attribute: `unchecked.${name}` };
    const wrongly = known === undefined ? whyNotUnchecked(body.kind, name) : undefined;
    if (wrongly) return fault(wrongly.rule, pieceOrigin(piece), wrongly.message, { ...details, allowed: wrongly.allowed });
    if (known === undefined || mayBeLoose(fields, name, piece.value)) {
      const message =
        known === undefined
          ? `${name} is sent as it stands: nothing about it is checked`
          : `${known} has a value that no known release takes: it is sent as it stands`;
      return warning("unchecked.unknown", pieceOrigin(piece), message, details);
    }
    const allowed = `${known}, outside of unchecked`;
    return fault("unchecked.known", pieceOrigin(piece), `${name} is an attribute of its own`, { ...details, allowed });
  });
}
