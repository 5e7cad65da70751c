import { type Json, type JsonObject, isObject } from "./records.js";
import { badParameters } from "./replies.js";

/**
 * The checked parameters of a request, under their neutral names. An accessor returns undefined for a parameter that was not sent or is null;
 * `has` tells those two apart. Asking for another type than the API description declares is a mistake of the handler and throws.
 */
export class Parameters {
  readonly #values: Readonly<Record<string, Json>>;

  constructor(values: Readonly<Record<string, Json>>) {
    this.#values = values;
  }

  /** True when the parameter was sent, also as null. */
  has(name: string): boolean {
    return Object.hasOwn(this.#values, name);
  }

  /** The value as it was sent, undefined when it was not. */
  get(name: string): Json | undefined {
    return this.has(name) ? this.#values[name] : undefined;
  }

  text(name: string): string | undefined {
    return this.#checked(name, isText, "text");
  }

  number(name: string): number | undefined {
    return this.#checked(name, isNumber, "a number");
  }

  flag(name: string): boolean | undefined {
    return this.#checked(name, isFlag, "a boolean");
  }

  texts(name: string): readonly string[] | undefined {
    return this.#checked(name, listOf(isText), "a list of texts");
  }

  numbers(name: string): readonly number[] | undefined {
    return this.#checked(name, listOf(isNumber), "a list of numbers");
  }

  records(name: string): readonly JsonObject[] | undefined {
    return this.#checked(name, listOf(isRecord), "a list of hashes");
  }

  record(name: string): JsonObject | undefined {
    return this.#checked(name, isRecord, "a hash");
  }

  /** A text that the API description requires. */
  requiredText(name: string): string {
    return this.text(name) ?? this.#missing(name);
  }

  /** A number that the API description requires. */
  requiredNumber(name: string): number {
    return this.number(name) ?? this.#missing(name);
  }

  /** Tells of a time whether it lies between `after` and `before` of the name, where these were sent. Both lie within, and a blank one bounds nothing. */
  within(name: string): (time: string) => boolean {
    const [after = NaN, before = NaN] = ["after", "before"].map((end) => Date.parse(this.text(`${name}_${end}`) ?? ""));
    return (time) => !(Date.parse(time) < after) && !(Date.parse(time) > before);
  }

  /** The parameters that were sent, null ones included, without the named ones. */
  sent(except: readonly string[] = []): Record<string, Json> {
    return Object.fromEntries(Object.entries(this.#values).filter(([name]) => !except.includes(name)));
  }

  /** What real servers let through with nothing in it is refused where it is needed. */
  #missing(name: string): never {
    if (this.has(name)) throw badParameters(`${name} is empty`);
    throw new Error(`the API description does not require the parameter ${name}`);
  }

  #checked<T extends Json>(name: string, is: (value: Json) => value is T, type: string): T | undefined {
    const value = this.get(name) ?? null;
    if (value === null) return undefined;
    if (!is(value)) throw new Error(`the parameter ${name} is not ${type}`);
    return value;
  }
}

const isText = (value: Json): value is string => typeof value === "string";

const isNumber = (value: Json): value is number => typeof value === "number";

const isFlag = (value: Json): value is boolean => typeof value === "boolean";

const isRecord = (value: Json): value is JsonObject => isObject(value);

function listOf<T extends Json>(is: (item: Json) => item is T): (value: Json) => value is readonly T[] {
  return (value): value is readonly T[] => Array.isArray(value) && value.every((item: Json) => is(item));
}
