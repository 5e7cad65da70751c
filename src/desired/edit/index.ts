import path from "node:path";
import type { Declaration, Edit, Layout } from "../../core/declaration.js";
import { kindAt, type Kinds } from "../../core/kind.js";
import type { Loaded } from "../index.js";
import type { WrittenFile } from "../write/files.js";
import { Bodies, forget } from "./bodies.js";
import { declare } from "./declare.js";
import type { EditedDocument } from "./document.js";
import { rewrite } from "./rewrite.js";
import { addException, setAttributes, setInLayer } from "./set.js";
import type { Unmade } from "./unmade.js";
import { verify } from "./verify.js";

/** A file with its text as it is and as it is to be. */
export interface EditedFile {
  /** The path as people see it. */
  readonly file: string;
  readonly absolute: string;
  /** undefined for a new file. */
  readonly before: string | undefined;
  readonly after: string;
}

export interface Edited {
  /** Only files whose text changes. Nothing is written yet. */
  readonly files: readonly EditedFile[];
  /** What could not be done, and why. */
  readonly unmade: readonly Unmade[];
}

/**
 * Files that people wrote, changed so that they say what the edits ask for. All text but that of the values that move stays as it is, to the
 * character: comments, order, blank lines, quotes, flow style, anchors. The files must have been loaded without errors.
 * Throws TrueupError `edit.failed` if a file cannot be changed without saying something else too.
 * @param layout how new files are cut, where a thing has no neighbour in the files
 */
export function editFiles(
  loaded: Loaded,
  edits: readonly Edit[],
  { kinds, layout }: { readonly kinds: Kinds; readonly layout: Layout },
): Edited {
  const bodies = new Bodies(loaded, kinds);
  const unmade: Unmade[] = [];
  for (const edit of edits) {
    if (edit.action !== "set") continue;
    const body = bodies.at(edit);
    if (body) setAttributes(body, edit, bodies, unmade);
    else unmade.push({ address: edit.address, message: "no file declares it" });
  }
  for (const edit of edits) {
    const gone = edit.action === "forget" ? bodies.at(edit) : undefined;
    if (gone) forget(gone, bodies);
  }
  for (const edit of edits) {
    if (edit.action === "set-layer") setInLayer(edit, bodies, unmade);
    if (edit.action === "except") addException(edit, bodies, unmade);
  }
  const fresh: Declaration[] = [];
  for (const edit of edits) if (edit.action === "declare") applyDeclare(edit.declaration, bodies, unmade, fresh);
  const written = declare(fresh, bodies, layout, unmade);
  bodies.shutShort();
  return { files: [...bodies.touched.flatMap(editedFile), ...written.map((file) => newFile(file, loaded))], unmade };
}

/** What is declared by now is only given the attributes. */
function applyDeclare(declaration: Declaration, bodies: Bodies, unmade: Unmade[], fresh: Declaration[]): void {
  const { path: name, key, spec } = declaration;
  const body = bodies.find(kindAt(bodies.kinds, declaration), name, key);
  if (body && bodies.parts(body).length > 0) setAttributes(body, { attributes: spec, without: [] }, bodies, unmade);
  else fresh.push(declaration);
}

function newFile({ path: name, text }: WrittenFile, { state, directory }: Loaded): EditedFile {
  return { file: path.posix.join(state.root, name), absolute: path.join(directory, name), before: undefined, after: text };
}

function editedFile(edited: EditedDocument): EditedFile[] {
  const { file, absolute, text, byteOrderMark } = edited.source;
  const after = rewrite(edited);
  if (after === text) return [];
  verify(edited, after);
  const mark = byteOrderMark ? "\uFEFF" : "";
  return [{ file, absolute, before: mark + text, after: mark + after }];
}
