import { defined } from "../../core/collections.js";
import { defaultValueOf, isDefaultWord } from "../../core/default-value.js";
import { type DiagnosticDetails, fault, type FileDiagnostic, type Origin } from "../../core/errors.js";
import { attributeNamed, type Field, fieldOf, type Fields, typeOf } from "../../core/fields.js";
import { isObject, type Json, type JsonObject } from "../../core/json.js";
import { fieldsOf } from "../../core/kind.js";
import { boundWords, editWords, type Word } from "../../core/layer.js";
import { didYouMean } from "../../core/names.js";
import { pointerStep } from "../../core/steps.js";
import { isOrdered } from "../../core/strictness.js";
import { type Body, type Piece, shapeKey } from "../body.js";
import type { SourceFile } from "../read-file.js";

/** A word that stands where a value stands. */
export type ValueWord = Exclude<Word, "is">;

/** What one word says of one attribute: its operand as a body that says nothing else, so that it is checked and read as a value is. */
export interface Facet {
  readonly word: ValueWord;
  readonly field: Field;
  /** Where the word stands. */
  readonly origin: Origin;
  /** One, and of what is a choice of several one for each. */
  readonly bodies: readonly Body[];
}

/** A body without its words (where it says `$default`, with what the documents say), and the words. */
export interface SplitBody {
  readonly plain: Body;
  readonly facets: readonly Facet[];
}

const allWords: readonly ValueWord[] = [...editWords, ...boundWords];

/** Takes the words out of a body (`{ at_least: 1 }`), and puts the value in the place of each `$default`. Words not in `admitted`, or without meaning for their attribute, are errors. */
export function splitBody(body: Body, diagnostics: FileDiagnostic[], admitted: readonly ValueWord[] = allWords): SplitBody {
  const fields = fieldsOf(body.kind, { key: shapeKey(body) });
  const facets: Facet[] = [];
  const attributes = new Map<string, Piece>();
  const defaults: (readonly string[])[] = [];
  for (const [name, piece] of body.attributes) {
    const field = fieldNamed(fields, name);
    const split = new Splitting(body, name, piece, admitted, diagnostics);
    const value = field ? split.rest(field, piece.value, []) : piece.value;
    facets.push(...split.facets);
    defaults.push(...split.defaults);
    if (value !== undefined) attributes.set(name, value === piece.value ? piece : { ...piece, value });
  }
  return { plain: { ...body, attributes, ...(defaults.length === 0 ? {} : { defaults }) }, facets };
}

/** The attribute that a file calls so: by its name in the documents, or the vendor's. */
export function fieldNamed(fields: Fields, written: string): Field | undefined {
  return fieldOf(fields, attributeNamed(fields, written) ?? written);
}

class Splitting {
  readonly facets: Facet[] = [];
  /** Where `$default` stands, by canonical names. */
  readonly defaults: (readonly string[])[] = [];

  constructor(
    private readonly body: Body,
    private readonly attribute: string,
    private readonly piece: Piece,
    private readonly admitted: readonly ValueWord[],
    private readonly diagnostics: FileDiagnostic[],
  ) {}

  /** A value without the words in it; undefined where nothing is left. */
  rest(field: Field, value: Json, steps: readonly string[]): Json | undefined {
    if (isDefaultWord(value)) return this.defaultOf(field, steps);
    const { isManagedInParts, hasFreeKeys, holdsAnyJson } = typeOf(field);
    if (!isObject(value) || holdsAnyJson) return value;
    if (hasFreeKeys) return this.restOfParts(value, () => field.item, steps);
    if (!isManagedInParts) return saysWords(value) ? this.words(field, value, steps) : value;
    const { fields = {} } = field;
    const isMisplaced = saysWords(value) && Object.keys(value).every((name) => isWord(name) && !fieldNamed(fields, name));
    if (!isMisplaced) return this.restOfParts(value, (name) => fieldNamed(fields, name), steps);
    this.report("word.place", steps, "a word stands for one attribute, and this is a mapping of several", {
      allowed: "say it of one of its parts",
    });
    return undefined;
  }

  private restOfParts(
    value: JsonObject,
    fieldOf: (name: string) => Field | undefined,
    steps: readonly string[],
  ): Json | undefined {
    let isChanged = false;
    const parts = Object.entries(value).flatMap(([name, part = null]) => {
      const field = fieldOf(name);
      const left = field ? this.rest(field, part, [...steps, name]) : part;
      isChanged ||= left !== part;
      return left === undefined ? [] : [[name, left] as const];
    });
    if (!isChanged) return value;
    return parts.length === 0 ? undefined : Object.fromEntries(parts);
  }

  private defaultOf(field: Field, steps: readonly string[]): Json | undefined {
    const usual = field.deprecated ? undefined : defaultValueOf(field);
    if (usual) {
      this.defaults.push(this.canonicalPath(steps));
      return usual.value;
    }
    const allowed = field.deprecated ? `use ${field.deprecated.replacement}` : "the value itself";
    this.report("default.unknown", steps, "what it is while nobody sets it is not documented", { allowed });
    return undefined;
  }

  /** The attribute and the steps into it by the names in the documents. */
  private canonicalPath(steps: readonly string[]): readonly string[] {
    let fields: Fields | undefined = fieldsOf(this.body.kind, { key: shapeKey(this.body) });
    return [this.attribute, ...steps].map((step) => {
      const name: string = fields ? (attributeNamed(fields, step) ?? step) : step;
      const field: Field | undefined = fieldOf(fields, name);
      // Keys of a map are the user's own; below them stands what each item has.
      fields = field?.fields ?? undefined;
      return name;
    });
  }

  private words(field: Field, value: JsonObject, steps: readonly string[]): undefined {
    const names = Object.keys(value);
    const unknown = names.find((name) => !isWord(name));
    if (unknown !== undefined) {
      const guess = didYouMean(unknown, allWords);
      const details = { allowed: guess ? `did you mean ${guess}?` : allWords.join(", ") };
      this.report("word.unknown", [...steps, unknown], `there is no word ${JSON.stringify(unknown)}`, details);
      return;
    }
    const words = names as ValueWord[];
    const edit = words.find((word) => isEdit(word));
    const bound = words.find((word) => !isEdit(word));
    if (edit !== undefined && bound !== undefined) {
      this.report("word.mixed", [...steps, bound], `${edit} and ${bound} cannot stand together`, { allowed: "one of the two" });
      return;
    }
    for (const word of words) this.word(field, word, value[word] ?? null, steps);
  }

  private word(field: Field, word: ValueWord, operand: Json, steps: readonly string[]): void {
    const place = [...steps, word];
    const wrong = this.admitted.includes(word) ? whyNot(field, word) : this.misplaced(word);
    if (wrong) {
      const { rule, message, allowed } = wrong;
      this.report(rule, place, message, defined({ allowed }));
      return;
    }
    const isListed = Array.isArray(operand);
    const items: readonly Json[] = isListed ? (operand as readonly Json[]) : [operand];
    if (items.length === 0 || (word === "one_of" && !isListed)) {
      const message = isListed ? `${word} says nothing without an item` : `${word} takes a list`;
      this.report("word.operand", place, message, {});
      return;
    }
    const bodyOf = (value: Json, to: (below: string) => string): Body => this.operandBody(value, steps, to);
    const at = pointerStep(word);
    // A lone item stands for a list of it.
    const isLone = !isListed && isForSets(word);
    const bodies =
      word === "one_of"
        ? items.map((item, index) => bodyOf(item, (below) => at + pointerStep(index) + below))
        : [bodyOf(isLone ? items : operand, (below) => at + (isLone ? below.replace(/^\/0/, "") : below))];
    this.facets.push({ word, field, origin: this.keyOrigin(place), bodies });
  }

  private misplaced(word: ValueWord): Wrong {
    const allowed = this.admitted.length === 0 ? "the value itself" : `the value itself, or ${this.admitted.join(", ")}`;
    return { rule: "word.place", message: `${word} cannot stand here`, allowed };
  }

  /** A body that says the operand in the place of the value; what is told of it points at the operand. */
  private operandBody(operand: Json, steps: readonly string[], to: (below: string) => string): Body {
    const value = steps.reduceRight<Json>((inner, step) => ({ [step]: inner }), operand);
    const prefix = this.piece.pointer + steps.map(pointerStep).join("");
    const source = movedSource(this.piece.source, prefix, (below) => prefix + to(below));
    const attributes = new Map([[this.attribute, { value, source, pointer: this.piece.pointer }]]);
    return { ...this.body, attributes, unchecked: new Map(), layering: new Map() };
  }

  private keyOrigin(steps: readonly string[]): Origin {
    return this.piece.source.keyOrigin(this.piece.pointer + steps.map(pointerStep).join(""));
  }

  private report(rule: string, steps: readonly string[], message: string, details: DiagnosticDetails): void {
    const attribute = [this.attribute, ...steps].join(".");
    this.diagnostics.push(fault(rule, this.keyOrigin(steps), message, { address: this.body.address, attribute, ...details }));
  }
}

/** True for a mapping that somebody meant as words. */
function saysWords(value: JsonObject): boolean {
  return Object.keys(value).some((name) => isWord(name) || didYouMean(name, allWords) !== undefined);
}

function isWord(name: string): name is ValueWord {
  return (allWords as readonly string[]).includes(name);
}

function isEdit(word: ValueWord): boolean {
  return (editWords as readonly string[]).includes(word);
}

function isForSets(word: ValueWord): boolean {
  return isEdit(word) || word === "includes" || word === "excludes";
}

interface Wrong {
  readonly rule: string;
  readonly message: string;
  readonly allowed: string | undefined;
}

/** Why a word means nothing for an attribute. */
function whyNot(field: Field, word: ValueWord): Wrong | undefined {
  const { unordered, isOrdered: isList, isUploaded } = typeOf(field);
  const forSets = unordered ? "includes, excludes" : undefined;
  if (field.secret || field.unreadable || isUploaded) {
    const message = `${word} compares with what is live, and this is never shown`;
    return { rule: "word.unreadable", message, allowed: "the value itself" };
  }
  if (word === "at_least" || word === "at_most") {
    if (isOrdered(field)) return undefined;
    const allowed = forSets ?? (isList ? undefined : "one_of");
    return { rule: "bound.order", message: "its values have no order of strictness", allowed };
  }
  if (isForSets(word)) {
    if (unordered) return undefined;
    const allowed = isList ? "the whole list" : "one_of, or the value itself";
    return { rule: "word.set", message: `${word} is for lists without order`, allowed };
  }
  if (!unordered && !isList) return undefined;
  return { rule: "word.single", message: `${word} is for single values`, allowed: forSets };
}

/** A file in which what is asked for at a pointer, or below it, stands elsewhere: `to` takes the rest of the pointer and gives the whole one. */
export function movedSource(source: SourceFile, prefix: string, to: (below: string) => string): SourceFile {
  const moved = (pointer: string): string => {
    const isInside = pointer === prefix || pointer.startsWith(`${prefix}/`);
    return isInside ? to(pointer.slice(prefix.length)) : pointer;
  };
  const within = (pointers: SourceFile["escaped"]) => ({ has: (pointer: string) => pointers?.has(moved(pointer)) === true });
  return {
    ...source,
    escaped: within(source.escaped),
    misleading: within(source.misleading),
    keyOrigin: (pointer) => source.keyOrigin(moved(pointer)),
    valueOrigin: (pointer) => source.valueOrigin(moved(pointer)),
  };
}
