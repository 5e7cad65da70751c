import { createHash } from "node:crypto";
import { dirname, extname, join, resolve } from "node:path";
import { type GitlabformFile, gitlabformFile, type NameForNumber } from "../../convert/gitlabform/index.js";
import { defined } from "../../core/collections.js";
import { type FileDiagnostic, formatOrigin, InvalidFilesError, TrueupError } from "../../core/errors.js";
import { environmentReference } from "../../core/secret-variables.js";
import { pointerSteps } from "../../core/steps.js";
import {
  displayPath,
  environmentFile,
  type FileMapping,
  loadDesired,
  mappingText,
  readRegular,
  readSource,
  realPath,
  schemaFile,
} from "../../desired/index.js";
import { addedExample, type FilesDraft } from "../files/draft.js";
import { fileContent, type FileChange } from "../files/write.js";
import { kinds } from "../kinds.js";
import type { RunContext, ServerOptions } from "../server/run-context.js";
import { convertedLive, type GoneEntries, withGone } from "./gitlabform-live.js";

const largestText = 10 * 1024 * 1024;
const heading = {
  policies: "What gitlabform's configuration says for many groups and projects, as `trueup convert` found it.",
  company: "What gitlabform's configuration says of single groups and projects, as `trueup convert` found it.",
} as const;

/** Which configuration to read, and where the files go. */
export interface GitlabformRequest {
  readonly path: string;
  /** Directory of the files, absolute. */
  readonly root: string;
  /** Text of `trueup.schema.json`. */
  readonly schema: string;
  /** Where it may be looked at what is live. */
  readonly server?: ServerOptions;
}

/**
 * Drafts files of what a configuration of gitlabform says. Throws InvalidFilesError where it is no sound YAML, and TrueupError `convert.input` where gitlabform itself
 * would refuse it, each with file, line and column.
 */
export async function gitlabformDraft(
  { path, root, schema, server }: GitlabformRequest,
  context: RunContext,
): Promise<FilesDraft> {
  const { cwd } = context;
  const absolute = resolve(cwd, path);
  if (realPath(absolute) === undefined) {
    const hint = "Name its configuration, such as config.yml.";
    throw new TrueupError({ code: "file.missing", where: path, message: "there is no such file", hint });
  }
  const diagnostics: FileDiagnostic[] = [];
  const source = readSource({ absolute, file: path, directory: realPath(dirname(absolute)) ?? dirname(absolute) }, diagnostics);
  if (diagnostics.some(({ severity }) => severity === "error")) throw new InvalidFilesError(diagnostics, new Map());
  const pictures = new Map<string, Uint8Array>();
  const convert = (nameOf?: NameForNumber): GitlabformFile =>
    gitlabformFile(
      { value: source.value ?? null, keyOrigin: (pointer) => source.keyOrigin(pointer) },
      {
        kinds,
        today: context.now.toISOString().slice(0, 10),
        readText: (file) => bytesOf(resolve(dirname(absolute), file))?.toString("utf8"),
        pictureAt: (file) => copied(resolve(dirname(absolute), file), pictures),
        ...(nameOf ? { nameOf } : {}),
      },
    );
  const { converted, gone, requests } = server
    ? await convertedLive(convert, { server, root, context, urlAt: source.keyOrigin("/gitlab/url") })
    : { converted: convert(), gone: [], requests: 0 };
  const texts = textsOf(converted, gone);
  const unsound = await faultsOf(root, texts, pictures, context);
  const files = new Map<string, string | Uint8Array>([
    ...pictures,
    ...textsOf({ ...converted, remarks: [...converted.remarks, ...unsound] }, gone),
    [schemaFile, schema],
    ...(await exampleOf(converted, root, cwd)),
  ]);
  const things = ["policies", "groups", "projects"].map((name) => converted.file[name] as object | undefined);
  return {
    root,
    changes: await changesOf(root, files, cwd),
    gaps: [...converted.remarks, ...unsound],
    diagnostics,
    summary: { added: things.flatMap((section) => Object.keys(section ?? {})).length, changed: 0, removed: 0 },
    requests,
  };
}

/** The files by name: what is said for many apart from the rest. */
function textsOf({ file, remarks }: GitlabformFile, gone: readonly GoneEntries[]): Map<string, string> {
  const { policies, presets, ...rest } = file;
  const shared = defined({ policies, presets });
  const isApart = Object.keys(shared).length > 0 && Object.keys(rest).length > 1;
  // The version stands in the head already.
  const textOf = (mapping: FileMapping, about: string, lines: readonly string[]) => {
    const { version: _, ...sections } = mapping;
    return mappingText(sections, { kinds, heading: about, remarks: lines });
  };
  const texts = new Map(isApart ? [["policies.yaml", textOf(shared, heading.policies, [])]] : []);
  texts.set("company.yaml", textOf(isApart ? rest : file, heading.company, remarks));
  return withGone(texts, gone);
}

/** What loading the files would refuse, in place of a file that nobody can use: each with its line there. */
async function faultsOf(
  root: string,
  texts: ReadonlyMap<string, string>,
  pictures: ReadonlyMap<string, Uint8Array>,
  { cwd, env, now }: RunContext,
): Promise<readonly string[]> {
  const overlay = new Map([...texts, ...pictures].map(([name, text]) => [join(root, name), text] as const));
  const paths = [...texts.keys()].map((name) => join(root, name));
  const { diagnostics } = await loadDesired(paths, { kinds, cwd, env, now, overlay });
  return diagnostics
    .filter(({ severity }) => severity === "error")
    .map(({ origin, address, message, allowed }) => {
      const where = [formatOrigin(origin), address].filter((part) => part !== undefined).join("  ");
      return `to be mended: ${where}: ${message}${allowed === undefined ? "" : ` (${allowed})`}`;
    });
}

async function exampleOf({ variables }: GitlabformFile, root: string, cwd: string): Promise<(readonly [string, string])[]> {
  const sayings = [...variables].map(([name, [place = ""]]) => {
    const steps = pointerSteps(place);
    return { address: steps.slice(0, -1).join(" "), spec: { [steps.at(-1) ?? ""]: environmentReference(name) } };
  });
  const text = await addedExample(root, sayings, cwd);
  return text === undefined ? [] : [[environmentFile, text]];
}

function bytesOf(absolute: string): Buffer | undefined {
  try {
    return readRegular(absolute, largestText);
  } catch {
    return undefined;
  }
}

/** A picture beside the files, under a name of its own. */
function copied(absolute: string, pictures: Map<string, Uint8Array>): string | undefined {
  const bytes = bytesOf(absolute);
  if (bytes === undefined) return undefined;
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const path = `assets/${sha256.slice(0, 12)}${extname(absolute)}`;
  pictures.set(path, bytes);
  return path;
}

async function changesOf(root: string, files: ReadonlyMap<string, string | Uint8Array>, cwd: string): Promise<FileChange[]> {
  const changes: FileChange[] = [];
  for (const [name, after] of files) {
    const absolute = join(root, name);
    const file = displayPath(absolute, cwd);
    const before = (await fileContent(absolute, file))?.toString("utf8");
    changes.push({ file, absolute, after, ...defined({ before }) });
  }
  return changes;
}
