import type { Diagnostic } from "../../core/diagnostic.js";
import { fieldsOf, kindAt } from "../../core/kind.js";
import type { LiveInstance } from "../../engine/live/index.js";
import { type ResolveSecret, textOf } from "../../engine/plan/index.js";
import { lackingAttribute, lackingKind } from "../../engine/snapshot/index.js";
import type { DesiredResource } from "./resource.js";

/** What the server cannot do (tier, release, role) of a desired resource, and what the kind's own checks refuse. Reads nothing. */
export function serverDiagnostics(
  instance: LiveInstance,
  resource: DesiredResource,
  isNew: boolean,
  resolve: ResolveSecret,
): Diagnostic[] {
  const { key, spec } = resource;
  const kind = kindAt(instance.kinds, resource);
  const fields = fieldsOf(kind, { key });
  const given = Object.keys(spec).filter((one) => spec[one] !== undefined);
  const diagnostics = [
    ...(kind.check?.(spec, undefined, kind.parent) ?? []),
    ...(isNew ? (kind.guard?.({ action: "create", spec, text: (name) => textOf(spec[name], resolve) }) ?? []) : []),
  ];
  const missing = isNew ? Object.keys(fields).filter((one) => fields[one]?.required && !given.includes(one)) : [];
  return [
    ...lackingKind(instance, key === undefined ? {} : { key }, kind),
    ...given.flatMap((attribute) =>
      lackingAttribute(instance.capabilities, attribute, fields[attribute]).map((lack) => ({ ...lack, attribute })),
    ),
    ...diagnostics.map(({ attribute = "", message, allowed, rule }) => ({
      rule,
      message: allowed === undefined ? message : `${message}; allowed: ${allowed}`,
      ...(attribute === "" ? {} : { attribute }),
    })),
    ...missing.map((attribute) => ({ rule: "create.required", message: `${attribute} is needed to create it`, attribute })),
  ];
}
