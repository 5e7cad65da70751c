import { ApiError, reasonOf } from "../../core/errors.js";
import { isObject, type Json } from "../../core/json.js";
import { tellsSecret, withoutSecretHeaders } from "../../core/secret-names.js";
import { secretNames } from "../../platform/endpoints.gen.js";
import type { CallMethod, Connection } from "../../platform/index.js";
import { escaped } from "../../report/text.js";
import type { Session } from "../session.js";
import { headerLines, type Target } from "../target.js";
import { usage } from "../usage.js";
import { changingFields, type RequestField } from "./fields.js";
import { endpointFor, unknownEndpoint } from "./known.js";
import { type ApiFormat, render } from "./render.js";
import { readPath, requestOf } from "./request.js";

/** What commander makes of the words after `trueup api`. */
export interface ApiWords {
  readonly method: CallMethod;
  readonly path: string;
  readonly fields: readonly RequestField[];
  readonly input?: string;
  readonly paginate?: true;
  readonly include?: true;
  readonly showSecrets?: true;
  readonly format: ApiFormat;
  /** A jq program that chooses what is printed of the reply. */
  readonly jq?: string;
}

/** Gives the text of a value: what a jq program makes of it, each result on a line of its own. */
type Filter = (value: Json) => string;

/** The same with the filter that its jq program is. */
type Words = ApiWords & { readonly filter?: Filter };

/** Sends the request and prints what came back. Throws ApiError for what is no success, its body printed. */
export async function send(asked: ApiWords, { server, around }: Target, session: Session): Promise<void> {
  const { connect } = await import("../../trueup.js");
  // A wrong program is told before anything is sent.
  const words: Words = asked.jq === undefined ? asked : { ...asked, filter: await filterOf(asked.jq) };
  const connection = await connect(server, around);
  try {
    await sendOn(connection, words, session);
  } catch (error) {
    if (error instanceof ApiError && error.reply !== undefined)
      await show({ status: error.status, ...error.reply }, words, session);
    throw error;
  } finally {
    await connection.close();
  }
}

async function sendOn(connection: Connection, words: Words, session: Session): Promise<void> {
  const { call, checkedPath, walk } = await import("../../platform/index.js");
  const { method } = words;
  const where = readPath(words.path, connection.url);
  checkedPath(connection, where.path);
  const route = where.path.split("?")[0] ?? "";
  const endpoint = endpointFor(method, route);
  const unknown = endpoint === undefined ? unknownEndpoint(method, route) : undefined;
  if (unknown !== undefined) session.output.note(`${unknown} trueup sends the request anyway.\n`);
  const changing = changingFields(words.fields);
  if (changing.length > 0)
    session.output.note(
      `From 0.3.0 on, -f sends text, as in gh and glab. Write ${changing.map((name) => `-F ${name}=…`).join(" ")} to send the same as now.\n`,
    );
  const request = await requestOf(method, where, endpoint, { ...words, cwd: session.cwd });
  if (!words.paginate) {
    const { status, headers, body, bytes } = await call(connection, request);
    await show({ status, headers, body: body === undefined && bytes.length > 0 ? bytes : body }, words, session);
    return;
  }
  if (method !== "GET" || where.outside || (endpoint !== undefined && !endpoint.list))
    throw usage(`${method} ${route} answers no list.`, "Leave out --paginate.");
  const items: Json[] = [];
  const query = request.query ?? {};
  // Only this list has both ways (document 1, Limits).
  for await (const item of walk(connection, where.path, query, { keysetBeyondCap: route === "/projects" })) items.push(item);
  await print(items, words, session);
}

/**
 * Reads a jq program, as `--jq` of gh and glab takes it. Texts are printed as such, and all else as JSON. Throws TrueupError `usage` for what is no program, and the filter
 * throws it for a value that the program cannot be applied to.
 */
async function filterOf(program: string): Promise<Filter> {
  const { default: jq } = await import("@michaelhomer/jqjs");
  const applied = attempt(program, () => jq.compile(program));
  return (value) =>
    attempt(program, () => [...applied(value)])
      .map((result) => `${escaped(typeof result === "string" ? result : JSON.stringify(result))}\n`)
      .join("");
}

function attempt<T>(program: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    const why = reasonOf(error);
    throw usage(
      `--jq ${JSON.stringify(program)}: ${why}`,
      "It takes most of the language of jq. For all of it, leave out --jq and pipe the reply into jq.",
    );
  }
}

interface Shown {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Json | Uint8Array | undefined;
}

async function show({ status, headers, body }: Shown, words: Words, session: Session): Promise<void> {
  const { statusText } = await import("../../platform/index.js");
  const { output } = session;
  const line = statusText(status);
  if (words.include) output.result(`${line}\n${headerLines(withoutSecretHeaders(headers))}\n`);
  if (body === undefined || body === "") {
    if (!words.include) output.note(`${line}\n`);
  } else if (body instanceof Uint8Array) {
    output.bytes(body);
  } else if (typeof body === "string" && !(headers["content-type"] ?? "").includes("json")) {
    output.result(body);
  } else {
    await print(body, words, session);
  }
}

async function print(value: Json, { format, showSecrets, filter }: Words, { output }: Session): Promise<void> {
  const shown = showSecrets ? value : maskedSecrets(value);
  if (filter) return output.result(filter(shown));
  const text = await render(shown, format, output.width);
  if (text === "") output.note("The list is empty.\n");
  output.result(text);
}

/** Names of parameters and attributes that the description of the API marks as secret. */
const secretOnes = new Set(secretNames);

/** The value with every secret in it overwritten, as far as its name tells. */
export function maskedSecrets(value: Json): Json {
  if (Array.isArray(value)) return value.map((item: Json) => maskedSecrets(item));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, isSecret(name, inner) ? "[secret]" : maskedSecrets(inner ?? null)]),
  );
}

/** The name counts also where the description does not mark it, and in replies that it does not know. */
function isSecret(name: string, value: Json | undefined): boolean {
  return typeof value === "string" && value !== "" && (secretOnes.has(name) || tellsSecret(name));
}
