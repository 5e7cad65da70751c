import { createRequire } from "node:module";
import type { Cron } from "croner";
import type { Json } from "../../json.js";
import { ianaName } from "./timezones.js";

const load = createRequire(import.meta.url);

/** When a cron text next comes round in a timezone; undefined where one of the two is none, null for what never comes. */
export function nextRun(cron: string, timezone: string): Date | null | undefined {
  const zone = ianaName(timezone);
  if (zone === undefined) return undefined;
  try {
    // Late: few emulators are ever asked for a time.
    const { Cron: Parser } = load("croner") as { readonly Cron: typeof Cron };
    return new Parser(cron, { timezone: zone, mode: "5-part" }).nextRun();
  } catch {
    return undefined;
  }
}

/** What is wrong with columns that hold cron texts, and with the timezone that they are read in, in the words of real servers. */
export function cronProblems(
  columns: Readonly<Record<string, Json | undefined>>,
  names: readonly string[],
): Record<string, string[]> {
  const wrong: Record<string, string[]> = {};
  const zone = columns["cron_timezone"];
  if (typeof zone === "string" && ianaName(zone) === undefined) wrong["cron_timezone"] = ["syntax is invalid"];
  for (const name of names) {
    const text = columns[name];
    if (typeof text === "string" && nextRun(text, "UTC") === undefined) wrong[name] = ["syntax is invalid"];
  }
  return wrong;
}
