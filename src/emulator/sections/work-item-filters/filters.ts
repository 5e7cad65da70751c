import type { Context } from "../../context.js";
import { badParameters } from "../../errors.js";
import { Parameters } from "../../parameters.js";
import type { Issue, MergeRequest } from "../../records/work-items.js";

/** What issues and merge requests have in common. */
export type WorkItem = Issue | MergeRequest;

export type Filter<T> = (item: T) => boolean;

/** What filters are made from: the parameters of the request, or those of its hash `not`. */
export interface Question extends Pick<Context, "store" | "instance" | "user"> {
  readonly asked: Parameters;
  /** A parameter as the request names it, for messages: `author_id`, `not[author_id]`. */
  readonly named: (parameter: string) => string;
}

/** Filters by parameters that belong together; none for parameters that were not sent. Throws 400 for those that make no sense. */
export type FilterGroup<T> = (question: Question) => readonly Filter<T>[];

/**
 * All filters of a list as one: an item passes those of the parameters, and none of those of the hash `not`. So `labels=a,b` wants both labels, and
 * `not[labels]=a,b` neither (document 3; the latter from the reference of real servers).
 */
export function filterOf<T>(context: Context, groups: readonly FilterGroup<T>[]): Filter<T> {
  const { store, instance, user, params } = context;
  const common = { store, instance, user };
  const wanted = groups.flatMap((group) => group({ ...common, asked: params, named: (parameter) => parameter }));
  const not = new Parameters(params.record("not") ?? {});
  const unwanted = groups.flatMap((group) => group({ ...common, asked: not, named: (parameter) => `not[${parameter}]` }));
  return (item) => wanted.every((filter) => filter(item)) && !unwanted.some((filter) => filter(item));
}

/** Throws 400 when both parameters were sent (document 3: exclusive pairs; the words from the reference of real servers). */
export function refuseBoth({ asked, named }: Question, one: string, other: string): void {
  if (asked.has(one) && asked.has(other)) throw badParameters(`${named(one)}, ${named(other)} are mutually exclusive`);
}

/** What a parameter says that takes an id or one of two words, in any letter case. */
export type IdOrWord = number | "none" | "any";

/** Throws 400 for a text that is neither a number nor one of the words. */
export function idOrWord({ asked, named }: Question, parameter: string): IdOrWord | undefined {
  const text = asked.text(parameter) ?? "";
  return text === "" ? undefined : readIdOrWord(text, named(parameter));
}

/** Reads one value of `idOrWord`. */
export function readIdOrWord(text: string, name: string): IdOrWord {
  const word = wordOf(text);
  if (word !== undefined) return word;
  if (/^\d{1,15}$/.test(text.trim())) return Number(text);
  throw badParameters(`${name} should be an integer, 'None' or 'Any', however got ${text}`);
}

/** `None` or `Any`, in any letter case. */
export function wordOf(text: string): "none" | "any" | undefined {
  const word = text.trim().toLowerCase();
  return word === "none" || word === "any" ? word : undefined;
}

/** The names of a parameter that is a list, or one text with commas. Blank names do not count. */
export function namesOf({ asked }: Question, parameter: string): string[] {
  const value = asked.get(parameter) ?? null;
  const names = typeof value === "string" ? value.split(",") : Array.isArray(value) ? value.map(String) : [];
  return names.map((name) => name.trim()).filter((name) => name !== "");
}
