import { existsSync } from "node:fs";
import path from "node:path";
import { defined } from "../../core/collections.js";
import { type FileDiagnostic, formatOrigin, TrueupError, warning } from "../../core/errors.js";
import type { DesiredState } from "../../core/plan.js";
import {
  displayPath,
  givenPaths,
  type Loaded,
  type LoadOptions,
  type Overlay,
  readRegular,
  type VariableRequest,
} from "../../desired/index.js";
import type { RequestPlace, RunContext } from "../server/run-context.js";

/** Reads files: `loadDesired` with all that the caller says beside. */
export type LoadFiles = (
  paths: readonly string[],
  options: Pick<LoadOptions, "cwd"> & Partial<Pick<LoadOptions, "projectPlace" | "overlay" | "vars" | "onNamed">>,
) => Promise<Loaded>;

/** The files of a request as they are planned, and what they are held against. */
export interface LoadedRequest {
  readonly loaded: Loaded;
  /** Left out where the files have errors. */
  readonly base?: DesiredState;
  /** What the scopes in force do not allow, and those of the request do; and that the base has errors. */
  readonly warnings: readonly FileDiagnostic[];
}

/** What scopes say of one file, so that the rest can do without it. */
const ofOneFile = new Set(["scope", "scope.file", "scope.reach", "scope.env"]);

/**
 * Reads the files of a request by the project, the pin and the acknowledgements of its base: those of the request must be right, and count for nothing until they are merged. A file
 * that says something outside of the scopes in force is taken as the base has it. Where the
 * files of the base have errors, they count for nothing, so that a request can repair them.
 */
export async function loadRequest(
  paths: readonly string[],
  request: RequestPlace,
  context: RunContext,
  load: LoadFiles,
): Promise<LoadedRequest> {
  const { cwd, projectPlace } = context;
  const ownFiles = request.isMerged ? undefined : await load(paths, { cwd, projectPlace: request.ownPlace });
  if (ownFiles && hasErrors(ownFiles)) return { loaded: ownFiles, warnings: [] };
  const whole = await load(paths, { cwd, projectPlace });
  const withoutThese = async (these: readonly FileDiagnostic[]) => {
    const read = await load(paths, { cwd, projectPlace, overlay: asInBase(these, whole, request, context) });
    // That no scope names a file is said of an empty one, too.
    return { ...read, texts: whole.texts, diagnostics: read.diagnostics.filter(({ rule }) => rule !== "scope.file") };
  };
  const outside = whole.diagnostics.filter(
    ({ severity, rule }) => !request.isMerged && severity === "error" && ofOneFile.has(rule),
  );
  const loaded = outside.length === 0 ? whole : await withoutThese(outside);
  if (hasErrors(loaded)) return { loaded, warnings: [] };
  const { base, wrong } = await baseOf(paths, request, context, load);
  const warnings = [...outside.map(afterMerge), ...(wrong === undefined ? [] : [unreadBase(wrong, request)])];
  // All that is merged is in force.
  if (request.isMerged) return { loaded, base, warnings };
  const { instance: named, acknowledged: _, ...state } = loaded.state;
  const { acknowledged } = base;
  // Which instance files are for can only refuse a run.
  const instance = wrong === undefined ? base.instance : named;
  const ruled = { ...state, ...(instance ? { instance } : {}), ...(acknowledged ? { acknowledged } : {}) };
  return { loaded: { ...loaded, state: ruled }, base, warnings };
}

function hasErrors({ diagnostics }: Loaded): boolean {
  return diagnostics.some(({ severity }) => severity === "error");
}

/** The files that say what they may not say yet, with what the base has there. */
function asInBase(
  outside: readonly FileDiagnostic[],
  { sources }: Loaded,
  { baseCwd }: RequestPlace,
  { cwd }: RunContext,
): Overlay {
  const files = new Set(outside.map(({ origin }) => origin.file));
  const meant = sources.filter(({ file }) => files.has(file));
  return new Map(meant.map(({ absolute }) => [absolute, textOf(path.resolve(baseCwd, path.relative(cwd, absolute)))]));
}

/** As large as a file of desired state may be. */
const largest = 20 * 1024 * 1024;

/** What a file of the base says; nothing where it has none. */
function textOf(absolute: string): string {
  return existsSync(absolute) ? readRegular(absolute, largest).toString("utf8") : "version: 1\n";
}

function afterMerge(diagnostic: FileDiagnostic): FileDiagnostic {
  const { origin, address, related } = diagnostic;
  const message = `${diagnostic.message}: outside of the scopes in force; planned after merge`;
  return warning("scope.after-merge", origin, message, defined({ address, related }));
}

/** The paths of a run that are there in another state of its files. */
export function pathsIn(there: string, paths: readonly string[], { cwd }: RunContext): readonly string[] {
  const names = givenPaths(paths, cwd).map((file) => displayPath(file, cwd));
  return names.filter((name) => existsSync(path.resolve(there, name)));
}

/** The variables of a run for another state of its files: what is given may mean nothing there. */
export function varsElsewhere({ vars: { fallback, ...given } = {} }: RunContext): VariableRequest {
  const weaker = fallback ? { fallback: { ...fallback, mayBeUnknown: true } } : {};
  return { ...given, ...weaker, mayBeUnknown: true };
}

/** What the files of the base say; nothing where it has none at the paths, or where one is wrong. */
async function baseOf(
  paths: readonly string[],
  { baseCwd, basePlace }: RequestPlace,
  context: RunContext,
  load: LoadFiles,
): Promise<{ readonly base: DesiredState; readonly wrong?: FileDiagnostic }> {
  const there = pathsIn(baseCwd, paths, context);
  const nothing: DesiredState = { resources: [], deleteUndeclared: {}, root: "." };
  if (there.length === 0) return { base: nothing };
  const { files = [], ...given } = varsElsewhere(context);
  // The base may miss files of variables that are new.
  const vars = { ...given, files: files.filter((file) => existsSync(path.resolve(baseCwd, file))) };
  const read = load(there, { cwd: baseCwd, projectPlace: basePlace, vars, onNamed: () => undefined });
  const loaded = await read.catch((error: unknown) => {
    if (error instanceof TrueupError && error.code === "files.none") return undefined;
    throw error;
  });
  const wrong = loaded?.diagnostics.find(({ severity, rule }) => severity === "error" && !/^variable(?:\.|$)/.test(rule));
  return wrong === undefined ? { base: loaded?.state ?? nothing } : { base: nothing, wrong };
}

function unreadBase({ message, origin }: FileDiagnostic, { base }: RequestPlace): FileDiagnostic {
  const reason = `the files of the base have errors (${base}:${formatOrigin(origin)}: ${message})`;
  const consequence =
    "so trueup cannot tell what this request changes from what was off before, and no acknowledgement of files is in force";
  return warning("base.invalid", origin, `${reason}, ${consequence}`);
}
