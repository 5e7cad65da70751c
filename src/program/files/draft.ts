import { existsSync, readFileSync, statSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { defined } from "../../core/collections.js";
import type { Declaration, Edit, Layout, FindInexpressible, SharedDeclaration } from "../../core/declaration.js";
import { formatOrigin, type FileDiagnostic, TrueupError } from "../../core/errors.js";
import { canonicalJson, type Value } from "../../core/json.js";
import { editFiles } from "../../desired/edit/index.js";
import {
  checkDeclaration,
  displayPath,
  environmentExample,
  environmentFile,
  isInside,
  type Loaded,
  loadDesired,
  saidByShared,
  schemaFile,
  writeFiles,
  missingAsOne,
} from "../../desired/index.js";
import type { Exported } from "../../engine/export/index.js";
import type { IsTaken } from "../../engine/live/index.js";
import type { ResolveSecret } from "../../engine/plan/index.js";
import { kinds } from "../kinds.js";
import type { RunContext } from "../server/run-context.js";
import { secrets } from "./outside.js";
import { fileContent, type FileChange } from "./write.js";

/** Files that say what is live; nothing is written yet. */
export interface FilesDraft {
  readonly changes: readonly FileChange[];
  /** Directory that all files lie in, absolute. */
  readonly root: string;
  /** What is live and not in the files, a sentence each. */
  readonly gaps: readonly string[];
  /** Of an adoption: how many of the gaps are differences that stay. */
  readonly differing?: number;
  /** Warnings about the files that are there already. */
  readonly diagnostics: readonly FileDiagnostic[];
  /** Things by what becomes of them in the files. */
  readonly summary: { readonly added: number; readonly changed: number; readonly removed: number };
  readonly requests: number;
  /** Of values that stand in the files by reference: how many could stand in clear. */
  readonly couldBePlain?: Exported["couldBePlain"] | undefined;
  /** How many values that an adoption wrote stand in clear although the attribute may keep a secret. */
  readonly inClear?: number;
  /** By variable: what replies show of the secret that it stands for. For a file that only its owner may read, and for nothing else. */
  readonly shown?: Exported["shown"] | undefined;
  /** Why what is common stands in each file again although it was to be said once; undefined where nothing is wrong. */
  readonly unfolded?: TrueupError;
}

/** What making files needs to know beside what they are to say. */
export interface FilesContext {
  readonly context: RunContext;
  readonly layout: Layout;
  readonly requests: number;
}

/** What the engine asks about the files while it finds out what they are to say. `root` is their directory, absolute. */
export function settingsFor(
  root: string,
  context: RunContext,
): { refuse: FindInexpressible; resolve: ResolveSecret; isTaken: IsTaken; onSecret: (value: string) => void } {
  return {
    refuse: refusal(context),
    resolve: secrets(root, context),
    isTaken: (path, bytes) => {
      const file = join(root, path);
      return existsSync(file) && !(statSync(file).isFile() && readFileSync(file).equals(bytes));
    },
    onSecret: (value) => context.redactor.add(value),
  };
}

/** What loading would refuse, and what would write a secret of the instance down. */
function refusal({ redactor }: RunContext): FindInexpressible {
  const holdsSecret = (value: Value): boolean => redactor.scrub(canonicalJson(value)) !== canonicalJson(value);
  return (declaration) => [
    ...checkDeclaration(declaration, kinds),
    ...Object.entries(declaration.spec)
      .filter(([, value]) => value !== undefined && holdsSecret(value))
      .map(([attribute]) => ({ attribute, message: "its text holds a secret of this instance" })),
  ];
}

/** A draft of files in a directory that holds none yet; a schema and `.env.example` that people have there stay. `schema` is the text of the one that new files refer to. */
export async function newFiles(
  root: string,
  exported: Omit<Exported, "unmatched">,
  { context, requests, ...form }: FilesContext & NewFilesForm,
): Promise<FilesDraft> {
  const files = written(root, exported, form);
  const missing = [...files].filter(([path]) => path !== schemaFile || !existsSync(join(root, path)));
  const contents = new Map(missing.map(([path, after]) => [join(root, path), after] as const));
  const all = new Map([...contents, ...(await environment(root, exported.edits, context.cwd, form.shared))]);
  const { gaps, couldBePlain, shown } = exported;
  const changes = await changesOf(all, context.cwd);
  return { root, changes, gaps, diagnostics: [], summary: summaryOf(exported.edits), requests, couldBePlain, shown };
}

/** What is declared anew. */
export function declarationsOf({ edits }: Pick<Exported, "edits">): readonly Declaration[] {
  return edits.flatMap((edit) => (edit.action === "declare" ? [edit.declaration] : []));
}

/** How new files are written. */
interface NewFilesForm {
  /** Text of `trueup.schema.json`, which is to stand beside them; left out, they refer to one that is there, or to that of the package. */
  readonly schema?: string;
  /** Where the package has its schema, absolute. */
  readonly packagedSchema?: string;
  /** The words at the top of each file, in place of those of an export. */
  readonly heading?: string;
  /** What many of the declarations say in one place. */
  readonly shared?: readonly SharedDeclaration[];
}

/** Everything as new files: what no body could say stands at the end of the first one. */
function written(
  root: string,
  exported: Omit<Exported, "unmatched">,
  { layout, schema, packagedSchema, heading, shared = [] }: NewFilesForm & Pick<FilesContext, "layout">,
): ReadonlyMap<string, string | Uint8Array> {
  const declarations = declarationsOf(exported);
  const remarked = new Set(declarations.flatMap(({ address, remarks }) => remarks.map((remark) => `${address}: ${remark}`)));
  const files = writeFiles(declarations, {
    kinds,
    layout,
    ...defined({ heading }),
    remarks: exported.gaps.filter((gap) => !remarked.has(gap)),
    shared,
    // It is added to what may be there already.
    taken: [environmentFile],
    schema: schema !== undefined || existsSync(join(root, schemaFile)) ? schemaFile : installedIn(root, packagedSchema),
  });
  return new Map<string, string | Uint8Array>([
    ...exported.pictures,
    ...files.map(({ path, text }) => [path, text] as const),
    ...(schema === undefined ? [] : [[schemaFile, schema] as const]),
  ]);
}

/** The path of a file of the package from the root of the files, where both lie in one project, so that the path is the same on all machines; else null. */
function installedIn(root: string, file: string | undefined): string | null {
  if (file === undefined) return null;
  const [project = "", ...inner] = file.split(/[\\/]node_modules[\\/]/);
  return inner.length > 0 && isInside(root, project) ? relative(root, file).replaceAll("\\", "/") : null;
}

/** A draft of files that people wrote, loaded from `paths`, with the edits in them. What would be written is loaded first, from there too: it must be sound. */
export async function editedFiles(
  loaded: Loaded,
  exported: Omit<Exported, "unmatched">,
  request: FilesContext & { readonly paths: readonly string[] },
): Promise<FilesDraft> {
  const { context, layout, requests } = request;
  const { files, unmade } = editFiles(loaded, exported.edits, { kinds, layout });
  const pictures = [...exported.pictures].map(([path, bytes]) => [join(loaded.directory, path), bytes] as const);
  const overlay = new Map<string, string | Uint8Array>([
    ...pictures,
    ...files.map(({ absolute, after }) => [absolute, after] as const),
    ...(await environment(loaded.directory, exported.edits, context.cwd)),
  ]);
  await mustBeSound(request.paths, overlay, context);
  const read = new Map(files.map(({ absolute, before }) => [absolute, before]));
  return {
    root: loaded.directory,
    // What was edited is told apart from what the file says by now: somebody may have written to it in the meantime.
    changes: (await changesOf(overlay, context.cwd)).map((change) => ({
      ...change,
      ...defined({ before: read.get(change.absolute) }),
    })),
    gaps: [
      ...exported.gaps,
      ...unmade.map(
        ({ address, attribute, message }) => `${address}: ${attribute === undefined ? "" : `${attribute} `}${message}`,
      ),
    ],
    diagnostics: missingAsOne(loaded.diagnostics),
    summary: summaryOf(exported.edits),
    requests,
    couldBePlain: exported.couldBePlain,
    shown: exported.shown,
  };
}

/** `.env.example` with the variables that edits refer to, if there are any. */
async function environment(
  directory: string,
  edits: readonly Edit[],
  cwd: string,
  shared: readonly SharedDeclaration[] = [],
): Promise<(readonly [string, string])[]> {
  const declared = edits.flatMap((edit) => {
    if (edit.action === "declare") return [edit.declaration];
    return edit.action === "set" ? [{ address: edit.address, spec: edit.attributes }] : [];
  });
  const text = await addedExample(directory, [...declared, ...saidByShared(shared)], cwd);
  return text === undefined ? [] : [[join(directory, environmentFile), text]];
}

/** `.env.example` of a directory with the variables that it lacks at its end; undefined where it lacks none. */
export async function addedExample(
  directory: string,
  sayings: readonly Pick<Declaration, "address" | "spec">[],
  cwd: string,
): Promise<string | undefined> {
  const absolute = join(directory, environmentFile);
  const existing = (await fileContent(absolute, displayPath(absolute, cwd)))?.toString("utf8");
  const text = environmentExample(sayings, existing);
  return text === existing ? undefined : text;
}

async function mustBeSound(
  given: readonly string[],
  overlay: ReadonlyMap<string, string | Uint8Array>,
  { cwd, env, now, vars, projectPlace }: RunContext,
): Promise<void> {
  const isGiven = (file: string): boolean => given.some((path) => isInside(file, resolve(cwd, path)));
  const paths = [...given, ...[...overlay.keys()].filter((file) => /\.ya?ml$/.test(file) && !isGiven(file))];
  const { diagnostics } = await loadDesired(paths, { kinds, cwd, env, now, vars, overlay, projectPlace });
  const wrong = diagnostics.find((diagnostic) => diagnostic.severity === "error");
  if (!wrong) return;
  throw new TrueupError({
    code: "export.unsound",
    message: `what would be written is not sound, so nothing was written: ${wrong.message}`,
    where: formatOrigin(wrong.origin),
    hint: wrong.rule.startsWith("scope")
      ? "Give the file an entry in scopes of the project file, or export into another directory."
      : "Please report this, with the file if you can; until then, export into an empty directory.",
  });
}

/** What is to be written of files whose content is not that already. */
async function changesOf(files: ReadonlyMap<string, string | Uint8Array>, cwd: string): Promise<FileChange[]> {
  const changes: FileChange[] = [];
  for (const [absolute, after] of files) {
    const file = displayPath(absolute, cwd);
    const before = await fileContent(absolute, file);
    if (before?.equals(Buffer.from(after))) continue;
    if (before === undefined) changes.push({ file, absolute, after });
    else changes.push({ file, absolute, after, before: typeof after === "string" ? before.toString("utf8") : before });
  }
  return changes;
}

function summaryOf(edits: readonly Edit[]): FilesDraft["summary"] {
  const count = (action: Edit["action"]): number => edits.filter((edit) => edit.action === action).length;
  return { added: count("declare"), changed: count("set") + count("set-layer") + count("except"), removed: count("forget") };
}
