import { resolve } from "node:path";
import type { Declaration, Language } from "../core/declaration.js";
import { type Json, isObject } from "../core/json.js";
import { type Desired, type DesiredState, isFile } from "../core/plan.js";
import { formatOrigin } from "../core/errors.js";
import { configurationDraft } from "./configuration.js";
import type { FilesDraft } from "./files.js";
import { readInside } from "./outside.js";
import { loadSound } from "./sound.js";
import type { Surroundings } from "./surroundings.js";
import { mustTakeFiles } from "./write-files.js";

/** What to convert, and into what. */
export interface ConvertRequest {
  /** The trueup files. */
  readonly paths: readonly string[];
  readonly language: Language;
  /** Directory of the new files, relative to where the user stands. */
  readonly out: string;
  /** Release of trueup. */
  readonly version: string;
}

/** Turns trueup files into a configuration, without any network. Writes nothing. Throws ProblemsError for bad files. */
export async function draftConversion(request: ConvertRequest, around: Surroundings): Promise<FilesDraft> {
  const { paths, language, out, version } = request;
  const { state, directory, problems } = await loadSound(paths, around);
  await mustTakeFiles(resolve(around.cwd, out), out);
  const declarations = state.resources.filter(({ ensure }) => ensure === "present").map(declarationOf);
  const pictures = new Map<string, Uint8Array>();
  for (const path of declarations.flatMap(({ spec }) => picturesIn(spec))) {
    pictures.set(path, await readInside(directory, path, around.cwd));
  }
  const url = state.instance?.url;
  // No secret is needed to write down where it comes from.
  const told = problems.filter(({ rule }) => rule !== "secret.missing");
  const said = { declarations, pictures, gaps: unsaid(state), problems: told, requests: 0 };
  const root = resolve(around.cwd, out);
  return configurationDraft(said, { language, root, version, ...(url === undefined ? {} : { url }) }, around);
}

function declarationOf({ address, kind, path, key, spec, movedFrom }: Desired): Declaration {
  const remarks =
    movedFrom === undefined
      ? []
      : [`moved_from ${movedFrom} is not carried over: where the move is still to be made, make it with trueup apply before`];
  return {
    address,
    kind,
    ...(path === undefined ? {} : { path }),
    ...(key === undefined ? {} : { key }),
    spec,
    remarks,
  };
}

function picturesIn(value: Json): readonly string[] {
  if (isFile(value)) return [value.$file];
  if (Array.isArray(value)) return value.flatMap((one: Json) => picturesIn(one));
  return isObject(value) ? Object.values(value).flatMap((one) => (one === undefined ? [] : picturesIn(one))) : [];
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
