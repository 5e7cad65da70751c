import type { Context } from "../../context.js";
import { HttpError, notFound } from "../../errors.js";
import { isObject } from "../../json.js";
import type { Json, JsonObject } from "../../json.js";
import { noContent } from "../../replies.js";
import type { Reply } from "../../replies.js";
import type { Entry } from "../../row/spec.js";
import { hookTable } from "./table.js";

const LONGEST_VALUE = 2048;

/** Pairs of keys and values. */
export function pairsOf(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter((one: Json) => isObject(one)) : [];
}

/** Their keys alone. */
export const keysOf = (value: Json | undefined): Json => pairsOf(value).map(({ key = null }) => ({ key }));

/** Variables and headers after a change: what is sent is added to what is there. */
export function merged(before: Json | undefined, sent: Json | undefined): Json {
  const pairs = [...pairsOf(before), ...pairsOf(sent)].map(({ key = null, value = null }) => [key, { key, value }] as const);
  return [...new Map(pairs).values()];
}

/** What a variable may be called. */
export const KEY = /^[A-Za-z]+\d*(?:[._-][A-Za-z0-9]+)*$/;
/** What a header may be called. */
export const HEADER = /^[A-Za-z0-9]+(?:[._-][A-Za-z0-9]+)*$/;
/** 422 with its reason. */
export const unprocessable = (text: string): HttpError => new HttpError(422, { error: text });

/** A text; what is none is empty. */
export const textual = (value: Json | undefined): string => (typeof value === "string" ? value : "");

/** True for a value that is neither empty nor too long. */
export const isFilled = (value: Json | undefined): boolean =>
  typeof value === "string" && value !== "" && value.length <= LONGEST_VALUE;

type Part = "url_variables" | "custom_headers";

const CALLED: Readonly<Record<Part, string>> = { url_variables: "URL variable", custom_headers: "Custom header" };

/** PUT of one variable or header. */
export function setPart({ store, params }: Context, hook: Entry, part: Part): Reply {
  const [key, value] = [params.requiredText("key"), params.requiredText("value")];
  const isKey = part === "url_variables" ? KEY : HEADER;
  if (!isKey.test(key) || !isFilled(value)) throw unprocessable("Illegal key or value");
  store.of(hookTable).update(hook.id, { [part]: merged(hook[part], [{ key, value }]) });
  return noContent();
}

/** DELETE of one variable or header. */
export function dropPart({ store, params }: Context, hook: Entry, part: Part): Reply {
  const key = params.requiredText("key");
  const pairs = pairsOf(hook[part]);
  if (!pairs.some((pair) => pair["key"] === key)) throw notFound(CALLED[part]);
  store.of(hookTable).update(hook.id, { [part]: pairs.filter((pair) => pair["key"] !== key) });
  return noContent();
}

/** The address with its variables in their places. */
export function targetOf(hook: Readonly<Record<string, Json>>): string {
  const variables = pairsOf(hook["url_variables"]);
  return variables.reduce((text, { key, value }) => text.replaceAll(`{${textual(key)}}`, textual(value)), textual(hook["url"]));
}
