import { resolve } from "node:path";
import { defined } from "../../core/collections.js";
import type { Language, Layout } from "../../core/declaration.js";
import { TrueupError } from "../../core/errors.js";
import { glob } from "../../core/glob.js";
import type { Loaded } from "../../desired/index.js";
import { exportLive } from "../../engine/export/index.js";
import { defaultsOn } from "../../engine/plan/index.js";
import { createReadApi } from "../../platform/index.js";
import { configurationDraft } from "../convert/configuration.js";
import { type FilesDraft, declarationsOf, editedFiles, newFiles, settingsFor } from "../files/draft.js";
import { loadValid } from "../files/load.js";
import { mustTakeFiles } from "../files/write.js";
import { knownReleases } from "../kinds.js";
import { describeInstance } from "../server/instance.js";
import { onServer, pinOf } from "../server/link.js";
import type { RunContext, ServerOptions } from "../server/run-context.js";
import { foldedFiles } from "./folded.js";

/** What to export, and where to. */
export interface ExportRequest {
  /** Directory of the files, relative to where the user stands; it need not be there. */
  readonly out: string;
  /** Globs of full paths; empty for the whole instance. */
  readonly under: readonly string[];
  /** Names of kinds; empty for all. */
  readonly kinds: readonly string[];
  /** Keep values that equal the platform's default or are inherited. */
  readonly full: boolean;
  readonly layout: Layout;
  /** Say in one place, as policies and presets, what many groups or projects have in common. New files only. */
  readonly fold?: boolean;
  /** Text of `trueup.schema.json`, where it is to stand beside new files. */
  readonly schema?: string;
  /** Where the package has its schema, absolute: new files refer to it. */
  readonly packagedSchema?: string;
  /** Say in clear what the platform does not keep secret and what does not look like a secret. */
  readonly plainVariables?: boolean;
  /** Write a configuration of this sort in place of files of ours; `version` is the release of trueup. */
  readonly configuration?: { readonly language: Language; readonly version: string };
  /** So many groups or projects more are to be read. */
  readonly onExpect?: (count: number) => void;
  /** One of them was read. */
  readonly onRead?: (address: string) => void;
}

/**
 * Reads the platform into files, or into what files that are there must say. Writes nothing. Throws InvalidFilesError for bad files, and TrueupError `export.nothing`
 * where a part is asked for that holds nothing, and no files are there.
 */
export async function draftExport(request: ExportRequest, server: ServerOptions, context: RunContext): Promise<FilesDraft> {
  const { configuration } = request;
  if (request.fold && configuration !== undefined)
    throw unfoldable("a configuration has no policies", "Leave out --fold or --format.");
  const loaded = configuration === undefined ? await loadIfThere(request.out, context) : undefined;
  if (loaded && request.fold)
    throw unfoldable(
      `${request.out} contains files already, and --fold writes only new files`,
      "Export into an empty directory, or leave out --fold.",
    );
  if (!loaded) await mustTakeFiles(resolve(context.cwd, request.out), request.out);
  return onServer(loaded ? pinOf(loaded.state) : {}, server, context, async (connection) => {
    const read = createReadApi(connection);
    const asked = { url: connection.url, server, needsTier: true, dialect: loaded?.state.instance?.dialect };
    const root = resolve(context.cwd, request.out);
    const instance = await describeInstance(read, asked);
    const options = {
      scope: request,
      full: request.full,
      knownReleases,
      folds: request.fold === true,
      ...(loaded ? { state: defaultsOn(loaded.state, instance.kinds) } : {}),
      isPlain: request.plainVariables === true,
      ...settingsFor(root, context),
    };
    const exported = await exportLive(instance, options, request);
    const lost = exported.unmatched.find((pattern) => !isDeclared(loaded, pattern));
    if (lost !== undefined) throw nothingThere({ under: [lost], kinds: [] }, exported.gaps);
    const shared = { requests: read.requests, context, layout: request.layout };
    if (loaded) return editedFiles(loaded, exported, { ...shared, paths: [request.out] });
    const isPart = request.under.length > 0 || request.kinds.length > 0;
    if (exported.edits.length === 0 && isPart) throw nothingThere(request, exported.gaps);
    const { schema, packagedSchema } = request;
    const form = { ...shared, ...defined({ schema, packagedSchema }) };
    if (request.fold) return foldedFiles(root, exported, form, instance);
    if (configuration === undefined) return newFiles(root, exported, form);
    const { gaps, pictures } = exported;
    const content = { declarations: declarationsOf(exported), pictures, gaps, diagnostics: [], requests: read.requests };
    return configurationDraft(content, { ...configuration, root, url: connection.url }, context);
  });
}

function unfoldable(why: string, hint: string): TrueupError {
  return new TrueupError({ code: "export.fold", message: `--fold cannot be used: ${why}`, hint });
}

/** What was declared and is not there any more still is what a path names: it leaves the files. */
function isDeclared(loaded: Loaded | undefined, pattern: string): boolean {
  const matches = glob(pattern.includes("*") ? pattern : `${pattern}/**`);
  return loaded?.state.resources.some(({ path }) => path !== undefined && matches(path)) ?? false;
}

/** A slip in a path would else look like a part of the platform that is all as it comes. */
function nothingThere({ under, kinds: asked }: Pick<ExportRequest, "under" | "kinds">, gaps: readonly string[]): TrueupError {
  const part = [...under.map((path) => `--under ${path}`), ...asked.map((kind) => `--kind ${kind}`)].join(" ");
  return new TrueupError({
    code: "export.nothing",
    message: [`nothing was found for ${part}, so no file was written`, ...gaps].join("; "),
    hint: "Look for slips in the full path, and whether this token sees it. Where all is as the platform gives it by itself, --full writes it.",
  });
}

/** The files that are there; undefined where there are none yet. Throws InvalidFilesError where they are not sound. */
async function loadIfThere(out: string, context: RunContext): Promise<Loaded | undefined> {
  try {
    return await loadValid([out], context);
  } catch (error) {
    if (error instanceof TrueupError && (error.code === "files.missing" || error.code === "files.none")) return undefined;
    throw error;
  }
}
