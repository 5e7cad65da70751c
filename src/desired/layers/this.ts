import { remembered } from "../../core/collections.js";
import { escapeDefaultWord } from "../../core/default-value.js";
import { fault, type FileDiagnostic, formatOrigin, type Origin } from "../../core/errors.js";
import { typeOf } from "../../core/fields.js";
import { isObject, type Json } from "../../core/json.js";
import { fieldsOf, type Kinds, takesTemplate, verbatimPlaces } from "../../core/kind.js";
import type { Statement, ThisThing, WrongForThis } from "../../core/layer.js";
import { pointerStep, withTexts } from "../../core/steps.js";
import {
  holdsThis,
  malformedThis,
  thisIn,
  thisReference,
  type ThisWord,
  thisWords,
  wordsFor,
} from "../../core/this-reference.js";
import { type Body, type Piece, pieceOrigin, shapeKey } from "../body.js";
import { knownAs } from "../canonical.js";
import { mayRefer, type SourceFile } from "../read-file.js";
import { unescapeLiteral } from "../secrets.js";
import { filledTemplate } from "../variables/substitute.js";
import { fieldNamed } from "./words.js";

const allWords = `${thisWords.map((word) => `\${this:${word}}`).join(", ")}, or $\${ for a literal \${`;
const admittedPlace = "a text under set or initial of a policy, or in a preset; $${ is a literal ${";

/** Tells of each `${this:…}` where it means nothing, and of each `template` in a body that speaks of itself alone. */
export function misplacedThis(
  sources: readonly SourceFile[],
  bodies: readonly Body[],
  kinds: Kinds,
  diagnostics: FileDiagnostic[],
): void {
  for (const { kind, address, attributes } of bodies) {
    const piece = takesTemplate(kind) ? attributes.get("template") : undefined;
    const details = { address, attribute: "template", allowed: "the content as it is, or template in a policy or a preset" };
    if (piece) diagnostics.push(fault("this.place", pieceOrigin(piece), "template cannot stand here", details));
  }
  const isVerbatim = verbatimPlaces(kinds);
  for (const source of sources) {
    const tell = (text: string, at: () => Origin, admitted: boolean, message: string, allowed: string): void => {
      if (!text.includes("${")) return;
      const wrong = malformedThis(text);
      if (wrong !== undefined) diagnostics.push(fault("this.unknown", at(), `there is no word ${wrong}`, { allowed: allWords }));
      else if (!admitted && thisIn(text).length > 0) diagnostics.push(fault("this.place", at(), message, { allowed }));
    };
    const visit = (value: Json, pointer: string): void => {
      if (typeof value === "string" && !isVerbatim(pointer)) {
        const [text = ""] = thisIn(value);
        const message = `\${this:${text}} cannot stand here`;
        tell(value, () => source.valueOrigin(pointer), isAdmitted(pointer), message, admittedPlace);
      } else if (Array.isArray(value)) value.forEach((item: Json, index) => visit(item, pointer + pointerStep(index)));
      else if (isObject(value))
        for (const [name, part = null] of Object.entries(value)) {
          const place = pointer + pointerStep(name);
          if (place === "/vars") continue;
          tell(name, () => source.keyOrigin(place), false, "a key cannot hold ${this:…}", "the name itself");
          visit(part, place);
        }
    };
    if (source.value !== undefined && mayRefer(source)) visit(source.value, "");
  }
}

function isAdmitted(pointer: string): boolean {
  return (
    /^\/policies\/[^/]*\/(?:set|initial)\//.test(pointer) ||
    /^\/presets\/[^/]*\/(?!(?:extends|ignore|inherit)(?:\/|$))/.test(pointer)
  );
}

/** Reads a body with one attribute; what is wrong is pushed to `diagnostics`. */
type Read = (body: Body, diagnostics: FileDiagnostic[]) => readonly Statement[];

/** The statements of a body, each that says `${this:…}` with what it is about a group or project. What is wrong with a template is pushed to `diagnostics`. */
export function withThis(
  body: Body,
  statements: readonly Statement[],
  read: Read,
  diagnostics: FileDiagnostic[],
): readonly Statement[] {
  const readings = readingsOf(body, read, diagnostics);
  if (readings.size === 0) return statements;
  return statements.map((statement) => {
    const reading = readings.get(statement.path[0] ?? "");
    if (!reading?.isOf(statement)) return statement;
    const open: Statement = { ...statement, about: (thing) => reading.about(open, thing) };
    return open;
  });
}

function readingsOf(body: Body, read: Read, diagnostics: FileDiagnostic[]): ReadonlyMap<string, Reading> {
  const fields = fieldsOf(body.kind, { key: shapeKey(body) });
  const template = takesTemplate(body.kind) ? body.attributes.get("template") : undefined;
  const readings = new Map<string, Reading>();
  for (const list of ["attributes", "unchecked"] as const)
    for (const [written, piece] of body[list]) {
      const { name, field } = knownAs(fields, written) ?? { name: written };
      const isTemplate = template?.value === true && typeOf(field)?.isVerbatim === true;
      const isText = !typeOf(fieldNamed(fields, written))?.isVerbatim;
      if (isTemplate || (isText && holdsThis(piece.value)))
        readings.set(name, new Reading({ body, list, written, piece, isTemplate, isText }, read));
    }
  if (template?.value === true && ![...readings.values()].some(({ of }) => of.isTemplate)) {
    const details = { address: body.address, attribute: "template", allowed: "content or from in the same body" };
    diagnostics.push(fault("this.template", pieceOrigin(template), "template needs a content beside it", details));
  }
  return readings;
}

/** An attribute whose texts say `${this:…}`. */
interface OpenAttribute {
  readonly body: Body;
  readonly list: "attributes" | "unchecked";
  readonly written: string;
  readonly piece: Piece;
  /** What stands in its content is filled in. */
  readonly isTemplate: boolean;
  /** What stands in its texts in the file is. */
  readonly isText: boolean;
}

/** What an attribute says of one group or project. */
interface ReadFor {
  readonly statements: ReadonlyMap<string, Statement>;
  readonly wrong: readonly WrongForThis[];
}

class Reading {
  private readonly known = remembered<ReadFor | undefined>();

  constructor(
    readonly of: OpenAttribute,
    private readonly read: Read,
  ) {}

  isOf({ value }: Statement): boolean {
    return this.of.isTemplate || holdsThis(value);
  }

  about(statement: Statement, thing: ThisThing): Statement {
    const reading = this.known(JSON.stringify([thing.address, thing.path, thing.name]), () => this.readFor(thing));
    if (!reading) return statement;
    const { about: _, ...plain } = statement;
    const filled = reading.statements.get(keyOf(statement));
    return filled && reading.wrong.length === 0 ? { ...filled, written: statement.value } : { ...plain, wrong: reading.wrong };
  }

  /** undefined where it says a name that is not known. */
  private readFor(thing: ThisThing): ReadFor | undefined {
    const { piece, body, list, written, isText, isTemplate } = this.of;
    const { source, pointer } = piece;
    const fill = new Fill(thing, source);
    const value = isText ? withTexts(piece.value, pointer, (text, at) => fill.text(text, at)) : piece.value;
    if (fill.isOpen) return undefined;
    const diagnostics: FileDiagnostic[] = [...fill.diagnostics];
    const filled = { ...piece, value, source: { ...source, escaped: fill.escaped, misleading: fill.misleading } };
    const none = new Map<string, Piece>();
    const alone = { ...body, attributes: none, unchecked: none, [list]: new Map([[written, filled]]) };
    const read = diagnostics.length > 0 ? [] : this.read(alone, diagnostics);
    const statements = read.map((statement) => {
      if (!isTemplate || typeof statement.value !== "string") return statement;
      return { ...statement, value: fill.content(statement.value, isText ? source.valueOrigin(pointer) : statement.origin) };
    });
    if (fill.isOpen) return undefined;
    const errors = new Set([...diagnostics, ...fill.diagnostics].filter(({ severity }) => severity === "error"));
    const details = { address: body.address, attribute: written };
    return {
      statements: new Map(statements.map((statement) => [keyOf(statement), statement])),
      wrong: [...errors].map((error) => ({ diagnostic: { ...details, ...error }, reading: fill.reading(error.origin) })),
    };
  }
}

/** Puts what is so of one group or project in the place of words. */
class Fill {
  readonly diagnostics: FileDiagnostic[] = [];
  readonly escaped = new Set<string>();
  readonly misleading = new Set<string>();
  /** A word stands for a name that is not known. */
  isOpen = false;
  private readonly readings = new Map<string, string>();

  constructor(
    private readonly thing: ThisThing,
    private readonly source: SourceFile,
  ) {}

  /** What is in a file: all but the words themselves stays as it is. */
  content(text: string, at: Origin): string {
    const wrong = malformedThis(text);
    if (wrong !== undefined) this.tell("this.unknown", at, `there is no word ${wrong}`, allWords);
    return text.replaceAll(/\$\$\{this:|\$\{this:(\w+)\}/g, (whole, written: string | undefined) => {
      const word = thisWords.find((known) => known === written);
      return written === undefined ? whole.slice(1) : word === undefined ? whole : this.word(word, at);
    });
  }

  /** What became of the text at a place, and for which group or project. */
  reading(at: Origin): string {
    const became = this.readings.get(formatOrigin(at));
    return `${became === undefined ? "" : `${became} `}for ${this.thing.address}`;
  }

  /** A text at a place of the file. */
  text(text: string, pointer: string): string {
    const words = thisIn(text);
    if (words.length === 0) return text;
    const at = this.source.valueOrigin(pointer);
    const template = filledTemplate(text, thisReference, (written) => {
      const word = thisWords.find((known) => known === written);
      return word && this.word(word, at);
    });
    if (template === undefined) {
      const message = "the name ends with $ here, which would hide the reference behind it";
      this.tell("this.text", at, message, "something between the two");
      return text;
    }
    this.escaped.add(pointer);
    if (words.includes("name") && /[/\\\0]|^\.\.?$/.test(this.thing.name ?? "")) this.misleading.add(pointer);
    if (this.diagnostics.length > 0) return text;
    const reading = `${text} is ${unescapeLiteral(template)}`;
    for (const place of [at, this.source.keyOrigin(pointer)]) this.readings.set(formatOrigin(place), reading);
    return escapeDefaultWord(template);
  }

  private word(word: ThisWord, at: Origin): string {
    const { path, name, address } = this.thing;
    const value = path === "" ? undefined : wordsFor(path, name)[word];
    if (path === "") {
      const allowed = `no preset with it on ${address}`;
      this.tell("this.none", at, `\${this:${word}} speaks of a group or project`, allowed);
    } else if (word === "name") this.isOpen ||= value === undefined;
    else if (value === undefined) {
      const message = `\${this:${word}} is the group that holds it, and none does`;
      this.tell("this.none", at, message, "globs of what lies in a group: acme/*");
    }
    return value ?? "";
  }

  private tell(rule: string, at: Origin, message: string, allowed: string): void {
    this.diagnostics.push(fault(rule, at, message, { allowed }));
  }
}

function keyOf({ path, word }: Statement): string {
  return JSON.stringify([path, word]);
}
