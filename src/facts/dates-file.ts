import { TrueupError } from "../core/errors.js";
import { compareVersions } from "../core/names.js";
import type { Dates } from "../core/release-facts.js";
import type { SettlingFacts } from "./settle.js";

const heading = "kind,attribute,since,until,source";
const row = /^([a-z_]+),([\w.-]+),(\d+\.\d+)?,(\d+\.\d+)?,.+$/;

/**
 * Dates that no two facts of releases tell, by facts/dates.csv: kind, attribute (dotted, with the key of its shape in front), since, until, and who says so.
 * What is dated later than `newest` is announced: known by its name alone. Throws TrueupError `facts.dates` for a line that it cannot read.
 */
export function readDates(text: string, newest: string): Pick<SettlingFacts, "dates" | "announced"> {
  const [head, ...lines] = text.trimEnd().split("\n");
  if (head !== heading) throw wrongLine(1, `has to be ${heading}`);
  const dates = new Map<string, Dates>();
  const announced = new Map<string, string[]>();
  for (const [index, line] of lines.entries()) {
    const [, kind = "", attribute = "", since, until] = row.exec(line) ?? [];
    if (kind === "") throw wrongLine(index + 2, `has to have the columns ${heading}, with releases such as 19.1`);
    dates.set(`${kind} ${attribute}`, { ...(since ? { since } : {}), ...(until ? { until } : {}) });
    if (since !== undefined && compareVersions(since, newest) > 0)
      announced.set(kind, [...(announced.get(kind) ?? []), attribute]);
  }
  return {
    dates: (kind, attribute) => dates.get(`${kind} ${attribute}`) ?? {},
    announced: (kind) => announced.get(kind) ?? [],
  };
}

function wrongLine(line: number, what: string): TrueupError {
  return new TrueupError({
    code: "facts.dates",
    message: `line ${line} of facts/dates.csv ${what}`,
    hint: "Mend the line, or take it out.",
    where: `facts/dates.csv:${line}`,
  });
}
