import { resolve } from "node:path";
import { acknowledgedAll } from "../core/acknowledgement.js";
import { parseAddress } from "../core/address.js";
import { defined } from "../core/collections.js";
import type { FileDiagnostic } from "../core/errors.js";
import type { Plan } from "../core/plan.js";
import { planFormats, type PlanRendering } from "../report/plan-formats.js";
import type { PlanTopic } from "../report/plan-text.js";
import type { FreshPlan, PlanRequest } from "../trueup.js";
import { checkAllowances } from "./allowances.js";
import { checkKinds } from "./kind-names.js";
import type { PlanFlags, PlanReportFlags } from "./options.js";
import { progressOf, type Session } from "./session.js";
import type { Target } from "./target.js";

/** Throws TrueupError `kind.unknown` for the first address glob that begins with the name of no kind. */
export function checkAddresses(patterns: readonly string[]): void {
  const kinds = patterns.map((pattern) => parseAddress(pattern).kind);
  // A slip in one would match nothing and look like no change.
  checkKinds(kinds.filter((kind) => !kind.includes("*")));
}

/** Fewer are read before anybody wonders. */
const manyRequests = 100;

/** Reads files and platform into a plan; warnings about the files go to standard error. Leaves at once when interrupted. */
export async function planShown(
  paths: readonly string[],
  flags: PlanFlags,
  target: Target,
  session: Session,
): Promise<FreshPlan> {
  await checkAllowances(flags);
  checkAddresses([...(flags.target ?? []), ...(flags.resendSecrets ?? []), ...(flags.undeclared ?? [])]);
  const { plan } = await import("../trueup.js");
  const { output, interrupt } = session;
  const bar = await progressOf(session, { work: "reading" });
  const isTraced = target.around.onRequest !== undefined;
  const onReads = (requests: number): void => {
    if (requests < manyRequests) return;
    bar.clear();
    output.note(`Reading the platform: at least ${requests} requests.\n`);
  };
  const around = {
    ...target.around,
    onReads,
    ...(isTraced ? {} : { onRequest: ({ path }: { readonly path: string }) => bar.step("reading", path) }),
  };
  try {
    const made = await interrupt.orLeave(plan(paths, planRequest(flags, session), target.server, around));
    bar.clear();
    await tellWarnings(made.diagnostics, session);
    return made;
  } finally {
    bar.end();
  }
}

/** Tells what is wrong with files on standard error. */
export async function tellWarnings(diagnostics: readonly FileDiagnostic[], { output }: Session): Promise<void> {
  if (diagnostics.length === 0) return;
  const { renderDiagnostics } = await import("../report/index.js");
  output.note(`${renderDiagnostics(diagnostics, { color: output.noteColor })}\n`);
}

/** Prints a plan, or its numbers, as a result. `file` is where it is or will be saved. */
export async function showPlan(
  plan: Plan,
  flags: PlanReportFlags & { readonly file?: string | undefined } & PlanTopic,
  { output }: Session,
): Promise<void> {
  const { kinds } = await import("../program/kinds.js");
  const { format, verbose, summary, noteLimit, file, title, isUndeclaredDrift } = flags;
  const look = {
    color: output.color,
    width: output.width,
    kinds,
    verbose: verbose === true,
    ...defined({ noteLimit, file, title, isUndeclaredDrift }),
  };
  const rendering: PlanRendering = planFormats[format];
  if (!summary && rendering.pieces) for (const piece of await rendering.pieces(plan)) output.result(piece);
  else output.result(await rendering[summary ? "summary" : "whole"](plan, look));
}

/** The plan options in the words of the program. */
function planRequest(flags: PlanFlags, { cwd, revision }: Session): PlanRequest {
  const { target, areAddresses, under, shard, resendSecrets, secretFingerprints, removedSince } = flags;
  const { unmanaged, undeclared, withoutSecrets, comparesRest } = flags;
  const { allowDelete, allowRestore, maxDeletes, unreadLimit, ack } = flags;
  const place = revision && secretFingerprints !== undefined ? resolve(cwd, secretFingerprints) : secretFingerprints;
  return {
    ...defined({ targets: target, areAddresses, under, shard, resendSecrets, secretFingerprints: place }),
    ...defined({ withoutSecrets, comparesRest, allowDelete, allowRestore, maxDeletes, removedSince, undeclared }),
    ...(ack === undefined ? {} : { acknowledged: acknowledgedAll(ack) }),
    unread: defined({ limit: unreadLimit }),
    ...(unmanaged === undefined && undeclared === undefined ? {} : { unmanaged: true }),
  };
}
