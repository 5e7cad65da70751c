import { acknowledgedAll } from "../core/acknowledgement.js";
import { type FileDiagnostic, TrueupError } from "../core/errors.js";
import type { PlanDiagnostic, Outcome, Plan } from "../core/plan.js";
import type { Scrubber } from "../core/redact.js";
import { desiredState } from "../derive/terraform/own.js";
import { objectType } from "../derive/terraform/type-of.js";
import { planCounts, planLines, renderDiagnostics, renderResult } from "../report/index.js";
import { clean } from "../report/text.js";
import { apply, checkAcknowledged, checkGiven, plan, type PlanRequest } from "../trueup.js";
import { isList, isUnknown, isWhollyKnown, objectValue, type ObjectValue, unknown, type CtyValue } from "./cty/value.js";
import { codedDiagnostic, protocolDiagnostic } from "./diagnostics.js";
import { withValues } from "./finished.js";
import type { Applied, ManagedResource, ResourceChange, ResourcePlan } from "./managed.js";
import type { ProtocolDiagnostic } from "./plugin/service.js";
import type { ProviderSession } from "./session.js";

const width = 120;

/** A directory of files as one resource. */
export const desiredStateResource: ManagedResource = {
  ...desiredState,
  wireType: objectType(desiredState.attributes),
  validate: (config) => wrongPaths(config),
  plan: planFiles,
  planDestroy: () => [
    codedDiagnostic("WARNING", "destroy.files", {
      summary: "What the files declare stays as it is",
      detail: "A destroy only makes Terraform forget the files: nothing on the platform is deleted or put back.",
    }),
  ],
  apply: applyFiles,
  destroy: async () => ({ state: undefined, remembered: {}, diagnostics: [] }),
  // What the last apply did is no news any more: with nothing left to do, the next plan then is empty, and what drifted shows though it be the same again.
  read: async (state) => withValues(state, settled),
  find: async () => {
    throw new TrueupError({
      code: "import.files",
      message: "a directory of files has nothing to import",
      hint: "Write the resource down: it takes over what is there already, as trueup apply does.",
    });
  },
};

const settled = { changes: [], summary: "", digest: "" };

function wrongPaths({ path = null, paths = null }: ObjectValue): readonly ProtocolDiagnostic[] {
  if (isUnknown(path) || isUnknown(paths) || (path === null) !== (paths === null)) return [];
  return [
    codedDiagnostic("ERROR", "files.paths", {
      summary: path === null ? "No files are named" : "path and paths are both given",
      detail: "Give either path or paths.",
    }),
  ];
}

function pathsOf({ path = null, paths = null }: ObjectValue): readonly string[] {
  return [path, ...(isList(paths) ? paths : [])].filter((value) => typeof value === "string");
}

async function planFiles(config: ObjectValue, prior: ObjectValue | undefined, session: ProviderSession): Promise<ResourcePlan> {
  const base = withValues(config, { id: idOf(config) });
  if (!isWhollyKnown(config) || !session.isConfigured) {
    const later = { changes: unknown, summary: unknown, digest: unknown, ...(isWhollyKnown(config) ? {} : { id: unknown }) };
    return { planned: withValues(base, later), diagnostics: [] };
  }
  const { redactor } = session;
  const { plan: made, diagnostics } = await planned(config, session);
  const before = objectValue(Object.entries(settled).map(([name, value]) => [name, prior?.[name] ?? value]));
  return {
    planned: withValues(base, made.changes.length > 0 ? effectsOf(made, redactor) : before),
    diagnostics: [
      ...diagnostics.map(fileToProtocol),
      ...[...made.warnings, ...(made.held ?? [])].map((warning) => planToProtocol("WARNING", warning)),
      ...made.refusals.map((refusal) => planToProtocol("ERROR", refusal)),
    ],
  };
}

/** What a plan would do, as the state holds it. */
function effectsOf(made: Plan, redactor: Scrubber): ObjectValue {
  const changes = planLines(made, { width }).map((line) => redactor.scrub(line));
  return { changes, summary: planCounts(made), digest: made.digest };
}

async function planned(config: ObjectValue, session: ProviderSession): ReturnType<typeof plan> {
  const { server, around } = session.target();
  const made = await plan(pathsOf(config), requestOf(config), server, around);
  checkGiven(made.plan, texts(config["acknowledge"]), made.layerNames);
  checkAcknowledged(made.plan, made.acknowledged);
  return made;
}

function requestOf(config: ObjectValue): PlanRequest {
  const { max_deletes: maxDeletes } = config;
  return {
    targets: texts(config["targets"]),
    resendSecrets: texts(config["resend_secrets"]),
    allowDelete: texts(config["allow_delete"]),
    allowRestore: texts(config["allow_restore"]),
    acknowledged: acknowledgedAll(texts(config["acknowledge"])),
    ...(typeof maxDeletes === "number" ? { maxDeletes } : {}),
  };
}

function idOf(config: ObjectValue): string {
  return pathsOf(config).join(", ");
}

function texts(value: CtyValue | undefined): readonly string[] {
  return isList(value) ? value.filter((item) => typeof item === "string") : [];
}

/** Plans anew and carries that out, if it is the plan that Terraform showed. */
async function applyFiles(
  { prior, planned: desired, config, remembered }: ResourceChange,
  session: ProviderSession,
): Promise<Applied> {
  const { redactor } = session;
  const { plan: made, before, acknowledged } = await planned(config, session);
  const { digest } = desired;
  if (typeof digest === "string" && digest !== "" && made.digest !== digest) throw otherPlan();
  const state = withValues(desired, { ...(isUnknown(digest) ? effectsOf(made, redactor) : {}), id: idOf(config) });
  if (made.changes.length === 0) return { state, remembered, diagnostics: [] };
  const { server, around } = session.target();
  const resources = await session.resources();
  const result = await resources.whileWriting(async () => apply(made, { before, acknowledged }, server, around));
  const failed = result.outcomes.some(({ status }) => ["failed", "skipped", "stale"].includes(status));
  if (!failed) return { state, remembered, diagnostics: result.outcomes.flatMap(unstuck) };
  const text = renderResult(result, { color: false, width });
  const summary = "Not everything that was planned was done";
  const error = codedDiagnostic("ERROR", "apply.failed", { summary, detail: `${text}Plan again: it shows what is left.` });
  return { state: prior, remembered, diagnostics: [error] };
}

function otherPlan(): TrueupError {
  return new TrueupError({
    code: "plan.stale",
    message: "what is to be done is not what the plan showed: the files or the platform have changed since, so nothing was done",
    hint: "Plan again.",
  });
}

function fileToProtocol(diagnostic: FileDiagnostic): ProtocolDiagnostic {
  return protocolDiagnostic("WARNING", diagnostic.message, renderDiagnostics([diagnostic], { color: false }));
}

function planToProtocol(
  severity: ProtocolDiagnostic["severity"],
  { message, addresses, source, rule }: PlanDiagnostic,
): ProtocolDiagnostic {
  return codedDiagnostic(severity, rule, { summary: message, detail: detailOf(addresses, source) });
}

function unstuck({ address, notStuck = [] }: Outcome): readonly ProtocolDiagnostic[] {
  return notStuck.map(({ path, cause, source }) =>
    codedDiagnostic("WARNING", "not_stuck", {
      summary: `${address}: ${path} did not stick`,
      detail: detailOf([cause], source),
    }),
  );
}

function detailOf(lines: readonly string[], source: string | undefined): string {
  return [...lines, ...(source === undefined ? [] : [source])].map(clean).join("\n");
}
