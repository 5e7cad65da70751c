import { reasonOf } from "../../core/errors.js";
import type { Json } from "../../core/json.js";
import { escaped } from "../../report/text.js";
import { usage } from "../usage.js";

/** Gives the text of a value: what a jq program makes of it, each result on a line of its own. */
export type Filter = (value: Json) => string;

/**
 * Reads a jq program, as `--jq` of gh and glab takes it. Texts are printed as such, and all else as JSON. Throws TrueupError `usage` for what is no program, and the filter
 * throws it for a value that the program cannot be applied to.
 */
export async function filterOf(program: string): Promise<Filter> {
  const { default: jq } = await import("@michaelhomer/jqjs");
  const applied = attempt(program, () => jq.compile(program));
  return (value) =>
    attempt(program, () => [...applied(value)])
      .map((result) => `${escaped(typeof result === "string" ? result : JSON.stringify(result))}\n`)
      .join("");
}

function attempt<T>(program: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    const why = reasonOf(error);
    throw usage(
      `--jq ${JSON.stringify(program)}: ${why}`,
      "It takes most of the language of jq. For all of it, leave out --jq and pipe the reply into jq.",
    );
  }
}
