import type { Context } from "../../context.js";
import { badRequest } from "../../errors.js";
import { patternTest } from "../configuration/patterns.js";

/**
 * True for names that `search` finds, in any letter case: `^` at its beginning and `$` at its end hold a name's ends, as on real servers. With `regex`
 * the name must fit that. Throws 400 for what is no pattern.
 */
export function nameFilter({ params, instance }: Context): (name: string) => boolean {
  const search = (params.text("search") ?? "").toLowerCase();
  const isVendor = instance.dialect === "vendor";
  const [fromStart, toEnd] = [isVendor && search.startsWith("^"), isVendor && search.endsWith("$")];
  const text = search.slice(fromStart ? 1 : 0, toEnd ? -1 : undefined);
  const fits = patternOf(params.text("regex"));
  return (name) => {
    const lower = name.toLowerCase();
    if (fromStart && !lower.startsWith(text)) return false;
    if (toEnd && !lower.endsWith(text)) return false;
    return lower.includes(text) && (fits === undefined || fits(name));
  };
}

function patternOf(text: string | undefined): ((name: string) => boolean) | undefined {
  if (text === undefined || text === "") return undefined;
  try {
    return patternTest(text);
  } catch {
    throw badRequest("Regex is invalid");
  }
}
