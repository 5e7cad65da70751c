import { formatOrigin } from "../core/errors.js";
import type { AttributeChange, Change, DesiredState, Notice, Plan } from "../core/plan.js";
import { source } from "./compare.js";
import type { Draft, Notices } from "./draft.js";
import { digest, fingerprint } from "./fingerprint.js";
import type { Outlook } from "./world.js";

/** A draft as the plan document tells it; `calls` are the ids of its calls. */
export function toChange(draft: Draft, calls: readonly string[]): Change {
  const attributes = draft.differences.map(({ path, before, after }): AttributeChange => ({
    path,
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after: draft.action === "delete" ? null : after }),
    ...(draft.desired ? source(draft.desired, path) : {}),
  }));
  const shape = { attributes, kept: draft.kept, unverifiable: draft.unverifiable };
  return {
    address: draft.address,
    kind: draft.kind.name,
    action: draft.action,
    ...(draft.desired ? { source: formatOrigin(draft.desired.origin) } : {}),
    ...(draft.livePath !== undefined && draft.livePath !== draft.path && draft.kind.tree ? { from: draft.livePath } : {}),
    ...identityOf(draft),
    ...shape,
    fingerprint: fingerprint(draft.fields, draft.live, shape),
    calls,
  };
}

function identityOf({ kind, desired, live }: Draft): Pick<Change, "identity"> {
  const beside = kind.key?.with;
  const value = beside && (desired?.spec[beside.field] ?? live?.reply[beside.field]);
  return beside && value !== undefined && value !== beside.default ? { identity: { [beside.field]: value } } : {};
}

/** The whole plan document, with its digest. */
export function finishPlan(
  outlook: Outlook,
  state: DesiredState,
  parts: { changes: readonly Change[]; calls: Plan["calls"]; unchanged: number; notices: Notices },
): Plan {
  const count = (test: (change: Change) => boolean) => parts.changes.filter(test).length;
  const { url, version, tier, dialect } = outlook.capabilities;
  const plan: Omit<Plan, "digest" | "stats"> = {
    format: "trueup.plan/1",
    instance: { url, version, tier, dialect },
    root: state.root,
    summary: {
      create: count((one) => one.action === "create"),
      update: count((one) => one.action !== "create" && one.action !== "delete"),
      delete: count((one) => one.action === "delete"),
      unchanged: parts.unchanged,
    },
    changes: parts.changes,
    calls: parts.calls,
    warnings: sorted(parts.notices.warnings),
    refusals: sorted(parts.notices.refusals),
  };
  return { ...plan, digest: digest(plan), stats: { requests: outlook.read.requests } };
}

/** Reads run in parallel, so notices come in any order: the plan lists them in one. */
function sorted(notices: readonly Notice[]): Notice[] {
  const key = (notice: Notice) => `${notice.rule} ${notice.addresses[0] ?? ""} ${notice.message}`;
  return [...notices].sort((a, b) => (key(a) < key(b) ? -1 : 1));
}
