import type { Cron } from "croner";
import { defineEntries } from "../../core/collection/spec.js";
import type { Json } from "../../core/records.js";
import { late } from "../../core/remembered.js";
import type { Store } from "../../core/store.js";

/** Schedules of pipelines. */
export const scheduleTable = defineEntries("pipeline_schedules");

/** Who may not sign in any more has nothing run: the schedules of the user are switched off. */
export function switchOffSchedules(store: Store, userId: number): void {
  const schedules = store.of(scheduleTable);
  for (const { id, ...entry } of schedules.all())
    if (entry["owner_id"] === userId && entry["active"] === true) schedules.update(id, { active: false });
}

/** When a cron text next comes round in a timezone; undefined where one of the two is none, null for what never comes. */
export function nextRun(cron: string, timezone: string): Date | null | undefined {
  const zone = ianaName(timezone);
  if (zone === undefined) return undefined;
  try {
    const { Cron: Parser } = late("croner") as { readonly Cron: typeof Cron };
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

/** Names that real servers take beside those of the IANA database, and what they stand for there. */
const NAMES = `International Date Line West=Etc/GMT+12|Midway Island=Pacific/Midway|American Samoa=Pacific/Pago_Pago|Hawaii=Pacific/Honolulu|Alaska=America/Juneau
Pacific Time (US & Canada)=America/Los_Angeles|Tijuana=America/Tijuana|Mountain Time (US & Canada)=America/Denver|Arizona=America/Phoenix|Chihuahua=America/Chihuahua
Mazatlan=America/Mazatlan|Central Time (US & Canada)=America/Chicago|Saskatchewan=America/Regina|Guadalajara=America/Mexico_City|Mexico City=America/Mexico_City
Monterrey=America/Monterrey|Central America=America/Guatemala|Eastern Time (US & Canada)=America/New_York|Indiana (East)=America/Indiana/Indianapolis|Bogota=America/Bogota
Lima=America/Lima|Quito=America/Lima|Atlantic Time (Canada)=America/Halifax|Caracas=America/Caracas|La Paz=America/La_Paz|Santiago=America/Santiago
Asuncion=America/Asuncion|Newfoundland=America/St_Johns|Brasilia=America/Sao_Paulo|Buenos Aires=America/Argentina/Buenos_Aires|Montevideo=America/Montevideo
Georgetown=America/Guyana|Puerto Rico=America/Puerto_Rico|Greenland=America/Godthab|Mid-Atlantic=Atlantic/South_Georgia|Azores=Atlantic/Azores|Cape Verde Is.=Atlantic/Cape_Verde
Dublin=Europe/Dublin|Edinburgh=Europe/London|Lisbon=Europe/Lisbon|London=Europe/London|Casablanca=Africa/Casablanca|Monrovia=Africa/Monrovia|UTC=Etc/UTC
Belgrade=Europe/Belgrade|Bratislava=Europe/Bratislava|Budapest=Europe/Budapest|Ljubljana=Europe/Ljubljana|Prague=Europe/Prague|Sarajevo=Europe/Sarajevo|Skopje=Europe/Skopje
Warsaw=Europe/Warsaw|Zagreb=Europe/Zagreb|Brussels=Europe/Brussels|Copenhagen=Europe/Copenhagen|Madrid=Europe/Madrid|Paris=Europe/Paris|Amsterdam=Europe/Amsterdam
Berlin=Europe/Berlin|Bern=Europe/Zurich|Zurich=Europe/Zurich|Rome=Europe/Rome|Stockholm=Europe/Stockholm|Vienna=Europe/Vienna|West Central Africa=Africa/Algiers
Bucharest=Europe/Bucharest|Cairo=Africa/Cairo|Helsinki=Europe/Helsinki|Kyiv=Europe/Kiev|Riga=Europe/Riga|Sofia=Europe/Sofia|Tallinn=Europe/Tallinn|Vilnius=Europe/Vilnius
Athens=Europe/Athens|Istanbul=Europe/Istanbul|Minsk=Europe/Minsk|Jerusalem=Asia/Jerusalem|Harare=Africa/Harare|Pretoria=Africa/Johannesburg|Kaliningrad=Europe/Kaliningrad
Moscow=Europe/Moscow|St. Petersburg=Europe/Moscow|Volgograd=Europe/Volgograd|Samara=Europe/Samara|Kuwait=Asia/Kuwait|Riyadh=Asia/Riyadh|Nairobi=Africa/Nairobi
Baghdad=Asia/Baghdad|Tehran=Asia/Tehran|Abu Dhabi=Asia/Muscat|Muscat=Asia/Muscat|Baku=Asia/Baku|Tbilisi=Asia/Tbilisi|Yerevan=Asia/Yerevan|Kabul=Asia/Kabul
Ekaterinburg=Asia/Yekaterinburg|Islamabad=Asia/Karachi|Karachi=Asia/Karachi|Tashkent=Asia/Tashkent|Chennai=Asia/Kolkata|Kolkata=Asia/Kolkata|Mumbai=Asia/Kolkata
New Delhi=Asia/Kolkata|Kathmandu=Asia/Kathmandu|Dhaka=Asia/Dhaka|Sri Jayawardenepura=Asia/Colombo|Almaty=Asia/Almaty|Astana=Asia/Almaty|Novosibirsk=Asia/Novosibirsk
Rangoon=Asia/Rangoon|Bangkok=Asia/Bangkok|Hanoi=Asia/Bangkok|Jakarta=Asia/Jakarta|Krasnoyarsk=Asia/Krasnoyarsk|Beijing=Asia/Shanghai|Chongqing=Asia/Chongqing
Hong Kong=Asia/Hong_Kong|Urumqi=Asia/Urumqi|Kuala Lumpur=Asia/Kuala_Lumpur|Singapore=Asia/Singapore|Taipei=Asia/Taipei|Perth=Australia/Perth|Irkutsk=Asia/Irkutsk
Ulaanbaatar=Asia/Ulaanbaatar|Seoul=Asia/Seoul|Osaka=Asia/Tokyo|Sapporo=Asia/Tokyo|Tokyo=Asia/Tokyo|Yakutsk=Asia/Yakutsk|Darwin=Australia/Darwin|Adelaide=Australia/Adelaide
Canberra=Australia/Canberra|Melbourne=Australia/Melbourne|Sydney=Australia/Sydney|Brisbane=Australia/Brisbane|Hobart=Australia/Hobart|Vladivostok=Asia/Vladivostok
Guam=Pacific/Guam|Port Moresby=Pacific/Port_Moresby|Magadan=Asia/Magadan|Srednekolymsk=Asia/Srednekolymsk|Solomon Is.=Pacific/Guadalcanal|New Caledonia=Pacific/Noumea
Fiji=Pacific/Fiji|Kamchatka=Asia/Kamchatka|Marshall Is.=Pacific/Majuro|Auckland=Pacific/Auckland|Wellington=Pacific/Auckland|Nuku'alofa=Pacific/Tongatapu
Tokelau Is.=Pacific/Fakaofo|Chatham Is.=Pacific/Chatham|Samoa=Pacific/Apia`;

let named: ReadonlyMap<string, string> | undefined;

/** The IANA name of a timezone of either kind; undefined for what is none. */
function ianaName(name: string): string | undefined {
  named ??= new Map(NAMES.split(/[|\n]/).map((pair) => [pair.split("=")[0] ?? "", pair.split("=")[1] ?? ""]));
  const known = named.get(name) ?? name;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: known }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}
