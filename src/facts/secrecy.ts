import { parse } from "yaml";
import { TrueupError } from "../core/errors.js";
import { isObject, type Json } from "../core/json.js";
import type { Kind } from "../core/kind.js";
import { shapeAttributes, standings } from "./parameters.js";

/** What was decided about texts, by the kind (with the key of its shape behind a dot) and the name of the parameter: true for a secret. */
export interface Secrecy {
  readonly of: (kind: string, key: string | undefined, name: string) => boolean | undefined;
  /** All that something was decided about: `integration.jira password`. */
  readonly decided: readonly string[];
}

/** Whether a parameter that a kind's file names is a secret there; undefined where it names none. The name of a thing is none. */
export function secrecyByHand(kind: Kind | undefined, key: string | undefined, name: string): boolean | undefined {
  if (kind === undefined) return undefined;
  const { standing, attribute } = standings(kind, key)(name);
  if (standing === "key" || standing === "ignored") return false;
  const field = attribute === undefined ? undefined : shapeAttributes(kind, key)[attribute];
  if (field === undefined || field.plain) return undefined;
  // An address with credentials is compared without them, and may hold them by reference alone.
  return field.secret !== undefined || field.normalise === "without-credentials";
}

/** Reads the text of facts/texts.yaml. Throws TrueupError `facts.texts` where it is none, or where a name is both. */
export function readSecrecy(text: string): Secrecy {
  const said = parse(text) as Json;
  if (!isObject(said)) throw wrongTexts("it is no mapping of kinds");
  const known = new Map<string, boolean>();
  for (const [kind, lists] of Object.entries(said)) {
    if (!isObject(lists)) throw wrongTexts(`${kind} has no lists secret and plain`);
    for (const [list, names] of Object.entries(lists)) {
      if ((list !== "secret" && list !== "plain") || !Array.isArray(names))
        throw wrongTexts(`${kind}.${list} is no list secret or plain`);
      for (const name of names as readonly Json[]) {
        const one = `${kind} ${typeof name === "string" ? name : JSON.stringify(name)}`;
        if (known.has(one)) throw wrongTexts(`${one} stands in it twice`);
        known.set(one, list === "secret");
      }
    }
  }
  return {
    of: (kind, key, name) => known.get(`${key === undefined ? kind : `${kind}.${key}`} ${name}`),
    decided: [...known.keys()],
  };
}

function wrongTexts(message: string): TrueupError {
  return new TrueupError({
    code: "facts.texts",
    message,
    hint: "The head of the file says what it holds.",
    where: "facts/texts.yaml",
  });
}
