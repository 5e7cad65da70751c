import { Cron } from "croner";
import { colorDigits } from "./colors.js";
import { instantForms, isTimeZone, readInstant } from "./time.js";
import type { FieldOptions } from "./types/field.js";

/** What is wrong with a text that cannot be read, and what can. */
export interface Unreadable {
  readonly message: string;
  readonly allowed: string;
}

/** What a text can be read as, with what is wrong with one that cannot. */
const readings = {
  /** A colour, by its digits or its name in CSS. */
  color: (text) =>
    colorDigits(text) ? undefined : { message: "it is no colour", allowed: "#d9534f, #fff or a name such as red" },
  /** An instant, by a day or a time with its offset. */
  instant: (text) => (readInstant(text) ? undefined : { message: "it is no time", allowed: instantForms }),
  /** The name of a time zone. */
  "time-zone": (text) =>
    isTimeZone(text) || namedZones.has(text)
      ? undefined
      : { message: "there is no such time zone", allowed: "a name such as Europe/Berlin or Eastern Time (US & Canada)" },
  /** When something happens again and again, in five parts. */
  cron: (text) => {
    const message = whyNotCron(text);
    return message === undefined ? undefined : { message, allowed: "five parts such as 0 3 * * 1" };
  },
  /** A regular expression as RE2 reads it; one that it cannot read stops every push. */
  re2: (text) => {
    const message = whyNotRe2(text);
    return message === undefined ? undefined : { message, allowed: "a regular expression of RE2" };
  },
} as const satisfies Readonly<Partial<Record<NonNullable<FieldOptions["format"]>, (text: string) => Unreadable | undefined>>>;

/** A word for what a text is read as. */
export type TextReading = keyof typeof readings;

/** Why a text cannot be read; undefined if it can, or its format is none of these. An empty one says nothing. */
export function whyUnreadable(format: string | undefined, text: string): Unreadable | undefined {
  return text !== "" && isReading(format) ? readings[format](text) : undefined;
}

/** True for a format that a text must be read as. */
export function isReading(format: string | undefined): format is TextReading {
  return format !== undefined && Object.hasOwn(readings, format);
}

/** What is surely wrong with a cron expression. Real servers also count weeks in days of the week (`mon%2`, `mon%2+1`). */
function whyNotCron(text: string): string | undefined {
  const parts = text.trim().split(/\s+/);
  if (parts.length !== 5 && !text.startsWith("@")) return `a cron expression has five parts, and this has ${parts.length}`;
  try {
    void new Cron(text.replaceAll(/%\d+(?:\+\d+)?/g, ""), { mode: "5-part", paused: true });
    return undefined;
  } catch (error) {
    return `it is no cron expression: ${error instanceof Error ? error.message.replace(/^CronPattern: /, "") : String(error)}`;
  }
}

/** Names of time zones that real servers take beside those of the IANA database. */
const names = `International Date Line West|Midway Island|American Samoa|Hawaii|Alaska|Pacific Time (US & Canada)|Tijuana|Mountain Time (US & Canada)|Arizona
Chihuahua|Mazatlan|Central Time (US & Canada)|Saskatchewan|Guadalajara|Mexico City|Monterrey|Central America|Eastern Time (US & Canada)|Indiana (East)
Bogota|Lima|Quito|Atlantic Time (Canada)|Caracas|La Paz|Santiago|Asuncion|Newfoundland|Brasilia|Buenos Aires|Montevideo|Georgetown|Puerto Rico
Greenland|Mid-Atlantic|Azores|Cape Verde Is.|Dublin|Edinburgh|Lisbon|London|Casablanca|Monrovia|UTC|Belgrade|Bratislava|Budapest|Ljubljana|Prague
Sarajevo|Skopje|Warsaw|Zagreb|Brussels|Copenhagen|Madrid|Paris|Amsterdam|Berlin|Bern|Zurich|Rome|Stockholm|Vienna|West Central Africa|Bucharest|Cairo
Helsinki|Kyiv|Riga|Sofia|Tallinn|Vilnius|Athens|Istanbul|Minsk|Jerusalem|Harare|Pretoria|Kaliningrad|Moscow|St. Petersburg|Volgograd|Samara|Kuwait
Riyadh|Nairobi|Baghdad|Tehran|Abu Dhabi|Muscat|Baku|Tbilisi|Yerevan|Kabul|Ekaterinburg|Islamabad|Karachi|Tashkent|Chennai|Kolkata|Mumbai|New Delhi
Kathmandu|Dhaka|Sri Jayawardenepura|Almaty|Astana|Novosibirsk|Rangoon|Bangkok|Hanoi|Jakarta|Krasnoyarsk|Beijing|Chongqing|Hong Kong|Urumqi
Kuala Lumpur|Singapore|Taipei|Perth|Irkutsk|Ulaanbaatar|Seoul|Osaka|Sapporo|Tokyo|Yakutsk|Darwin|Adelaide|Canberra|Melbourne|Sydney|Brisbane|Hobart
Vladivostok|Guam|Port Moresby|Magadan|Srednekolymsk|Solomon Is.|New Caledonia|Fiji|Kamchatka|Marshall Is.|Auckland|Wellington|Nuku'alofa|Tokelau Is.
Chatham Is.|Samoa`;

const namedZones: ReadonlySet<string> = new Set(names.split(/[|\n]/));

/** Repetitions of which RE2 takes no more. */
const mostRepetitions = 1000;

/** What is surely wrong with a regular expression for RE2, which looks nowhere around, refers to nothing back and possesses nothing; undefined where nothing is known. */
function whyNotRe2(pattern: string): string | undefined {
  const open = withoutLiterals(pattern);
  const [around] = /\(\?(?:<?[=!]|>)/.exec(open) ?? [];
  if (around !== undefined) return `${around} is not known to RE2, which does not look around`;
  const [back] = /\\(?:[1-9]|[gk][<{'])/.exec(pattern.replaceAll("\\\\", "")) ?? [];
  if (back !== undefined) return `${back} is not known to RE2, which does not refer back`;
  const counts = [...open.matchAll(/\{(\d+)(?:,(\d*))?\}/g)];
  const many = counts.find((counted) => counted.slice(1).some((count) => Number(count ?? 0) > mostRepetitions));
  if (many !== undefined) return `${many[0]} repeats more often than RE2 does`;
  try {
    // Only whether it holds together is asked: flags, anchors and classes of RE2 stand for others alike.
    void new RegExp(inOurs(open));
    return undefined;
  } catch (error) {
    return `it is no regular expression: ${error instanceof Error ? (error.message.split(": ").at(-1) ?? "") : String(error)}`;
  }
}

/** The expression without what stands for itself: escaped characters become letters, and so does what a class holds. */
function withoutLiterals(pattern: string): string {
  return pattern
    .replaceAll(/\\Q[\s\S]*?(?:\\E|$)/g, "x")
    .replaceAll(/\\[pP]\{[^}]*\}|\\x\{[^}]*\}|\\[\s\S]/g, "x")
    .replaceAll(/\[\^?\]?(?:\[:\^?\w+:\]|[^\]])*\]/g, "x");
}

/** Names and flags as this language writes them. */
function inOurs(pattern: string): string {
  return pattern
    .replaceAll("(?P<", "(?<")
    .replaceAll(/\(\?[imsU]*(?:-[imsU]+)?:/g, "(?:")
    .replaceAll(/\(\?[imsU]*(?:-[imsU]+)?\)/g, "");
}
