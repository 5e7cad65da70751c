import type { Kind } from "../core/kind.js";
import { kindNames, unknownKind } from "./kind-names.js";

/** Of each option that allows what a plan is refused for otherwise, the kinds that need it. */
const needs = {
  "--allow-delete": ({ holdsData, parents }: Kind) =>
    holdsData !== undefined || Object.values(parents).some(({ routes }) => routes.merge !== undefined),
  "--allow-restore": ({ tree }: Kind) => tree?.restore !== undefined,
};

type Allowance = keyof typeof needs;

/** Names of the kinds that an option is for. */
export async function kindsAllowedBy(option: Allowance): Promise<readonly string[]> {
  const { kinds } = await import("../program/kinds.js");
  const meant = [...kinds.values()].filter(needs[option]);
  return meant.map(({ name }) => name).sort();
}

/** Throws TrueupError `kind.unknown` for the first name of no kind, and suggests those that need the option. Others are taken, without effect. */
export async function checkAllowances(flags: {
  readonly allowDelete?: readonly string[];
  readonly allowRestore?: readonly string[];
}): Promise<void> {
  await checkAllowed("--allow-delete", flags.allowDelete ?? []);
  await checkAllowed("--allow-restore", flags.allowRestore ?? []);
}

async function checkAllowed(option: Allowance, names: readonly string[]): Promise<void> {
  const known = kindNames();
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw unknownKind(unknown, await kindsAllowedBy(option));
}
