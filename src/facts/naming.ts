const acronyms = [
  "AI",
  "API",
  "AWS",
  "CD",
  "CI",
  "CPU",
  "CSV",
  "DNS",
  "DSN",
  "GPG",
  "HTML",
  "HTTP",
  "HTTPS",
  "ID",
  "IDs",
  "IP",
  "IPs",
  "JSON",
  "JWT",
  "LDAP",
  "LFS",
  "MB",
  "MCP",
  "MR",
  "OAuth",
  "OIDC",
  "OTP",
  "PWA",
  "SAML",
  "SBOM",
  "SCIM",
  "SHA",
  "SMTP",
  "SSH",
  "SSL",
  "SSO",
  "TLS",
  "TTL",
  "URI",
  "URL",
  "URLs",
  "UTC",
  "XML",
  "YAML",
];
const spelled = new Map(acronyms.map((one) => [one.toLowerCase(), one]));

/** What the end of a name says of the value. */
const endings: readonly (readonly [end: RegExp, says: string])[] = [
  [/(?<=.)_enabled$/, ": on or off"],
  [/(?<=.)_(?:in_)?seconds$/, ", in seconds"],
  [/(?<=.)_(?:in_)?minutes$/, ", in minutes"],
  [/(?<=.)_(?:in_)?hours$/, ", in hours"],
  [/(?<=.)_(?:in_)?days$/, ", in days"],
  [/(?<=.)_(?:in_)?months$/, ", in months"],
  [/(?<=.)_(?:in_)?bytes$/, ", in bytes"],
  [/(?<=.)_(?:in_)?kb$/, ", in kB"],
  [/(?<=.)_(?:in_)?mb$/, ", in MB"],
  [/(?<=.)_(?:in_)?gb$/, ", in GB"],
];

/**
 * A readable sentence of a name, for attributes that nobody has described yet: `throttle_api_enabled` becomes `Throttle API: on or off.`, and `max_size_mb` becomes
 * `Max size, in MB.`
 */
export function describedByName(name: string): string {
  const [end = "", says = ""] = endings.find(([one]) => one.test(name)) ?? [];
  const words = name
    .replace(end, "")
    .split(/[_-]+/)
    .filter((word) => word !== "")
    .map((word) => spelled.get(word) ?? word);
  const sentence = words.join(" ") + says;
  return `${sentence.slice(0, 1).toUpperCase()}${sentence.slice(1)}.`;
}
