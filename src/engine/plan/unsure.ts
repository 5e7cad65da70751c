import { append } from "../../core/append.js";
import type { Field } from "../../core/fields.js";
import { fieldsOf } from "../../core/kind.js";
import { isUnsure } from "../../core/kinds-on.js";
import type { PlanDiagnostic } from "../../core/plan.js";
import { knownFrom } from "../../core/release-words.js";
import { usedFields } from "../../core/used-fields.js";
import { type Basis, type Observations, type Observed } from "../snapshot/index.js";
import { source } from "./provenance.js";

/** Where something is declared that the server's release may not know. */
interface Place {
  readonly observed: Observed;
  readonly path: string;
  readonly said: string;
}

/**
 * Attributes and shapes that are sent although this release may not know them, each told once with all that declares it. What the live reply shows is known, and is not told.
 */
export function unsureOnes({ capabilities: { version } }: Basis, { observed }: Observations): PlanDiagnostic[] {
  const places = new Map<string, Place[]>();
  for (const one of observed) {
    if (one.desired.ensure !== "present") continue;
    const { kind, desired } = one;
    const shape = desired.key === undefined ? undefined : kind.shapes?.[desired.key];
    if (shape && !one.live && isUnsure(version, shape))
      append(places, `${kind.name} ${desired.key}`, {
        observed: one,
        path: "",
        said: sentence(desired.key ?? "", shape, version),
      });
    for (const { path, field } of usedFields(fieldsOf(kind, { key: desired.key }), desired.spec)) {
      if (!isUnsure(version, field) || isShown(one, path)) continue;
      // Items of lists and keys of maps are many places of one attribute.
      const name = path.replaceAll(/\.\d+(?=\.|$)/g, "");
      append(places, `${kind.name} ${desired.key ?? ""} ${name}`, { observed: one, path, said: sentence(name, field, version) });
    }
  }
  return [...places.values()].flatMap((all): PlanDiagnostic[] => {
    const [first] = all;
    if (first === undefined) return [];
    const addresses = [...new Set(all.map(({ observed: { desired } }) => desired.address))];
    return [
      { rule: "release.unsure", message: first.said, addresses, ...source(first.observed.desired, first.path || undefined) },
    ];
  });
}

function isShown({ live }: Observed, path: string): boolean {
  let value: unknown = live?.spec;
  for (const step of path.split(".")) value = (value as Readonly<Record<string, unknown>> | null | undefined)?.[step];
  return value !== undefined && value !== null;
}

function sentence(name: string, { unreadable, ...dates }: Pick<Field, "since" | "unreadable">, version: string): string {
  const after = unreadable
    ? "it is sent, and no reply shows whether the server keeps it"
    : "it is sent, and apply says so where the server does not keep it";
  return `this release may not know ${name}: it is known ${knownFrom(dates)}, and this server is ${version}; ${after}`;
}
