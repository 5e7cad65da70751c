import path from "node:path";
import type { Subject } from "../../core/declaration.js";
import { canonicalJson, isObject } from "../../core/json.js";
import { type Kinds, parentSaid, type PlacedKind, expandedShort, shortened } from "../../core/kind.js";
import { pointerSteps } from "../../core/steps.js";
import { type Body, bodyIdentity } from "../body.js";
import type { Loaded } from "../index.js";
import type { SourceFile } from "../read-file.js";
import { mayHold } from "../scopes.js";
import {
  type DocumentValue,
  type EditedDocument,
  editedDocument,
  type MapContent,
  type MapEntry,
  type Content,
  editContent,
  plainOf,
} from "./document.js";

/** A key on the way from the top of a file to a value. */
interface Step {
  readonly holder: MapContent;
  readonly entry: MapEntry;
}

/** One place where a body stands. */
export interface BodyPart {
  readonly edited: EditedDocument;
  /** From the top of the file to the body itself; never empty. */
  readonly steps: readonly Step[];
  readonly spot: DocumentValue;
}

/** The files as they are to be, and what stands where in them. */
export class Bodies {
  /** Bodies in short, which are mappings while edits are made; with what stood there, as plain data, too. */
  private readonly opened: {
    readonly spot: DocumentValue;
    readonly kind: PlacedKind;
    readonly before: Content;
    readonly text: string;
  }[] = [];
  private readonly editedDocuments = new Map<SourceFile, EditedDocument>();
  private readonly byIdentity: ReadonlyMap<string, Body>;
  private readonly byAddress: ReadonlyMap<string, Body>;

  constructor(
    readonly loaded: Loaded,
    readonly kinds: Kinds,
  ) {
    this.byIdentity = new Map(loaded.bodies.map((body) => [bodyIdentity(body.kind, body.path, body.key), body]));
    this.byAddress = new Map(
      loaded.bodies.map((body) => [subjectKey({ address: body.address, ...parentSaid(body.kind) }), body]),
    );
  }

  /** True if scopes, where there are any, let a file say something of this kind and path at its top. */
  mayHold(absolute: string, kind: PlacedKind, full: string): boolean {
    const { scoped } = this.loaded;
    return scoped === undefined || mayHold(scoped, absolute, kind, full);
  }

  /** The file as it is to be. */
  edited(source: SourceFile): EditedDocument {
    const known = this.editedDocuments.get(source);
    if (known) return known;
    const made = editedDocument(source);
    this.editedDocuments.set(source, made);
    return made;
  }

  /** All files that something was asked of. */
  get touched(): readonly EditedDocument[] {
    return [...this.editedDocuments.values()];
  }

  at(subject: Subject): Body | undefined {
    return this.byAddress.get(subjectKey(subject));
  }

  find(kind: PlacedKind | undefined, path: string | undefined, key: string | undefined): Body | undefined {
    return kind && this.byIdentity.get(bodyIdentity(kind, path, key));
  }

  /** Where a body stands; only places that were not taken out. */
  parts(body: Body): BodyPart[] {
    return body.parts.flatMap(({ source, pointer }) => {
      const edited = this.edited(source);
      const steps = stepsTo(edited, pointer);
      const last = steps?.at(-1);
      if (!steps || !last) return [];
      const { spot } = last.entry;
      // What says one attribute alone must say it by its name, for others to stand beside it.
      this.openShort(body.kind, spot);
      return [{ edited, steps, spot }];
    });
  }

  private openShort(kind: PlacedKind, spot: DocumentValue): void {
    const spec = expandedShort(kind, plainOf(spot));
    if (!spec) return;
    this.opened.push({ spot, kind, before: spot.content, text: canonicalJson(spec) });
    spot.content = editContent(spec);
  }

  /** Bodies that were in short, and still can be, are so again. Once all edits are made. */
  shutShort(): void {
    for (const { spot, kind, before, text } of this.opened) {
      const spec = plainOf(spot);
      const short = isObject(spec) ? shortened(kind, spec) : undefined;
      if (canonicalJson(spec) === text) spot.content = before;
      else if (short !== undefined) spot.content = editContent(short);
    }
  }
}

function subjectKey({ address, parent = "" }: Subject): string {
  return `${parent} ${address}`;
}

function stepsTo({ root }: EditedDocument, pointer: string): Step[] | undefined {
  const steps: Step[] = [];
  let { content } = root;
  for (const key of pointerSteps(pointer)) {
    const entry = content.form === "map" ? content.find(key) : undefined;
    if (content.form !== "map" || !entry) return undefined;
    steps.push({ holder: content, entry });
    ({ content } = entry.spot);
  }
  return steps;
}

/** Path of a file, relative to the root of the files, with forward slashes. */
export function relativePath({ absolute }: SourceFile, { directory }: Loaded): string {
  return path.relative(directory, absolute).split(path.sep).join("/");
}

/** Directory of a file, likewise; "" for the root itself. */
export function directoryOf(source: SourceFile, loaded: Loaded): string {
  const directory = path.posix.dirname(relativePath(source, loaded));
  return directory === "." ? "" : directory;
}

/** Takes all that the files say of a thing out of the sketches; a section that becomes empty goes with it. */
export function forget(body: Body, bodies: Bodies): void {
  for (const { steps } of bodies.parts(body)) takeOut(body, steps, bodies);
}

function takeOut(body: Body, steps: readonly Step[], bodies: Bodies): void {
  const last = steps.at(-1);
  if (!last) return;
  last.holder.remove(last.entry);
  if (last.holder.entries.length > 0) return;
  const { parent, kind } = body;
  const section = kind.as === "one" ? undefined : steps.at(-2);
  section?.holder.remove(section.entry);
  const rest = steps.slice(0, kind.as === "one" ? -1 : -2);
  const above = rest.at(-1)?.entry.spot.content;
  // What is left of the parent in this file says nothing any more; where the parent stands elsewhere too, it need not stand here.
  if (parent && above?.form === "map" && above.entries.length === 0 && bodies.parts(parent).length > 1)
    takeOut(parent, rest, bodies);
}
