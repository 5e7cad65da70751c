import { append, compareTexts, defined } from "../core/collections.js";
import { compareOrigins, type FileDiagnostic, formatOrigin } from "../core/errors.js";
import { type Kinds, verbatimPlaces } from "../core/kind.js";
import type { Tier } from "../core/names.js";
import type { DeleteUndeclared, Desired, DesiredState } from "../core/plan.js";
import { dayOf } from "../core/time.js";
import { layerDiagnostics } from "../policies/index.js";
import { readAcknowledgements } from "./acknowledge.js";
import { Assets } from "./assets.js";
import { type Body, DeclaredEntries, type DeclaredEntry, mayHoldWords, type Piece, pieceOrigin } from "./body.js";
import { displayPath, findFiles, type Overlay } from "./find-files.js";
import { isOfTheWhole, type LayerContext, readEntry } from "./layers/layer-body.js";
import { readLayers, saysLayers } from "./layers/read.js";
import { misplacedThis } from "./layers/this.js";
import { splitBody } from "./layers/words.js";
import { lintEntry } from "./lint.js";
import { maskedTexts } from "./mask.js";
import { type Merged, mergeSources } from "./merge.js";
import { declaringBodies } from "./moves.js";
import { inOrder } from "./order.js";
import { readSource, type SourceFile } from "./read-file.js";
import { doneWhere, misplaced, ownDiagnostics, ruleDiagnostics, saidValues } from "./rules.js";
import type { FileScopes, ScopedFiles } from "./scoped-files.js";
import { scopedFiles, scopeDiagnostics } from "./scopes.js";
import type { StandIn } from "./secrets.js";
import { type TextOptions, Texts } from "./texts.js";
import { validateEnvelope } from "./validate.js";
import { type VariableRequest, variableSources } from "./variables/given.js";
import { substituteVariables } from "./variables/index.js";

export {
  displayPath,
  findFiles,
  givenPaths,
  isInside,
  type Overlay,
  readRegular,
  realPath,
  rootOf,
  sortOf,
} from "./find-files.js";
export { type IsSecret, maskedText } from "./mask.js";
export { topNames } from "./merge.js";
export { type SourceFile, readSource } from "./read-file.js";
export { type FileScope, realPlace } from "./scoped-files.js";
export { type StandIn, resolveSecret } from "./secrets.js";
export { type VariableRequest } from "./variables/given.js";
export { checkDeclaration, checkValues } from "./write/expressible.js";
export { effectiveText } from "./write/effective.js";
export { environmentExample } from "./write/environment.js";
export { itemLines } from "./write/body.js";
export { type FileMapping, mappingText } from "./write/mapping.js";
export { environmentFile, saidByShared, schemaFile, writeFiles } from "./write/files.js";

/** The project that files belong to. */
export interface ProjectPlace {
  /** Absolute path of its project file, which is no file of desired state. */
  readonly file: string;
  readonly scopes?: FileScopes;
  /** Variables that hold tokens of its instances: files must not refer to them, because what files refer to is sent. */
  readonly tokenVariables?: readonly string[];
}

/** What loading needs to know beside the paths. */
export interface LoadOptions {
  readonly kinds: Kinds;
  /** Where relative paths start; positions are given relative to it. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly standIn?: StandIn | undefined;
  /** True where no reference is to be resolved: what texts refer to is not looked for. */
  readonly withoutSecrets?: true | undefined;
  /** A variable or file that a text refers to and that is missing is an error (as at plan and apply) instead of a warning. */
  readonly strict?: boolean;
  /** Checks attributes against the tier of a server. */
  readonly tier?: Tier;
  /** Checks attributes against the release of a server, for example `15.4.0`. */
  readonly serverVersion?: string;
  /** Values of variables beside those of the environment. */
  readonly vars?: VariableRequest | undefined;
  /** The instant at which policies and exceptions are read; left out, that of the call. */
  readonly now?: Date;
  /** What is not written yet: texts and pictures by absolute path, read in place of what is on the disk, or as if they were there. */
  readonly overlay?: Overlay;
  readonly projectPlace?: ProjectPlace | undefined;
  /** Called with the absolute path of each file that the files name, before it is read. */
  readonly onNamed?: (absolute: string) => void;
}

/** The desired state, with all that was found on the way to it. */
export interface Loaded {
  /** Complete only if no problem is an error. */
  readonly state: DesiredState;
  /** All problems of all files, by file and line. */
  readonly diagnostics: readonly FileDiagnostic[];
  /** Makes the text of each file as `origin.file` names it, secrets overwritten: for code frames, which few loads need. */
  readonly texts: () => ReadonlyMap<string, string>;
  /** Each file as it was read, and each body as written: what an editor of the files needs. */
  readonly sources: readonly SourceFile[];
  readonly bodies: readonly Body[];
  /** Absolute directory that `state.root` stands for. */
  readonly directory: string;
  /** Absolute directories of which every file was read: a new file in one belongs to the desired state. */
  readonly directories: readonly string[];
  /** Which file may say what; undefined where the project file has no scopes. */
  readonly scoped?: ScopedFiles;
}

/**
 * Reads, validates and merges the desired-state files (design, section 3). Without paths: `./trueup` or `.`.
 * `state.root` is relative to `cwd`. Throws TrueupError `files.missing`, `files.none` or `files.project`; everything else is a problem.
 */
export async function loadDesired(paths: readonly string[], options: LoadOptions): Promise<Loaded> {
  const { kinds, cwd, env, projectPlace } = options;
  const { files, root, directories } = await findFiles(paths, cwd, options.overlay, projectPlace?.file);
  const diagnostics: FileDiagnostic[] = [];
  const read = files.map((file) => readSource(file, diagnostics, options.overlay));
  const given = variableSources(options.vars ?? {}, env, cwd, diagnostics);
  const { sources, uses, explain } = substituteVariables(read, given, diagnostics, verbatimPlaces(kinds));
  for (const source of sources) validateEnvelope(source, kinds, diagnostics);
  const merged = mergeSources(sources, kinds, diagnostics);
  const scoped = projectPlace?.scopes && scopedFiles(projectPlace.scopes, kinds);
  if (scoped) diagnostics.push(...scopeDiagnostics(scoped, sources, merged.bodies, kinds));
  const assets = new Assets(root, { overlay: options.overlay, scoped, onNamed: options.onNamed });
  const reader = textsOf(assets, options, scoped);
  const bodies = declaringBodies(merged.bodies, diagnostics);
  misplacedThis(sources, bodies, kinds, diagnostics);
  const split = bodies.map((body) => (mayHoldWords(body) ? splitBody(body, diagnostics) : { plain: body, facets: [] }));
  const layered: DeclaredEntry[] = [];
  const context: LayerContext = { kinds, texts: reader, diagnostics, onEntry: (entry) => layered.push(entry) };
  const isLayered = saysLayers(merged, split);
  const now = options.now ?? new Date();
  const entries = split.map(({ plain }) =>
    readEntry(plain, { ...context, onEntry: () => undefined }, isLayered ? isOfTheWhole : () => false),
  );
  const layers = isLayered ? readLayers(merged, split, now, context) : undefined;
  const world = new DeclaredEntries(entries, kinds);
  // Where layers lie over each other, only what they make together can be judged.
  diagnostics.push(...ruleDiagnostics(world, layers ? misplaced : ownDiagnostics));
  const declared = entries.map((entry) => doneWhere(entry, now));
  if (layers) diagnostics.push(...layerDiagnostics(layers, world, diagnostics));
  const { tier, serverVersion } = options;
  const target = defined({ tier, serverVersion });
  for (const entry of [...entries, ...layered]) diagnostics.push(...lintEntry(entry, target), ...saidValues(entry, now));
  if (scoped) diagnostics.push(...scoped.warnings());
  return {
    state: stateOf(merged, inOrder(declared, kinds), {
      ...readAcknowledgements(merged.acknowledge, dayOf(now), diagnostics),
      root: displayPath(root, cwd),
      ...(uses.size > 0 && { variables: uses }),
      ...(layers && { layers }),
    }),
    diagnostics: sortDiagnostics(explain(diagnostics)),
    texts: () => maskedTexts(sources, kinds),
    sources,
    bodies,
    directory: root,
    directories,
    ...(scoped && { scoped }),
  };
}

/** Where no reference is to be resolved, none is looked for either. */
function textsOf(assets: Assets, options: LoadOptions, scoped: TextOptions["scoped"]): Texts {
  const { env, strict, standIn, projectPlace, withoutSecrets } = options;
  const given = { strict, standIn, tokenVariables: projectPlace?.tokenVariables, scoped };
  return new Texts(assets, withoutSecrets ? undefined : env, given);
}

function stateOf(
  merged: Merged,
  resources: readonly Desired[],
  beside: Partial<DesiredState> & Pick<DesiredState, "root">,
): DesiredState {
  const [first] = merged.instance.values();
  const url = merged.instance.get("url")?.value;
  const dialect = merged.instance.get("dialect")?.value;
  const instance: Required<DesiredState>["instance"] | undefined = first && {
    ...(typeof url === "string" ? { url } : {}),
    ...(dialect === "neutral" || dialect === "vendor" ? { dialect } : {}),
    origin: pieceOrigin(first),
  };
  return { resources, deleteUndeclared: deletions(merged.deleteUndeclared), ...(instance && { instance }), ...beside };
}

/** `true` is the glob that matches everything. */
function deletions(pieces: ReadonlyMap<string, readonly Piece[]>): DeleteUndeclared {
  const result: Record<string, DeleteUndeclared[string]> = {};
  for (const [name, [first, ...others]] of pieces) {
    if (!first) continue;
    const patterns = [first, ...others].flatMap(({ value }) =>
      value === true ? ["**"] : Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [],
    );
    result[name] = { patterns: [...new Set(patterns)].sort(), origin: pieceOrigin(first) };
  }
  return result;
}

/** Problems of values in whose place the checks see null: what they say of it would mislead. */
const unreadValues: ReadonlySet<string> = new Set(["yaml.number", "yaml.value"]);

/** Problems by file and position; equal ones once, and of a value that cannot be read only that. */
export function sortDiagnostics(diagnostics: readonly FileDiagnostic[]): FileDiagnostic[] {
  const unread = new Set(diagnostics.filter(({ rule }) => unreadValues.has(rule)).map(({ origin }) => formatOrigin(origin)));
  const meant = diagnostics.filter(({ rule, origin }) => unreadValues.has(rule) || !unread.has(formatOrigin(origin)));
  const unique = new Map(meant.map((diagnostic) => [JSON.stringify(diagnostic), diagnostic]));
  return [...unique.values()].sort(
    (a, b) => compareOrigins(a.origin, b.origin) || compareTexts(a.rule, b.rule) || compareTexts(a.message, b.message),
  );
}

/** What is missing outside of the files (a variable, a file of a secret) once each, where it is needed first and with the number of places; all else as it is. */
export function missingOnce(diagnostics: readonly FileDiagnostic[]): FileDiagnostic[] {
  const places = new Map<string, FileDiagnostic[]>();
  for (const diagnostic of diagnostics) if (diagnostic.reference !== undefined) append(places, diagnostic.reference, diagnostic);
  return diagnostics.flatMap((diagnostic) => {
    const same = places.get(diagnostic.reference ?? "") ?? [diagnostic];
    if (same[0] !== diagnostic) return [];
    return same.length === 1
      ? [diagnostic]
      : [{ ...diagnostic, message: `${diagnostic.message} (needed in ${same.length} places)` }];
  });
}

/** All that is missing outside of the files as one, where the first of it is needed; all else as it is. */
export function missingAsOne(diagnostics: readonly FileDiagnostic[]): FileDiagnostic[] {
  const once = missingOnce(diagnostics);
  const [first, ...others] = once.filter(isMissing);
  if (first === undefined || others.length === 0) return once;
  const all = {
    ...first,
    message: `${first.message}, and ${others.length} more secrets are missing`,
    hint: "trueup validate names each.",
  };
  return once.flatMap((diagnostic) => (diagnostic === first ? [all] : isMissing(diagnostic) ? [] : [diagnostic]));
}

/** True for what would be right if something were there that stands outside of the files. */
export function isMissing({ rule }: FileDiagnostic): boolean {
  return rule === "secret.missing";
}
