import type { Subject } from "../../core/declaration.js";
import { type Kinds, parentSaid, type PlacedKind } from "../../core/kind.js";
import { pointerSteps } from "../../core/pointer.js";
import { type Body, bodyIdentity } from "../body.js";
import type { Loaded } from "../index.js";
import type { SourceFile } from "../read-file.js";
import { mayHold } from "../scopes.js";
import { type MapEntry, MapContent, type EditedDocument, editedDocument, type DocumentValue, newEntry } from "./document.js";

/** A key on the way from the top of a file to a value. */
export interface Step {
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
  /** Bodies in short whose one attribute has its name while edits are made. */
  private readonly opened: { readonly spot: DocumentValue; readonly entry: MapEntry }[] = [];
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
      if (body.kind.short !== undefined && spot.content.form === "scalar" && spot.content.value !== null)
        this.openShort(body.kind.short, spot);
      return [{ edited, steps, spot }];
    });
  }

  private openShort(attribute: string, spot: DocumentValue): void {
    const entry = newEntry(attribute, null);
    entry.spot.content = spot.content;
    spot.content = new MapContent([entry]);
    this.opened.push({ spot, entry });
  }

  /** What said one attribute alone and still does says it in short again. Once all edits are made. */
  shutShort(): void {
    for (const { spot, entry } of this.opened) {
      const { content } = spot;
      const isAlone = content.form === "map" && content.entries.length === 1 && content.entries[0] === entry;
      if (isAlone && entry.spot.content.form === "scalar") spot.content = entry.spot.content;
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
