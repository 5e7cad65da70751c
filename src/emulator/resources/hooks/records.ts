import { defineEntries } from "../../core/collection/spec.js";
import { type Json, objectsIn } from "../../core/records.js";
import { HttpError } from "../../core/replies.js";

/** 422 with its reason. */
export const unprocessable = (text: string): HttpError => new HttpError(422, { error: text });

/** A text; what is none is empty. */
export const textual = (value: Json | undefined): string => (typeof value === "string" ? value : "");

/** The address with its variables in their places. */
export function targetOf(hook: Readonly<Record<string, Json>>): string {
  const variables = objectsIn(hook["url_variables"]);
  return variables.reduce((text, { key, value }) => text.replaceAll(`{${textual(key)}}`, textual(value)), textual(hook["url"]));
}

export const hookTable = defineEntries("hooks");
