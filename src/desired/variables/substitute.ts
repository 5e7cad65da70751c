import { append, remembered } from "../../core/collections.js";
import { fault, type FileDiagnostic, formatOrigin, type Origin } from "../../core/errors.js";
import { isObject, type Json } from "../../core/json.js";
import { didYouMean } from "../../core/names.js";
import type { VariableUse } from "../../core/plan.js";
import { pointerStep, withTexts } from "../../core/steps.js";
import { holdsVariable, malformedVariable, variableReference, variablesIn, wholeVariable } from "../../core/variables.js";
import { mayRefer, type SourceFile } from "../read-file.js";
import { type ResolvedVariable, waysToGive } from "./resolved.js";

const isWhole = new RegExp(wholeVariable);

/** So many characters may references bring into all files together. */
const mostBrought = 64 * 1024 * 1024;

/** Puts values of variables in the place of references, file by file, and keeps where that was done. */
export class Substitution {
  /** By `file:line:column` of a key: the variables that give what stands below it. */
  readonly usesAtKeys = new Map<string, VariableUse[]>();
  /** By `file:line:column` of a value or of its key: the variables in it. */
  readonly usesAtValues = new Map<string, VariableUse[]>();
  /** By `file:line:column`: values for which there is nothing to put in their place, which is told. */
  readonly unresolved = new Set<string>();
  readonly used = new Set<string>();
  private readonly missing = new Map<string, Origin[]>();
  private readonly sizes = remembered<number>();
  private brought = 0;

  constructor(
    private readonly variables: ReadonlyMap<string, ResolvedVariable>,
    private readonly diagnostics: FileDiagnostic[],
    /** False where some file could not be read, so that a variable may be declared there. */
    private readonly isComplete: boolean,
    /** True for the JSON pointer of what means itself, whatever looks like a reference in it. */
    readonly isVerbatim: (pointer: string) => boolean = () => false,
  ) {}

  /** The file with values in the place of references; what stands under `vars` stays. */
  file(source: SourceFile): SourceFile {
    const { value } = source;
    const escaped = new Set<string>();
    const walk = new Walk(this, source, escaped);
    const parts = isObject(value) && mayRefer(source) ? Object.entries(value) : undefined;
    const changed = parts?.map(([name, part = null]) => [name, name === "vars" ? part : walk.part(name, part, "")] as const);
    return {
      ...source,
      value: changed ? Object.fromEntries(changed) : value,
      escaped,
      effective: (text) => this.value(text)?.value,
    };
  }

  /** What a text stands for, in file form; undefined where it refers to no variable, or to one that has no value. */
  value(text: string): { readonly value: Json; readonly uses: readonly VariableUse[] } | undefined {
    const names = [...new Set(variablesIn(text))];
    if (names.length === 0) return undefined;
    const uses = names.map((name) => ({ name, from: this.variables.get(name)?.from ?? "" }));
    const values = new Map(names.map((name) => [name, this.variables.get(name)?.value]));
    if (isWhole.test(text)) {
      const whole = values.get(names[0] ?? "");
      return whole === undefined ? undefined : { value: withTexts(whole, "", escaped), uses };
    }
    const texts = new Map<string, string>();
    for (const [name, value] of values) if (value !== undefined && typeof value !== "object") texts.set(name, String(value));
    if (texts.size < names.length) return undefined;
    const value = filledTemplate(text, variableReference, (name) => texts.get(name));
    return value === undefined ? undefined : { value, uses };
  }

  /** False for a text with which references would bring more into the files than they may, before any of it is made; the first is told. */
  hasRoomFor(text: string, at: Origin): boolean {
    const had = this.brought;
    for (const name of variablesIn(text)) this.brought += this.sizeOf(name);
    if (this.brought <= mostBrought) return true;
    this.unresolved.add(formatOrigin(at));
    if (had > mostBrought) return false;
    const [largest = ""] = variablesIn(text).sort((a, b) => this.sizeOf(b) - this.sizeOf(a));
    const message = `what variables bring into the files exceeds ${mostBrought} characters here`;
    const allowed = `a shorter value of ${largest}, which has ${this.sizeOf(largest)}, or fewer places that refer to it`;
    this.tell("variable.size", at, message, allowed);
    return false;
  }

  private sizeOf(name: string): number {
    const value = this.variables.get(name)?.value;
    return value === undefined ? 0 : this.sizes(name, () => sizeOfValue(value));
  }

  /** Tells why a text that refers to variables stands for nothing. */
  refuse(text: string, at: Origin): void {
    this.unresolved.add(formatOrigin(at));
    const unknown = variablesIn(text).filter((name) => !this.variables.has(name));
    for (const name of new Set(this.isComplete ? unknown : [])) {
      const guess = didYouMean(name, [...this.variables.keys()]);
      const allowed = guess === undefined ? `declare it: vars: { ${name}: {} }` : `did you mean ${guess}?`;
      this.tell("variable.unknown", at, `no file declares the variable ${name}`, allowed);
    }
    if (unknown.length > 0) return;
    const variables = [...new Set(variablesIn(text))].flatMap((name) => this.variables.get(name) ?? []);
    for (const { value, isWrong, declaration } of variables) {
      if (value === undefined && !isWrong && declaration.type !== undefined) append(this.missing, declaration.name, at);
    }
    if (variables.some(({ value }) => value === undefined)) return;
    const list = variables.find(({ value }) => typeof value === "object");
    const message = list
      ? `the variable ${list.declaration.name} is a list, which cannot stand inside of a text`
      : "the value of a variable ends with $ here, which would hide the reference behind it";
    const allowed = list ? `\${var:${list.declaration.name}} as the whole value` : "something between the two";
    this.tell("variable.text", at, message, allowed);
  }

  /** What shows once all files are through: variables without a value, each once, and those that nothing uses. */
  finish(): void {
    for (const [name, [first, ...others]] of this.missing) {
      const declaration = this.variables.get(name)?.declaration;
      if (!first || !declaration) continue;
      const message = `the variable ${name} has no value${others.length > 0 ? ` (needed in ${others.length + 1} places)` : ""}`;
      const details = { allowed: waysToGive(declaration), related: [declaration.origin] };
      this.diagnostics.push(fault("variable.missing", first, message, details));
    }
    for (const { declaration } of this.isComplete ? this.variables.values() : []) {
      const { name, origin } = declaration;
      if (this.used.has(name)) continue;
      const allowed = `\${var:${name}} in a value, or take it out`;
      this.diagnostics.push(
        fault("variable.unused", origin, `nothing uses the variable ${name}`, { attribute: `vars.${name}`, allowed }),
      );
    }
  }

  tell(rule: string, at: Origin, message: string, allowed: string): void {
    this.diagnostics.push(fault(rule, at, message, { allowed }));
  }
}

/** One walk through a file. */
class Walk {
  constructor(
    private readonly to: Substitution,
    private readonly source: SourceFile,
    private readonly escaped: Set<string>,
  ) {}

  part(name: string, value: Json, pointer: string): Json {
    const place = pointer + pointerStep(name);
    if (holdsVariable(name) || wrongForm(name))
      this.refuse("variable.place", this.source.keyOrigin(place), "a key cannot hold ${var:…}", "the name itself");
    return this.value(value, place);
  }

  private value(value: Json, pointer: string): Json {
    if (typeof value === "string") return this.to.isVerbatim(pointer) ? value : this.text(value, pointer);
    if (Array.isArray(value)) return value.map((item: Json, index) => this.value(item, pointer + pointerStep(index)));
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, part = null]) => [name, this.part(name, part, pointer)]));
  }

  private text(text: string, pointer: string): Json {
    const at = this.source.valueOrigin(pointer);
    const wrong = wrongForm(text);
    for (const name of variablesIn(text)) this.to.used.add(name);
    if (wrong) {
      this.refuse("variable.syntax", at, wrong.message, wrong.allowed);
      return text;
    }
    if (!holdsVariable(text) || !this.to.hasRoomFor(text, at)) return text;
    const variable = this.to.value(text);
    if (!variable) {
      this.to.refuse(text, at);
      return text;
    }
    this.remember(variable.uses, pointer, variable.value);
    return variable.value;
  }

  private refuse(rule: string, at: Origin, message: string, allowed: string): void {
    this.to.unresolved.add(formatOrigin(at));
    this.to.tell(rule, at, message, allowed);
  }

  private remember(uses: readonly VariableUse[], pointer: string, value: Json): void {
    this.escaped.add(pointer);
    if (Array.isArray(value)) value.forEach((_, index) => this.escaped.add(pointer + pointerStep(index)));
    addUses(this.to.usesAtValues, formatOrigin(this.source.valueOrigin(pointer)), uses);
    for (let end = pointer.length; end > 0; end = pointer.lastIndexOf("/", end - 1)) {
      const key = formatOrigin(this.source.keyOrigin(pointer.slice(0, end)));
      addUses(this.to.usesAtKeys, key, uses);
      if (end === pointer.length) addUses(this.to.usesAtValues, key, uses);
    }
  }
}

/** The characters of a value; each item of a list counts one more. */
function sizeOfValue(value: Json): number {
  if (typeof value === "string") return value.length;
  if (!Array.isArray(value)) return JSON.stringify(value).length;
  return value.reduce((sum: number, item: Json) => sum + sizeOfValue(item) + 1, 0);
}

function addUses(into: Map<string, VariableUse[]>, place: string, uses: readonly VariableUse[]): void {
  const known = into.get(place) ?? [];
  for (const use of uses) if (!known.some(({ name }) => name === use.name)) known.push(use);
  into.set(place, known);
}

/** Why a text refers to no variable as it seems to; undefined where nothing is wrong. */
function wrongForm(text: string): { readonly message: string; readonly allowed: string } | undefined {
  if (malformedVariable(text) !== undefined)
    return { message: "this begins like a reference to a variable and is none", allowed: "${var:NAME}, or $${ for a literal ${" };
  // Of a text that is well formed so far, nothing but a variable has a brace inside of another reference.
  const marked = text.replaceAll(variableReference, (_, name: string | undefined) => (name === undefined ? "|" : "{"));
  if (!/\$\{\s*(?:env|file)\s*:[^{}]*\{/i.test(marked)) return undefined;
  return { message: "a reference cannot hold another one", allowed: "${env:NAME} or ${file:path} with the name itself" };
}

/** A text as it stands in a file, so that nothing in it is taken for a reference. */
function escaped(text: string): string {
  return text.replaceAll("${", () => "$${");
}

/**
 * A text of a file with values in the place of references, so that nothing that a value brings is taken for a reference or makes one of what stands beside it. What `valueOf`
 * does not know stays. undefined where a value ends with a `$` that would hide the reference that follows.
 */
export function filledTemplate(
  text: string,
  reference: RegExp,
  valueOf: (name: string) => string | undefined,
): string | undefined {
  const parts: ({ readonly text: string } | { readonly value: string })[] = [];
  let end = 0;
  for (const { 0: whole, 1: name, index } of text.matchAll(reference)) {
    const value = name === undefined ? undefined : valueOf(name);
    if (value === undefined) continue;
    parts.push({ text: text.slice(end, index) }, { value });
    end = index + whole.length;
  }
  parts.push({ text: text.slice(end) });
  let result = "";
  let isOpen = false;
  for (const part of parts) {
    const next = "text" in part ? part.text : escaped(part.value);
    if (next === "") continue;
    if (isOpen && "text" in part && /^\$\{(?:env|file|this):/.test(next)) return undefined;
    // Behind a $, a brace would make a reference, and ${ of a text would be read as its escape.
    if (isOpen && /^\$?\{/.test(next)) result += "$";
    result += next;
    isOpen = "value" in part && next.endsWith("$");
  }
  return result;
}
