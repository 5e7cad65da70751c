import { addressGlob } from "./glob.js";

/** The rules that hold a change back until somebody acknowledges it, as `--ack RULE` and `acknowledge` in files name them. */
export const acknowledgedRules = ["weakening", "window", "lockout", "delete", "restore", "many-deletes", "many-updates"] as const;

/** One of them. */
export type AcknowledgedRule = (typeof acknowledgedRules)[number];

/** What somebody acknowledged. */
export interface Acknowledged {
  readonly rule: AcknowledgedRule;
  /** Address glob; of `many-updates` the name of a policy or preset. Without it all that the rule holds back. */
  readonly match?: string;
  /** Where it is said: `--ack weakening:…`, or `file:line:column`. */
  readonly source: string;
}

/** True if an acknowledgement is about what a rule holds back: at an address, or by a name. */
export function acknowledges({ rule, match }: Acknowledged, held: AcknowledgedRule, what: string): boolean {
  if (rule !== held) return false;
  return match === undefined || (rule === "many-updates" ? match === what : addressGlob(match)(what));
}

/** True if one of several acknowledgements is about that. */
export function isAcknowledged(all: readonly Acknowledged[] | undefined, rule: AcknowledgedRule, what: string): boolean {
  return (all ?? []).some((acknowledgement) => acknowledges(acknowledgement, rule, what));
}

/** Acknowledgements as `--ack` takes them, `RULE` or `RULE:MATCH`; those of which there is no rule are left out. */
export function acknowledgedAll(texts: readonly string[] = []): Acknowledged[] {
  return texts.flatMap((text) => acknowledgedBy(text) ?? []);
}

/** One of them; undefined where there is no such rule. */
export function acknowledgedBy(text: string): Acknowledged | undefined {
  const [, name, match] = /^([a-z-]+)(?::([\s\S]+))?$/.exec(text) ?? [];
  const rule = acknowledgedRules.find((known) => known === name);
  return rule && { rule, ...(match === undefined ? {} : { match }), source: `--ack ${text}` };
}

/** A policy or preset that changes so many things of one kind that apply takes the plan only if its name is said (`--ack many-updates:NAME`). */
export interface Acknowledgement {
  readonly name: string;
  readonly kind: string;
  /** How many things of that kind it changes. */
  readonly changed: number;
  /** Of how many that the plan knows, changed or not. */
  readonly of: number;
}
