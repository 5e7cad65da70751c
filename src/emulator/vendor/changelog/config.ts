import { createRequire } from "node:module";
import type * as Yaml from "yaml";
import { HttpError, notServed } from "../../errors.js";
import { isObject } from "../../json.js";
import type { Json, JsonObject } from "../../json.js";
import { textOf } from "../../row/text.js";
import { patternGroups } from "../configuration/patterns.js";

const load = createRequire(import.meta.url);

/** What a project says of its changelog. */
export interface ChangelogConfig {
  /** Headings by the words of the trailers. */
  readonly categories: Readonly<Record<string, string>>;
  readonly date_format: string;
  /** The named groups of a tag that is a version. */
  readonly partsOf: ReturnType<typeof patternGroups>;
}

/** Versions as tags have them: `1.2.3`, `v1.2.3-rc1`. */
const SEMVER = String.raw`^v?(?<major>0|[1-9]\d*)\.(?<minor>0|[1-9]\d*)\.(?<patch>0|[1-9]\d*)(?:-(?<pre>(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\+(?<meta>[0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*))?$`;

/** 422 in the words of real servers. */
export function failed(reason: string): HttpError {
  return new HttpError(422, { message: `Failed to generate the changelog: ${reason}` });
}

/** Reads the file; without one everything is as usual. Throws 422 for what is no configuration, 501 for one with a template of its own. */
export function changelogConfig(text: string | undefined, operation: string): ChangelogConfig {
  const said = text === undefined ? {} : parsed(text);
  if (said["template"] !== undefined && said["template"] !== null)
    throw notServed(operation, "has no engine for templates of changelogs");
  const categories = said["categories"];
  return {
    categories: isObject(categories)
      ? Object.fromEntries(Object.entries(categories).map(([word, title]) => [word, textOf(title)]))
      : {},
    date_format: textOf(said["date_format"]) || "%Y-%m-%d",
    partsOf: pattern(said["tag_regex"]),
  };
}

function parsed(text: string): JsonObject {
  // Loaded when it is first needed: few emulators ever see such a file.
  const { parse } = load("yaml") as typeof Yaml;
  let said: Json;
  try {
    said = parse(text) as Json;
  } catch {
    throw failed("The config is not valid YAML");
  }
  if (!isObject(said)) throw failed("The config must be a Hash");
  return said;
}

function pattern(said: Json | undefined): ReturnType<typeof patternGroups> {
  const text = textOf(said);
  try {
    return patternGroups(text === "" ? SEMVER : text);
  } catch {
    throw failed(`The regular expression ${text} is not valid`);
  }
}

/** A date as `strftime` writes it, of days, months and years. */
export function formatted(date: string, format: string): string {
  const [year = "", month = "", day = ""] = date.slice(0, 10).split("-");
  const parts: Readonly<Record<string, string>> = { Y: year, m: month, d: day, y: year.slice(2), F: `${year}-${month}-${day}` };
  return format.replaceAll(/%([YmdyF])/g, (whole, letter: string) => parts[letter] ?? whole);
}
