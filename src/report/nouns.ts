import type { Acknowledgement } from "../core/acknowledgement.js";
import { type Kinds, impliedParent } from "../core/kind.js";

/** A whole number for people: 1,000. */
export function figure(number: number): string {
  return number.toLocaleString("en-US");
}

/** So many things of a kind, for people: `1 project`, `412 approval rules`. */
export function ofKind(kinds: Kinds, kind: string, number: number): string {
  const noun = kinds.get(kind)?.title.toLowerCase() ?? "thing";
  return `${figure(number)} ${number === 1 ? noun : plural(noun)}`;
}

/** The kind on which members of a kind hang where nothing says another; undefined where there are several and none is usual, or none that is known. */
export function parentUnsaid(kinds: Kinds, kind: string): string | undefined {
  const given = kinds.get(kind);
  return given && impliedParent(given);
}

/** What apply must be told to have been seen: `needs --ack many-updates:baseline: 412 of 1,000 projects`. */
export function acknowledgementText({ name, kind, changed, of }: Acknowledgement, kinds: Kinds): string {
  return `needs --ack many-updates:${name}: ${figure(changed)} of ${ofKind(kinds, kind, of)}`;
}

function plural(noun: string): string {
  if (noun.endsWith("s")) return noun;
  if (/(?:ch|sh|x)$/.test(noun)) return `${noun}es`;
  return /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}
