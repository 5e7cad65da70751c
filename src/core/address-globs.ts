import { TrueupError } from "./errors.js";
import { addressGlob } from "./glob.js";
import { didYouMean } from "./names.js";

/** What address globs are held against. */
export interface Matchable {
  /** The option that gave them. */
  readonly option: string;
  /** What the addresses are of, such as `the files declare`. */
  readonly whose: string;
  readonly addresses: readonly string[];
}

/** Throws TrueupError `address.nothing` for the first glob that matches none of the addresses: a slip in it would look like a part that is all as it should be. */
export function mustMatch(patterns: readonly string[], { option, whose, addresses }: Matchable): void {
  const lost = patterns.find((pattern) => {
    const matches = addressGlob(pattern);
    return !addresses.some((address) => matches(address));
  });
  if (lost === undefined) return;
  throw new TrueupError({
    code: "address.nothing",
    message: `${option} ${lost} matches nothing that ${whose}`,
    hint: nearest(lost, addresses),
  });
}

function nearest(pattern: string, addresses: readonly string[]): string {
  // What stands around wildcards is as near as can be said.
  const plain = pattern.replaceAll(/\/?\*+/g, "");
  const near = didYouMean(plain === "" ? pattern : plain, addresses) ?? addresses.find((one) => one.startsWith(plain));
  if (near !== undefined) return `Did you mean ${near}?`;
  const [first] = addresses;
  return first === undefined
    ? "There is nothing that it could match."
    : `An address is kind:full/path[:key], such as project:acme/web. The first here is ${first}.`;
}
