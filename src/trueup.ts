import type { Acknowledged } from "./core/acknowledgement.js";
import { defined } from "./core/collections.js";
import { type FileDiagnostic, formatOrigin } from "./core/errors.js";
import type { DesiredState, Outcome, Plan, PlanDiagnostic, Result } from "./core/plan.js";
import { type CallLog, carryOut, type CarryOutOptions } from "./engine/apply/index.js";
import { cover } from "./engine/export/index.js";
import {
  type Allowances,
  layerNames,
  makePlan,
  mustHold,
  mustName,
  type PlanOptions,
  readPlan as revive,
  type UnreadRule,
} from "./engine/plan/index.js";
import { directory } from "./kinds/directory.js";
import { createApi, createReadApi, tokenScopes } from "./platform/index.js";
import { type Shard, underOf } from "./program/ci/shards.js";
import { type FileDigests, loadWithDigests } from "./program/files/digests.js";
import { beyondPlan } from "./program/files/load.js";
import { readInside, secrets } from "./program/files/outside.js";
import { checkPlanValues, rootedHere } from "./program/files/plan-file.js";
import { stateAt } from "./program/files/removed.js";
import { readSecretFingerprints } from "./program/files/secret-fingerprints.js";
import { kinds, knownReleases } from "./program/kinds.js";
import { refused, refuseEnded, refuseUncompared } from "./program/refused.js";
import { describeInstanceFor, instanceOfPlan } from "./program/server/instance.js";
import { onServer, pinOf } from "./program/server/link.js";
import type { ServerOptions, RunContext } from "./program/server/run-context.js";

export { checkAcknowledged, checkGiven } from "./program/acknowledged.js";
export { readRegular, realPlace } from "./desired/index.js";
export { effectiveDeclaration, type ExplainServer, explainThing, type ThingExplained } from "./program/report/explain.js";
export { reportCompliance } from "./program/report/compliance.js";
export { listDeclared } from "./program/report/list.js";
export { reportPerson } from "./program/report/person.js";
export { tokenScope } from "./program/report/token-scope.js";
export { declarationChanges } from "./program/ci/declarations.js";
export type { Forge, ForgeService } from "./program/ci/forge.js";
export { tellDrift, type IssueOutcome } from "./program/ci/drift-issue.js";
export type { Shard } from "./program/ci/shards.js";
export { openForge } from "./program/ci/open-forge.js";
export { type AuditedPlace, auditPipeline } from "./program/doctor/pipeline/audit.js";
export { draftAdoption } from "./program/export/adopt.js";
export { type AdoptionPlace, type GivenDrift, type Placed, type PlaceGiven } from "./engine/export/index.js";
export { draftConversion } from "./program/convert/convert.js";
export { draftExport, type ExportRequest } from "./program/export/export.js";
export { keepSecretFingerprints, readSecretFingerprints } from "./program/files/secret-fingerprints.js";
export { digestsNow, type FileDigests } from "./program/files/digests.js";
export type { FilesDraft } from "./program/files/draft.js";
export { draftFormat } from "./program/files/format.js";
export { targetFile } from "./program/files/target-file.js";
export { writeDraft } from "./program/files/write.js";
export { connect } from "./program/server/link.js";
export {
  questionOf,
  type RequestPlace,
  type RevisionFiles,
  type RunContext,
  type ServerOptions,
} from "./program/server/run-context.js";
export { ApplyJournal } from "./program/journal/write-journal.js";
export { lastJournal, readJournal, type JournalPart } from "./program/journal/read-journal.js";
export { statusOf } from "./program/journal/status.js";
export { readPicture } from "./program/files/outside.js";
export { openResources, type Resources } from "./program/resources/open.js";
export { type AppliedResource, type DesiredResource, type LiveResource, RefusedError } from "./program/resources/resource.js";
export { same as meansTheSame } from "./engine/forms/index.js";
export { changesDigest, digest as planDigest, fileMark, sealMark } from "./engine/plan/index.js";
export { type Copy, fillTwin, readCopy, readExtent } from "./program/twin/twin.js";
export { kinds };
export { validate } from "./validate.js";

/** What plan looks at beside the files. */
export interface PlanRequest {
  readonly targets?: readonly string[];
  /** True where they are addresses of another plan of these files, in which nothing is a wildcard. */
  readonly areAddresses?: true;
  /** Globs of full paths: only groups and projects there, and what hangs on them. */
  readonly under?: readonly string[];
  /** One of several parts of the instance, in place of globs. */
  readonly shard?: Shard;
  readonly resendSecrets?: readonly string[];
  /** True to resolve no reference: what references give is not compared, and the plan cannot be applied. */
  readonly withoutSecrets?: boolean;
  /** True to compare the rest where references have no value: what they give is left out, and the plan cannot be applied. Without it such a plan is refused. */
  readonly comparesRest?: boolean;
  /** The file with the fingerprints of the secrets that were last applied. */
  readonly secretFingerprints?: string;
  readonly allowDelete?: readonly string[];
  /** Kinds of which a deletion that is only scheduled may be taken back. */
  readonly allowRestore?: readonly string[];
  readonly maxDeletes?: number;
  /** What somebody acknowledged beside the files; without it what weakens protection is planned like all else, as drift tells it. */
  readonly acknowledged?: readonly Acknowledged[];
  /** What hangs on single things and cannot be read is told and left as it is, up to a limit; without it the first read that fails ends the run. */
  readonly unread?: UnreadRule;
  /** A revision of Git: what the files said there and no longer say is deleted. */
  readonly removedSince?: string;
  /** True to count, after planning, how much of the instance the files declare: reads lists of all that is live. */
  readonly unmanaged?: boolean;
  /** Address globs of what that holds to what the platform gives by itself; without any all of it. */
  readonly undeclared?: readonly string[];
}

/** A plan that was made just now. */
export interface FreshPlan extends Required<Pick<ApplyRequest, "before">> {
  readonly plan: Plan;
  readonly diagnostics: readonly FileDiagnostic[];
  /** The names of the policies and presets of the files. */
  readonly layerNames: readonly string[];
  /** What the files said that it was made of. */
  readonly files: FileDigests;
  /** What was acknowledged, by the request and by the files. */
  readonly acknowledged: readonly Acknowledged[];
}

/** Plans: reads the files and the platform, and writes nothing anywhere. Throws InvalidFilesError for bad files; refusals stand in the plan. */
export async function plan(
  paths: readonly string[],
  request: PlanRequest,
  server: ServerOptions,
  around: RunContext,
): Promise<FreshPlan> {
  const context = contextFor(request, around);
  const lint = server.tier ? { tier: server.tier } : {};
  const { state, diagnostics, warnings, files, ...compared } = await loadWithDigests(paths, context, lint);
  const { targets = [], areAddresses, shard, resendSecrets = [], unmanaged = false, secretFingerprints, removedSince } = request;
  const globs = areAddresses ? [] : targets;
  if (removedSince === undefined) checkParts(state, request, unmanaged ? [] : globs);
  const before =
    removedSince === undefined ? {} : { before: { revision: removedSince, state: await stateAt(removedSince, paths, context) } };
  const applied = secretFingerprints === undefined ? {} : await appliedFrom(secretFingerprints, context);
  return onServer(pinOf(state), server, context, async (connection) => {
    const read = createReadApi(connection);
    const resolve = secrets(state.root, context);
    const under = shard ? await underOf(shard, state, kinds, read) : (request.under ?? []);
    const part = { targets, under, ...(areAddresses ? { areAddresses } : {}) };
    const keeps = unmanaged ? "all" : "needed";
    const questions = { url: connection.url, server, needsTier: unmanaged, keeps, ...part } as const;
    const instance = await describeInstanceFor(state, read, questions);
    const asked = { ...part, resendSecrets, ...allowancesFrom(request), ...(request.unread ? { unread: request.unread } : {}) };
    const acknowledged = request.acknowledged && { acknowledged: [...request.acknowledged, ...(state.acknowledged ?? [])] };
    const notes = warnings.map(asNote);
    const options = { ...asked, ...compared, notes, knownReleases, resolve, ...applied, ...before, ...acknowledged };
    const reader = { ...instance, ...(context.onReads ? { onReads: context.onReads } : {}) };
    const { plan: made, desired, ...observed } = await makePlan(reader, state, options);
    const judged = { ...part, undeclared: request.undeclared ?? [] };
    const counted = unmanaged ? { coverage: await cover(instance, desired.resources, judged) } : {};
    if (!shard) mustHold(desired, kinds, under, made.changes);
    mustName(desired, kinds, { targets: globs, resendSecrets }, counted.coverage?.unmanaged);
    return {
      plan: { ...made, ...counted, stats: { requests: read.requests } },
      before: observed.before,
      layerNames: state.layers ? layerNames(state, made.changes) : [],
      diagnostics: beyondPlan(diagnostics, made, resolve),
      files,
      acknowledged: acknowledged?.acknowledged ?? [],
    };
  });
}

function contextFor({ withoutSecrets, comparesRest }: PlanRequest, around: RunContext): RunContext {
  return { ...around, ...(withoutSecrets ? { withoutSecrets } : {}), ...(comparesRest ? { comparesRest } : {}) };
}

/** Fails early for a part that names nothing. With a coverage, what a target names may be live and in no file; what policies reach shows only in the plan. */
function checkParts(state: DesiredState, { under = [], resendSecrets = [] }: PlanRequest, targets: readonly string[]): void {
  if (state.layers) return;
  if (Object.keys(state.deleteUndeclared).length === 0) mustHold(state, kinds, under, []);
  mustName(state, kinds, { targets, resendSecrets });
}

/** What is kept of the secrets that were last applied. Without secrets there is nothing to hold against it. */
async function appliedFrom(file: string, context: RunContext): Promise<Pick<PlanOptions, "applied">> {
  return context.withoutSecrets ? {} : { applied: await readSecretFingerprints(file, context) };
}

/** What is said of files, as a plan says it. */
function asNote({ rule, message, address, origin }: FileDiagnostic): PlanDiagnostic {
  return { rule, message, addresses: address === undefined ? [] : [address], source: formatOrigin(origin) };
}

function allowancesFrom({ allowDelete = [], allowRestore = [], maxDeletes, acknowledged }: PlanRequest): Allowances {
  return {
    allowDelete,
    allowRestore,
    ...defined({ maxDeletes, acknowledged }),
  };
}

/** A plan from its document, as JSON gave it (see engine/plan/read-plan.ts). Throws TrueupError `plan.form`. */
export function readPlan(document: Plan): Plan {
  const plan = revive(document, kinds, directory);
  checkPlanValues(plan, kinds);
  return plan;
}

/** How far a plan from a file is trusted. */
export interface SavedPlan extends Pick<PlanRequest, "allowDelete" | "allowRestore" | "maxDeletes"> {
  /** Where the files lie that it names, as paths of the command line say it for files. */
  readonly paths: readonly string[];
  /** True for one that shows by its seal who made it: what was allowed then is allowed. */
  readonly sealed: boolean;
}

/** How apply goes about it. */
export interface ApplyRequest {
  /** What was live of the changes when the plan was made, as `plan` answers it: each is looked at again before it is written to. */
  readonly before?: CarryOutOptions["before"];
  /** For a plan from a file: it is a claim, and its changes are planned again before anything is carried out. */
  readonly saved?: SavedPlan;
  /** What was acknowledged: of `many-updates` each policy and preset that the plan's `acknowledgements` name. */
  readonly acknowledged?: readonly Acknowledged[];
  /** Told, once, how many changes do not show yet and are looked at again. */
  readonly onSettle?: (changes: number) => void;
  readonly onProgress?: (done: number, total: number, outcome: Outcome) => void;
  /** Keeps each call before it is sent; once it is told to stop, no further call begins. */
  readonly log?: CallLog & { readonly stopped: AbortSignal };
}

/** Carries out a plan without refusals. Throws TrueupError before the first write if it must not be applied. */
export async function apply(given: Plan, request: ApplyRequest, server: ServerOptions, context: RunContext): Promise<Result> {
  const { saved, before, onProgress, log } = request;
  const stops = [...(context.signal ? [context.signal] : []), ...(log ? [log.stopped] : [])];
  const planned = saved ? rootedHere(given, saved.paths, context.cwd) : given;
  if (planned.refusals.length > 0) throw refused(planned);
  refuseUncompared(planned);
  refuseEnded(planned, context.now);
  return onServer({ suggested: planned.instance.url }, server, context, async (connection) => {
    const instance = await instanceOfPlan(createApi(connection), planned, connection, server);
    return carryOut(instance, planned, {
      resolve: secrets(planned.root, context),
      readFile: async (path: string) => readInside(planned.root, path, context.cwd),
      refused: (refusals) => refused({ ...planned, refusals }),
      scopes: async () => tokenScopes(instance.read, instance.capabilities.dialect),
      ...(saved ? { saved: allowancesOf(saved, request.acknowledged ?? []) } : {}),
      ...defined({
        before,
        log,
        acknowledged: request.acknowledged,
        settle: server.settle,
        onSettle: request.onSettle,
        onProgress,
      }),
      concurrency: () => connection.throttle.concurrency,
      ...(stops.length > 0 ? { signal: AbortSignal.any(stops) } : {}),
    });
  });
}

function allowancesOf({ sealed, ...allowances }: SavedPlan, acknowledged: readonly Acknowledged[]): Allowances {
  const every = [...kinds.keys()];
  return sealed
    ? { allowDelete: every, allowRestore: every, maxDeletes: Number.POSITIVE_INFINITY }
    : allowancesFrom({ ...allowances, acknowledged });
}
