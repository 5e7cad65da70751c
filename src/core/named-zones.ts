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

const known: ReadonlySet<string> = new Set(names.split(/[|\n]/));

/** True for a name that real servers know beside those of the IANA database, such as `Eastern Time (US & Canada)`. */
export function isNamedZone(name: string): boolean {
  return known.has(name);
}
