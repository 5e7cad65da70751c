import { resolve } from "node:path";
import { gitlabDeclarations } from "../../convert/gitlab/index.js";
import { addressOf } from "../../core/address.js";
import { defined } from "../../core/collections.js";
import type { ConvertSource, Declaration, Language, Layout } from "../../core/declaration.js";
import { formatOrigin, reasonOf, TrueupError } from "../../core/errors.js";
import { placeholdersIn } from "../../core/json.js";
import { isFile } from "../../core/placeholders.js";
import type { Desired, DesiredState } from "../../core/plan.js";
import { valueAtSteps } from "../../core/steps.js";
import { environmentFile, readRegular } from "../../desired/index.js";
import { declaredByFiles } from "../../engine/plan/index.js";
import { type FilesDraft, newFiles, settingsFor } from "../files/draft.js";
import { loadValid } from "../files/load.js";
import { readInside } from "../files/outside.js";
import { mustTakeFiles } from "../files/write.js";
import { kinds } from "../kinds.js";
import type { RunContext, ServerOptions } from "../server/run-context.js";
import { type ConfigurationContent, configurationDraft } from "./configuration.js";
import { gitlabformDraft } from "./gitlabform.js";

const largestState = 256 * 1024 * 1024;

/** What to convert, and into what. */
export interface ConvertRequest {
  /** Of `trueup`: the files. Of `gitlab-terraform`: one file that `terraform show -json` printed. Of `gitlabform`: its configuration. */
  readonly from: ConvertSource;
  readonly paths: readonly string[];
  readonly to: Language | "yaml";
  /** Directory of the new files, relative to where the user stands. */
  readonly out: string;
  readonly layout: Layout;
  /** Release of trueup. */
  readonly version: string;
  /** Text of `trueup.schema.json`, which stands beside new files of ours. */
  readonly schema: string;
  /** Of `gitlabform`: where it may be looked at what is live. */
  readonly server?: ServerOptions;
}

const heading = "What another Terraform provider manages, as `trueup convert` found it in what terraform show -json prints.";

/** What was read, and how it comes. */
interface Source {
  readonly content: ConfigurationContent;
  readonly url?: string;
}

/**
 * Turns trueup files, or what another provider of Terraform manages, into a configuration or into files of ours, without any network unless a server is given. Writes nothing. Throws
 * InvalidFilesError for bad files, and TrueupError `convert.taken` where files of ours are there already.
 */
export async function draftConversion(request: ConvertRequest, context: RunContext): Promise<FilesDraft> {
  const { from, to, version, layout, schema } = request;
  const root = resolve(context.cwd, request.out);
  await mustTakeFiles(root, request.out);
  if (from === "gitlabform") {
    const [path = ""] = request.paths;
    const draft = await gitlabformDraft({ path, root, schema, ...defined({ server: request.server }) }, context);
    mustBeNew(draft.changes);
    return draft;
  }
  const { content, url } =
    from === "trueup" ? await trueupFiles(request.paths, context) : await foreignState(request.paths, root, context);
  if (to !== "yaml") return configurationDraft(content, { language: to, root, version, ...defined({ url }) }, context);
  const { declarations, pictures, gaps } = content;
  const edits = declarations.map((declaration) => ({ action: "declare", declaration }) as const);
  const draft = await newFiles(root, { edits, pictures, gaps }, { context, layout, requests: 0, schema, heading });
  mustBeNew(draft.changes);
  return draft;
}

async function trueupFiles(paths: readonly string[], context: RunContext): Promise<Source> {
  const { state, directory, diagnostics } = await loadValid(paths, context);
  const { resources, notTold } = declaredByFiles(kinds, state);
  const declarations = resources.filter(({ ensure }) => ensure === "present").map(declarationOf);
  const pictures = new Map<string, Uint8Array>();
  for (const { $file: path } of declarations.flatMap(({ spec }) => placeholdersIn(spec).filter(isFile))) {
    pictures.set(path, await readInside(directory, path, context.cwd));
  }
  // No secret is needed to write down where it comes from.
  const reported = diagnostics.filter(({ rule }) => rule !== "secret.missing");
  const gaps = [...unsaid(state), ...unsaidLayers(state, resources, notTold)];
  const content = { declarations, pictures, gaps, diagnostics: reported, requests: 0 };
  return { content, ...defined({ url: state.instance?.url }) };
}

async function foreignState([path = ""]: readonly string[], root: string, context: RunContext): Promise<Source> {
  const text = stateText(path, context.cwd);
  const { declarations, remarks } = within(path, () => gitlabDeclarations(text, kinds, settingsFor(root, context).refuse));
  return { content: { declarations, pictures: new Map(), gaps: remarks, diagnostics: [], requests: 0 } };
}

function stateText(path: string, cwd: string): string {
  try {
    return readRegular(resolve(cwd, path), largestState).toString("utf8");
  } catch (error) {
    throw new TrueupError({
      code: "file.missing",
      where: path,
      message: `the file cannot be read: ${reasonOf(error)}`,
      hint: "Print it with terraform show -json > state.json, and name it.",
    });
  }
}

/** Names the file that a place in a document lies in. */
function within<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof TrueupError) || error.code !== "convert.input") throw error;
    const { code, message, hint } = error;
    const where = error.where === undefined ? file : `${file}: ${error.where}`;
    throw new TrueupError({ code, message, where, cause: error, ...(hint === undefined ? {} : { hint }) });
  }
}

/** Files of ours are never replaced by what comes from elsewhere; what a list of variables lacks may be added. */
function mustBeNew(changes: FilesDraft["changes"]): void {
  const taken = changes.find(({ file, before }) => before !== undefined && !file.endsWith(environmentFile));
  if (!taken) return;
  throw new TrueupError({
    code: "convert.taken",
    where: taken.file,
    message: "there is such a file already, so nothing was written",
    hint: "Name another directory with --out.",
  });
}

function declarationOf(desired: Desired): Declaration {
  const { address, spec } = desired;
  const movedFrom = desired.movedFrom ?? desired.formerKey;
  const remarks =
    movedFrom === undefined
      ? []
      : [`moved_from ${movedFrom} is not carried over: where the move is still to be made, make it with trueup apply before`];
  return { ...addressOf(desired), address, spec, remarks };
}

/** What files say for many things and one declaration of each cannot say. */
function unsaidLayers(
  { layers }: DesiredState,
  resources: readonly Desired[],
  notTold: ReadonlyMap<string, string>,
): readonly string[] {
  const policies = layers?.policies ?? [];
  return [
    ...policies.flatMap(({ name, undeclared, origin }) => [
      ...(notTold.has(name)
        ? [`policy ${name} (${formatOrigin(origin)}) is left out: ${notTold.get(name)?.replace(" (--live)", "") ?? ""}`]
        : []),
      ...(undeclared ? [`policy ${name} (${formatOrigin(origin)}) is carried out for what the files declare alone`] : []),
    ]),
    ...resources.flatMap(({ address, bounds = [], spec }) =>
      bounds
        .filter(({ path }) => valueAtSteps(spec, path) === undefined)
        .map(
          ({ path, word, origin }) =>
            `${address}: ${path.join(".")} has a bound and no value (${word}, ${formatOrigin(origin)}), which has no counterpart`,
        ),
    ),
  ];
}

/** What the files ask for and Terraform has no word for. */
function unsaid({ resources, deleteUndeclared }: DesiredState): readonly string[] {
  const absent = resources.filter(({ ensure }) => ensure === "absent");
  return [
    ...absent.map(
      ({ address }) => `${address}: ensure: absent has no counterpart; Terraform deletes only what it made or imported`,
    ),
    ...Object.entries(deleteUndeclared).map(
      ([kind, { origin }]) =>
        `delete_undeclared of ${kind} (${formatOrigin(origin)}) has no counterpart: Terraform knows only what is declared`,
    ),
  ];
}
