import type { Context } from "../../core/context.js";
import { parseDuration, renderDuration } from "../../core/durations.js";
import type { Json } from "../../core/records.js";
import { hostOf, parsedUrl } from "../../core/url.js";
import { ALIASES, type Form, NEWER, SETTINGS, type Setting, storeFurther } from "./attributes.js";

const DAY = 86_400;

const PASSWORD_MASK = "*****";

/** Sign-in sources that this instance is set up with; others are dropped silently (the reference of real servers, settings). */
const SIGN_IN_SOURCES = ["google_oauth2", "github"];

/** What a request changes, as it is stored, and what is wrong with it, by attribute. */
interface Changes {
  readonly values: Readonly<Record<string, Json>>;
  readonly wrong: Record<string, string[]>;
}

/** Reads the sent settings: deprecated names, lists, blanks and durations become what is stored. */
export function readChanges(context: Context): Changes {
  const values: Record<string, Json> = {};
  const wrong: Record<string, string[]> = {};
  for (const [name, value] of Object.entries(renamed(context))) {
    const setting = SETTINGS[name] ?? NEWER[name];
    if (setting === undefined && vendorAlias(context, name) === undefined) storeFurther(context, name, value, values);
    if (setting === undefined || isMask(name, value)) continue;
    const stored = toStored(context, name, setting, value);
    const problem = stored === undefined ? refusal(setting) : checkForm(setting.form, stored);
    if (problem !== undefined) wrong[name] = [problem];
    else if (stored !== undefined) values[name] = stored;
  }
  return { values, wrong };
}

/** The sent settings under their lasting names; where both names are sent, the lasting one counts. */
function renamed(context: Context): Record<string, Json> {
  const sent = context.params.sent();
  const current = Object.entries(sent).filter(([name]) => !Object.hasOwn(ALIASES, name));
  const old = Object.entries(sent).flatMap(([name, value]) => {
    const lasting = ALIASES[name] ?? vendorAlias(context, name);
    return lasting === undefined ? [] : [[lasting, value] as const];
  });
  return { ...Object.fromEntries(old), ...Object.fromEntries(current) };
}

function vendorAlias({ instance }: Context, name: string): string | undefined {
  if (instance.dialect === "neutral") return undefined;
  if (name === "performance_bar_allowed_group_path") return "performance_bar_allowed_group_id";
  return ["signin_enabled", "password_authentication_enabled"].includes(name)
    ? "password_authentication_enabled_for_web"
    : undefined;
}

const isMask = (name: string, value: Json): boolean => name === "searchengine_password" && value === PASSWORD_MASK;

/** The stored form of a value; undefined when null or blank cannot unset the setting. */
function toStored(context: Context, name: string, setting: Setting, value: Json): Json | undefined {
  if (name === "commit_email_hostname" && isBlank(value)) return setting.preset;
  if (value === null) return unsetForm(context, name, setting);
  if (Array.isArray(value)) return name === "asset_proxy_allowlist" ? withOwnHost(context, value) : listed(name, value);
  if (typeof value !== "string") return value;
  switch (name) {
    case "enabled_git_access_protocol":
      return value === "nil" || value === "" ? null : value;
    case "default_branch_name":
      return value.trim() === "" ? null : value.trim();
    case "performance_bar_allowed_group_id":
      return context.store.groups.first("full_path", value.trim().toLowerCase())?.id ?? null;
    case "archive_builds_in_human_readable":
      return rendered(value);
    case "searchengine_url":
      return addresses(value);
    default:
      return value === "" && setting.preset !== null && setting.nullable !== true ? undefined : value;
  }
}

function unsetForm({ instance }: Context, name: string, setting: Setting): Json | undefined {
  // Document 2: no restriction of sign-up domains is null; real servers keep an empty list.
  if (name === "domain_allowlist") return instance.dialect === "neutral" ? null : [];
  if (setting.form === "list") return [];
  return setting.preset === null || setting.nullable === true ? null : undefined;
}

function listed(name: string, items: readonly Json[]): Json[] {
  const trimmed = items.map((item) => (typeof item === "string" ? item.trim() : item)).filter((item) => item !== "");
  const unique = [...new Set(trimmed)];
  if (name !== "disabled_oauth_sign_in_sources") return unique;
  return unique.filter((source) => typeof source === "string" && SIGN_IN_SOURCES.includes(source));
}

/** Real servers always let through what they serve themselves. */
function withOwnHost({ instance }: Context, items: readonly Json[]): Json[] {
  const hosts = listed("asset_proxy_allowlist", items);
  return instance.dialect === "neutral" ? hosts : [...new Set([...hosts, hostOf(instance.url)])];
}

/** A readable duration becomes the text that it is shown as later; others stay, to be refused. */
function rendered(text: string): Json {
  if (text.trim() === "") return null;
  const seconds = parseDuration(text);
  return seconds === undefined || seconds < DAY ? text : renderDuration(seconds);
}

function addresses(text: string): string {
  const all = text.split(",").map((part) => part.trim().replace(/\/+$/, ""));
  return all.filter((part) => part !== "").join(",");
}

/** Why a setting cannot be unset. */
function refusal({ preset }: Setting): string {
  if (typeof preset === "boolean") return "is not included in the list";
  return typeof preset === "number" ? "is not a number" : "can't be blank";
}

/** Which texts have a form, and what is wrong with others. */
const FORMS: Readonly<Partial<Record<Form, readonly [has: (text: string) => boolean, problem: string]>>> = {
  url: [isAddress, "is blocked: Only allowed schemes are http, https"],
  addresses: [(text) => text.split(",").every(isAddress), "only supports valid HTTP(S) URLs."],
  email: [(text) => /^[^\s@]+@[^\s@]+$/.test(text), "is invalid"],
  host: [(text) => /^([a-z0-9-]+\.)+[a-z]{2,}$/i.test(text), "is not a fully qualified domain name"],
  duration: [(text) => text.trim() === "0" || parseDuration(text) !== undefined, "is not a correct duration"],
};

function checkForm(form: Form | undefined, value: Json): string | undefined {
  const [has, problem] = (form && FORMS[form]) ?? [];
  return has === undefined || typeof value !== "string" || value === "" || has(value) ? undefined : problem;
}

/** True for an absolute address by http or https. */
export function isAddress(text: string): boolean {
  return ["http:", "https:"].includes(parsedUrl(text)?.protocol ?? "");
}

/** True when a value counts as not given. */
export function isBlank(value: Json | undefined): boolean {
  return (
    value === undefined ||
    value === null ||
    (typeof value === "string" && value.trim() === "") ||
    (Array.isArray(value) && !value.length)
  );
}
