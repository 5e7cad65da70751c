import { relative, sep } from "node:path";
import type { Command } from "commander";
import { defined } from "../core/collections.js";
import { type FileDiagnostic, formatOrigin, InvalidFilesError } from "../core/errors.js";
import type { ChosenInstance } from "../program/project/choose-instance.js";
import type { Freeze } from "../program/project/freezes.js";
import type { Project, ProjectInstance } from "../program/project/project.js";
import type { RunContext, ServerOptions } from "../trueup.js";
import type { OptionDefaults } from "./option-defaults.js";
import type { OpenedProject, Session } from "./session.js";
import { usage } from "./usage.js";

/** What commander makes of the options that the project file goes by. */
interface ProjectFlags {
  readonly config?: string;
  readonly instance?: string;
  readonly url?: string;
  /** Of the emulator: an address, or the name of an instance. */
  readonly from?: string;
  readonly at?: string;
  readonly base?: string;
  /** Of `ci apply`: what is read is merged, and owns the run itself. */
  readonly merged?: true;
  readonly vars?: readonly string[];
}

/**
 * Reads the project file for a command that is about to run, chooses the instance, and gives the command the options that its command line left out. Throws InvalidFilesError for
 * a bad file, and TrueupError for one that is named and not there, or where `--instance` names none.
 * @param model makes the model of all commands, for a file that speaks of them
 */
export async function openProject(command: Command, session: Session, model: () => Promise<Command>): Promise<void> {
  const { config, instance, url, from, merged } = command.opts<ProjectFlags>();
  const { env, redactor } = session;
  const [{ readProject, sortDiagnostics }, { chooseInstance, unknownInstance }] = await Promise.all([
    import("../program/project/read-project.js"),
    import("../program/project/choose-instance.js"),
  ]);
  const paths = await openRevision(command, session);
  // The base of a request owns what a run goes by.
  const cwd = (merged ? undefined : session.revision?.base?.cwd) ?? placeOfFiles(session);
  const named = config === undefined ? undefined : localTo(session)(config);
  const read = await readProject(named, cwd, paths);
  const base = merged ? undefined : session.revision?.base && (await readProject(named, session.revision.cwd, paths));
  const { content: project, texts } = read ?? {};
  for (const { tokenVariable } of project?.instances.values() ?? []) redactor.add(env[tokenVariable ?? ""] ?? "");
  const asked = instance ?? (from !== undefined && project?.instances.has(from) ? from : undefined);
  if (read === undefined && instance !== undefined) throw unknownInstance(instance, [], undefined);
  const chosen = project && chooseInstance(project, { asked, url, env });
  const ofRequest = base?.content ? (await defaultsOf(command, base.content, model)).diagnostics : [];
  const defaults = project && (await defaultsFor(command, project, chosen, { session, model }));
  const beside = [...(base?.diagnostics ?? []), ...ofRequest];
  const diagnostics = sortDiagnostics([...(read?.diagnostics ?? []), ...(defaults ?? []), ...beside]);
  const frames = new Map([...(texts ?? []), ...(base?.texts ?? [])]);
  if (wordsOf(command) !== "validate" && diagnostics.some(({ severity }) => severity === "error")) {
    throw new InvalidFilesError(diagnostics, frames);
  }
  await layOutRest(command, project, session);
  const { knownServers } = await import("../program/project/known-server.js");
  const knownServer = project ? knownServers(project, chosen?.instance, cwd) : () => undefined;
  const place = await placeOfRun(read?.place, base?.place, command, session);
  if (place) session.opened = { place, diagnostics, texts: frames, content: project, chosen, knownServer };
}

/** Lays out the files of a revision where one is asked for, and answers the paths of the command line as they lead to the files. */
async function openRevision(command: Command, session: Session): Promise<readonly string[]> {
  const { config, at, base } = command.opts<ProjectFlags>();
  const paths = pathsOf(command);
  if (at === undefined) {
    if (base === undefined) return paths;
    throw usage("--base needs --at", "Say by --at which revision is to be merged into it, for example --at HEAD.");
  }
  const { RevisionOfRun } = await import("./at-revision.js");
  session.revision = await RevisionOfRun.open({ at, base, paths, config }, session.cwd);
  return paths.map(localTo(session));
}

/**
 * The project that files go by, where the files are. For those of a request also says what they are held against; where only the request has a project file, that one is no file of
 * desired state, and counts for nothing else.
 */
async function placeOfRun(
  place: OpenedProject["place"] | undefined,
  ownPlace: OpenedProject["place"] | undefined,
  command: Command,
  session: Session,
): Promise<OpenedProject["place"] | undefined> {
  const { revision } = session;
  if (revision?.base === undefined) return place;
  const { base = "", merged } = command.opts<ProjectFlags>();
  const { cwd: baseCwd } = revision.base;
  if (merged) {
    session.request = { base, baseCwd, isMerged: true };
    return place;
  }
  session.request = { base, baseCwd, ...(place ? { basePlace: place } : {}), ...(ownPlace ? { ownPlace } : {}) };
  const { placeIn } = await import("../program/project/project.js");
  return place ? placeIn(revision.cwd, baseCwd, place) : ownPlace && { file: ownPlace.file };
}

/** Lays out what the run reads beside, where its files are those of a revision: by now all options are known. */
async function layOutRest(command: Command, project: Project | undefined, { revision }: Session): Promise<void> {
  const { vars = [], merged = false } = command.opts<ProjectFlags>();
  await revision?.complete(project, { hasPaths: pathsOf(command).length > 0, vars, isMerged: merged });
}

/** Makes a path of the command line lead to the files of the run. */
function localTo({ revision }: Session): (given: string) => string {
  return (given) => revision?.local(given) ?? given;
}

/** The directory that stands for the one that the user is in, where files are looked for. */
export function placeOfFiles({ cwd, revision }: Session): string {
  return revision?.cwd ?? cwd;
}

/** Where the command line says that the files lie. */
function pathsOf(command: Command): readonly string[] {
  const at = command.registeredArguments.findIndex((argument) => argument.variadic && argument.name() === "path");
  const given: unknown = at < 0 ? command.opts<{ readonly path?: unknown }>().path : command.processedArgs[at];
  return Array.isArray(given) ? given.filter((item) => typeof item === "string") : [];
}

/** What the project file gives variables on the instance that is chosen: weaker than all that the run says itself. */
export function instanceVariables({ opened }: Session): Pick<NonNullable<RunContext["vars"]>, "fallback"> {
  const vars = opened?.chosen?.instance.vars;
  if (vars === undefined || vars.size === 0) return {};
  const values = [...vars].map(
    ([name, { value, origin }]) => [name, { value, origin, isText: false, from: formatOrigin(origin) }] as const,
  );
  return { fallback: { values: new Map(values), mayBeUnknown: false } };
}

/** Gives the command its defaults, and answers what is wrong with any of the file. */
async function defaultsFor(
  command: Command,
  project: Project,
  chosen: ChosenInstance | undefined,
  { session, model }: { readonly session: Session; readonly model: () => Promise<Command> },
): Promise<readonly FileDiagnostic[]> {
  const defaults = await defaultsOf(command, project, model);
  if (defaults.given.length === 0) return defaults.diagnostics;
  const { giveDefaults } = await import("./option-defaults.js");
  // What the file says of the one server goes before what it says of all.
  const owned = ownOptions(chosen?.instance);
  const given = defaults.given.filter((option) => option.command === command && !owned.includes(option.option.name()));
  giveDefaults(command, { given }, session.env);
  return defaults.diagnostics;
}

/** What a project file gives the options of all commands, and what is wrong with that. */
async function defaultsOf(command: Command, { defaults }: Project, model: () => Promise<Command>): Promise<OptionDefaults> {
  if (defaults.length === 0) return { given: [], diagnostics: [] };
  const [{ readOptionDefaults }, { takesProject }] = await Promise.all([import("./option-defaults.js"), import("./options.js")]);
  // The model of all commands, because the file speaks of all of them, with the one that runs in its place.
  const all = leavesOf(await model()).filter(takesProject);
  const commands = new Map(all.map((sub) => [wordsOf(sub), sub]));
  commands.set(wordsOf(command), command);
  return readOptionDefaults(defaults, commands);
}

function ownOptions(instance: ProjectInstance | undefined): readonly string[] {
  return [
    ...(instance?.concurrency === undefined ? [] : ["concurrency", "max-concurrency"]),
    ...(instance?.maxRps === undefined ? [] : ["max-rps"]),
  ];
}

function leavesOf(command: Command): readonly Command[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(leavesOf);
}

/** The words of a command after `trueup`. */
function wordsOf(command: Command): string {
  const above = command.parent;
  return above === null || above.parent === null ? command.name() : `${wordsOf(above)} ${command.name()}`;
}

/** The paths that a command looks at: those of its command line, else those of the project file. */
export function pathsFor(paths: readonly string[], session: Session): readonly string[] {
  const { opened, revision } = session;
  if (paths.length > 0) return paths.map(localTo(session));
  const projectPaths = opened?.content?.paths ?? [];
  const from = revision?.base?.cwd ?? placeOfFiles(session);
  return projectPaths.map((path) => relative(from, path).split(sep).join("/") || ".");
}

/** What the project file says in place of `--undeclared`. */
export function undeclaredBy({ opened }: Session): { readonly undeclared?: readonly string[] } {
  return opened?.content?.undeclared === "report" ? { undeclared: ["**"] } : {};
}

/** What the project file says of the server that is meant: the words of the program, without what the command line says. */
export function instanceOptions({ opened }: Session): ServerOptions {
  const { instance: of, isAsked } = opened?.chosen ?? {};
  const instance = of && { url: of.url, origin: of.origin, isAsked: isAsked === true };
  const names = [...(opened?.content?.instances.keys() ?? [])];
  const { dialect, concurrency, maxRps, allowHttp = [] } = of ?? {};
  return {
    ...defined({ instance, dialect, concurrency, maxRps }),
    ...(names.length > 1 ? { instanceNames: names } : {}),
    ...(allowHttp.length === 0 ? {} : { allowHttp }),
  };
}

/** All freezes that hold for a run: those of the project, and those of the instance that is meant. */
function freezesOf({ opened }: Session): readonly Freeze[] {
  return [...(opened?.content?.freezes ?? []), ...(opened?.chosen?.instance.freezes ?? [])];
}

/** Throws TrueupError `frozen` in a freeze. */
export async function mustNotBeFrozen(session: Session, now: Date): Promise<void> {
  const freezes = freezesOf(session);
  if (freezes.length === 0) return;
  const { mustNotBeFrozen: check } = await import("../program/project/freezes.js");
  check(freezes, now);
}

/** Tells that apply would be refused. */
export async function noteFreeze(session: Session, now: Date): Promise<void> {
  const freezes = freezesOf(session);
  if (freezes.length === 0) return;
  const { freezeNote } = await import("../program/project/freezes.js");
  const note = freezeNote(freezes, now);
  if (note !== undefined) session.output.note(`${note}\n`);
}
