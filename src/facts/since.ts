import type { Kinds } from "../core/kind.js";
import { compareVersions } from "../core/names.js";
import type { Dates } from "../core/release-words.js";
import { datesUnder, nameInShape, type KnownDates } from "./known-dates.js";
import { operationsOf, standings } from "./parameters.js";
import { placeless, type ReleaseFacts } from "./release.js";

/** By method and path with nameless places, and by name of a parameter or key of a reply: the first release that is known to have it. The empty name is the whole operation. */
export type SinceTable = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** What came between releases of which there are facts, by the dates that are told: for the emulator, which is of any release. `releases` go from the oldest to the newest. */
export function sinceTable(kinds: Kinds, releases: readonly ReleaseFacts[], dates: KnownDates): SinceTable {
  const oldest = releases[0]?.release ?? "0";
  const table: Record<string, Record<string, string>> = {};
  for (const [name, kind] of kinds) {
    for (const { operation, parent, key, facts, release } of releases.flatMap((entry) => operationsOf(kind, entry))) {
      const stand = standings(kind, key);
      const row: Record<string, string> = (table[placeless(operation)] ??= {});
      const note = (parameter: string, { since }: Dates): void => {
        const isBetween = since !== undefined && compareVersions(since, oldest) > 0 && compareVersions(since, release) <= 0;
        if (isBetween) row[parameter] = since;
      };
      if (key !== undefined) note("", dates(name, key));
      for (const parameter of Object.keys({ ...facts.params, ...facts.reply })) {
        const attribute = stand(parameter).attribute ?? parameter;
        note(parameter, datesUnder(dates, name, nameInShape(key, attribute), parent));
      }
    }
  }
  return Object.fromEntries(Object.entries(table).filter(([, dates]) => Object.keys(dates).length > 0));
}

/** The module that the emulator reads of it. */
export function sinceModule(table: SinceTable): string {
  return [
    "// Written by `npm run generate` from facts/dates.csv: what came between releases of which there are facts.",
    "/** By operation and name: the first release that is known to have it. */",
    `export const since: Readonly<Record<string, Readonly<Record<string, string>>>> = ${JSON.stringify(table, null, 2)};`,
    "",
  ].join("\n");
}
