import { TrueupError } from "../core/errors.js";
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

/** Throws TrueupError for the first kind that its option does nothing for: `kind.unknown` if there is no such kind, else `usage`. */
export async function checkAllowances(flags: {
  readonly allowDelete?: readonly string[];
  readonly allowRestore?: readonly string[];
}): Promise<void> {
  await checkAllowed("--allow-delete", flags.allowDelete ?? []);
  await checkAllowed("--allow-restore", flags.allowRestore ?? []);
}

async function checkAllowed(option: Allowance, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  const meant = await kindsAllowedBy(option);
  const idle = names.find((name) => !meant.includes(name));
  if (idle === undefined) return;
  if (!kindNames().includes(idle)) throw unknownKind(idle, meant);
  throw new TrueupError({
    code: "usage",
    message: `${option} ${idle} has no effect`,
    hint: `Leave it out. Only these kinds need it: ${meant.join(", ")}.`,
  });
}
