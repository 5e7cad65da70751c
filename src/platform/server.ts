import { formatOrigin, type Origin, TrueupError } from "../core/errors.js";
import type { Redactor } from "../core/redact.js";
import { isLoopback, parsedUrl } from "../core/url.js";

/** Where the address of the server came from. */
export type ServerSource =
  | "--url"
  | "--instance"
  | "TRUEUP_URL"
  | "GITLAB_URL"
  | "the project file"
  | "CI_SERVER_URL"
  | "instance.url";

/** A server that was chosen. */
export interface Server {
  /** Base address: no trailing slash, no default port, no `/api/v4`. */
  readonly url: string;
  readonly source: ServerSource;
}

/** The environment, as `process.env` has it. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** An instance that the project file names. */
export interface NamedInstance {
  readonly url: string;
  /** Where its address stands. */
  readonly origin: Origin;
  /** True for the one that `--instance` asks for, false for the one that is meant where nobody says another. */
  readonly isAsked: boolean;
}

/** What may say which server is meant. */
export interface ServerQuestion {
  /** Value of `--url`. */
  readonly flagUrl?: string | undefined;
  readonly env: Environment;
  readonly instance?: NamedInstance | undefined;
  /** Names of the instances of the project file, for who chose none. */
  readonly instanceNames?: readonly string[] | undefined;
  /** `instance.url` of the files: any other server is refused. */
  readonly pin?: { readonly url: string; readonly origin: Origin } | undefined;
  /** Hosts to which plain http is allowed although they are not this computer. */
  readonly allowHttp?: readonly string[] | undefined;
  /** An address that may be chosen as the pin may, but that refuses no other: the server of a plan. */
  readonly suggested?: string | undefined;
  /** Whether the pin may choose the server, when nothing else does: a login for it is stored, or the user says yes. */
  readonly choosePin?: ((url: string) => Promise<boolean>) | undefined;
}

/**
 * Finds the server: `--url`, else `--instance`, else TRUEUP_URL, GITLAB_URL, the instance that the project file means, CI_SERVER_URL (which every job of a pipeline
 * has, whatever it is about), else the pin of the files if `choosePin` says so.
 * Throws TrueupError `instance.pinned` when the files pin another one, `server.none` when there is none, and what `normaliseUrl` throws.
 */
export async function resolveServer(question: ServerQuestion): Promise<Server> {
  const { pin, suggested, allowHttp } = question;
  const pinned = pin && normaliseUrl(pin.url, { allowHttp, source: "instance.url", where: formatOrigin(pin.origin) });
  const given = givenUrl(question);
  if (given) {
    const where = given.origin === undefined ? {} : { where: formatOrigin(given.origin) };
    const url = normaliseUrl(given.text, { allowHttp, source: given.source, ...where });
    if (pin && pinned !== url) throw pinMismatch(pin, pinned ?? pin.url, { url, source: given.source });
    return { url, source: given.source };
  }
  const named = pinned ?? (suggested && normaliseUrl(suggested, { allowHttp, source: "the plan" }));
  if (named && (await question.choosePin?.(named))) return { url: named, source: "instance.url" };
  throw new TrueupError({
    code: "server.none",
    message: "No server is chosen.",
    hint: named
      ? `Give --url ${named} (the ${pinned ? "files pin it" : "plan is for it"}), set TRUEUP_URL, or log in: trueup auth login --url ${named}`
      : `${instanceHint(question)}Give --url, or set TRUEUP_URL, GITLAB_URL or CI_SERVER_URL.`,
  });
}

function instanceHint({ instanceNames = [] }: ServerQuestion): string {
  return instanceNames.length === 0 ? "" : `Say which instance: --instance ${instanceNames.join(" or ")}. `;
}

interface GivenUrl {
  readonly text: string;
  readonly source: ServerSource;
  readonly origin?: Origin;
}

function givenUrl({ flagUrl, env, instance }: ServerQuestion): GivenUrl | undefined {
  const from = (source: "TRUEUP_URL" | "GITLAB_URL" | "CI_SERVER_URL"): GivenUrl | undefined => {
    const text = env[source];
    return text === undefined || text === "" ? undefined : { text, source };
  };
  const named = instance && { text: instance.url, origin: instance.origin };
  if (flagUrl !== undefined) return { text: flagUrl, source: "--url" };
  if (named && instance.isAsked) return { ...named, source: "--instance" };
  return from("TRUEUP_URL") ?? from("GITLAB_URL") ?? (named && { ...named, source: "the project file" }) ?? from("CI_SERVER_URL");
}

function pinMismatch(pin: { readonly url: string; readonly origin: Origin }, pinned: string, server: Server): TrueupError {
  const where = formatOrigin(pin.origin);
  return new TrueupError({
    code: "instance.pinned",
    message: `The files belong to ${pinned} (${where}), but ${server.source} is ${server.url}.`,
    hint: `Use ${pinned}, or change instance.url at ${where}. To rehearse on another server, such as a twin: --ignore-pin.`,
    where,
  });
}

/** What an address is checked against. */
interface UrlRules {
  readonly allowHttp?: readonly string[] | undefined;
  /** Who gave the address: named in errors. */
  readonly source: string;
  readonly where?: string;
}

/**
 * The base address in its one spelling: no trailing slash, no default port, no `/api/v4`; a path prefix stays.
 * Throws TrueupError `server.url`: not an http(s) address, with credentials, query or fragment, or plain http to another computer that is not allowed by name.
 */
export function normaliseUrl(text: string, { allowHttp = [], source, where }: UrlRules): string {
  const refuse = (message: string, hint: string): TrueupError =>
    new TrueupError({ code: "server.url", message: `${source}: ${message}`, hint, ...(where === undefined ? {} : { where }) });
  // The text may hold a password, so no message repeats it.
  const url = parsedUrl(text);
  if (hasControl(text) || !url || !/^https?:$/.test(url.protocol) || !/^https?:\/\//i.test(text.trim())) {
    throw refuse("this is not an address of a server.", "Write it like https://platform.example.com.");
  }
  if (url.username !== "" || url.password !== "") {
    throw refuse("the address holds a user name or password.", "Take it out and put a token into TRUEUP_TOKEN.");
  }
  if (url.search !== "" || url.hash !== "") {
    throw refuse("the address holds a query or a fragment.", "Give only the base address of the server.");
  }
  const isAllowed = allowHttp.some((host) => [url.hostname, url.host].includes(host.toLowerCase()));
  if (url.protocol === "http:" && !isLoopback(url.hostname) && !isAllowed) {
    throw refuse(
      `plain http to ${url.host} would show the token to the network.`,
      `Use https, or allow it by name: --allow-http ${url.host}.`,
    );
  }
  const path = url.pathname.replace(/\/+$/, "").replace(/\/api\/v4$/, "");
  return url.origin + path.replace(/\/+$/, "");
}

/** True for a text with control characters: such a text could forge headers or terminal output. */
export function hasControl(text: string): boolean {
  return /\p{Cc}/u.test(text);
}

/** What is known of a server beside its address. */
export interface KnownServer {
  /** The variable that holds the token for it. */
  readonly tokenVariable?: string | undefined;
  /** Certificates (PEM) of the authorities that sign for it, in place of those that this computer trusts. */
  readonly ca?: string | undefined;
}

/** Tells what is known of the server with this base address. Throws TrueupError where what is known of it cannot be read. */
export type FindKnownServer = (url: string) => KnownServer | undefined;

/** The user on whose behalf requests are sent, and to whom stored logins belong: nothing is taken from the process behind the caller's back. */
export interface User {
  readonly env: Environment;
  /** The variable that the token in TRUEUP_TOKEN comes from, where a program has put it there: errors name it. */
  readonly tokenName?: string | undefined;
  readonly redactor: Redactor;
  /** Keeps the process from ending in the middle of work. */
  readonly hold?: (<T>(work: Promise<T>) => Promise<T>) | undefined;
  readonly knownServer?: FindKnownServer | undefined;
  /** Told what was mended, for people. */
  readonly onNotice?: ((text: string) => void) | undefined;
}
