import type { ExaminedReply, Examination, KnownFactsOf, SchemaExamination } from "../core/examination.js";
import { columns } from "./columns.js";
import { reportJson } from "./json.js";
import { type Look, paintFor, usableWidth } from "./paint.js";
import { clean, count, wrap } from "./text.js";

/** So many keys of one reply are shown. */
const mostShown = 200;
/** So many keys that a reply leaves out are named. */
const mostNamed = 10;
/** So many seconds a clock may be wrong without harm. */
const tolerable = 60;

/** What a server is, and what its replies show that is not known, for a terminal. Ends with a line break. */
export function renderExamination(examination: Examination, look: Look): string {
  const { instance, facts, requests, schema } = examination;
  const { user, version } = instance;
  const edition =
    examination.isEnterprise === undefined ? "" : examination.isEnterprise ? ", Enterprise Edition" : ", Community Edition";
  const rows: (readonly [string, string])[] = [
    ["server", clean(instance.url)],
    ["release", `${version === "0" ? "not told" : clean(version)}${edition}`],
    ["tier", `${instance.tier}, as ${tierSources[instance.tierSource]}`],
    [
      "names",
      instance.dialect === "neutral" ? "those of the documents (neutral dialect)" : "those of real servers (vendor dialect)",
    ],
    [
      "user",
      `${clean(user.username)}, ${user.administrator ? "an administrator" : "no administrator: what only they see and change is out of reach"}`,
    ],
    ["facts", factsLine(facts)],
    ["clock", clockLine(examination.clockAhead)],
    ["rate limit", limitLine(examination.rateLimit)],
    ["requests", String(requests)],
  ];
  const lines = [...columns(rows, ""), ...(schema ? ["", ...schemaLines(schema, look)] : [])];
  return `${lines.join("\n")}\n`;
}

/** The document `trueup.doctor/1`. Ends with a line break. */
export function examinationJson(examination: Examination): string {
  return reportJson({ format: "trueup.doctor/1", ...examination });
}

const tierSources = {
  license: "its licence says",
  flag: "--tier says",
  probe: "replies show it: the licence cannot be read",
} as const;

function factsLine({ releases, counted, isBeyond }: KnownFactsOf): string {
  const newest = releases.at(-1);
  if (newest === undefined) return "none are known";
  if (counted === undefined) return `of ${releases.join(", ")}; none count here, since they are of real servers`;
  const known = `those of ${counted} count, the newest are of ${newest}`;
  if (isBeyond === "newer") return `${known}: this server is newer, and may have what trueup does not know (--schema looks)`;
  return isBeyond === "older" ? `${known}: this server is older` : known;
}

function clockLine(ahead: number | undefined): string {
  if (ahead === undefined) return "the server does not tell the time";
  if (ahead === 0) return "as this computer's";
  const side = ahead > 0 ? "ahead of" : "behind";
  const warning = Math.abs(ahead) > tolerable ? ": dates and the life of tokens may be off" : "";
  return `${count(Math.abs(ahead), "second")} ${side} this computer's${warning}`;
}

function limitLine(limit: Examination["rateLimit"]): string {
  if (limit === undefined) return "the server reports none";
  const { limit: most, remaining } = limit;
  const parts = [
    ...(remaining === undefined ? [] : [`${remaining} left`]),
    ...(most === undefined ? [] : [`of ${most} requests in a window`]),
  ];
  return parts.join(" ");
}

function schemaLines({ replies, unexamined }: SchemaExamination, look: Look): string[] {
  const paint = paintFor(look.color);
  const unknown = replies.reduce((sum, reply) => sum + reply.unknown.length, 0);
  const otherwise = replies.reduce((sum, reply) => sum + reply.otherwise.length, 0);
  const passedOver = unexamined.map(({ operation, reason }) => [clean(operation), clean(reason)]);
  const summary = `${count(replies.length, "reply", "replies")} compared with the facts: ${count(unknown, "key")} unknown, ${otherwise} of another type.`;
  return [
    unknown + otherwise > 0 ? paint.yellow(summary) : paint.green(summary),
    ...replies.flatMap((reply) => replyLines(reply, look)),
    ...(unexamined.length === 0 ? [] : ["", "Not looked at:"]),
    ...columns(passedOver, "  "),
  ];
}

function replyLines({ kind, key, operation, unknown, otherwise, notShown }: ExaminedReply, look: Look): string[] {
  if (unknown.length + otherwise.length + notShown.length === 0) return [];
  const width = usableWidth(look.width) - 4;
  const news = unknown.slice(0, mostShown).map(({ name, type }) => ["new", clean(name), type]);
  const others = otherwise.slice(0, mostShown);
  const changed = others.map(({ name, type, known }) => ["otherwise", clean(name), `${type}, known as ${known}`]);
  return [
    "",
    `${kind}${key === undefined ? "" : ` ${clean(key)}`}  ${clean(operation)}`,
    ...columns(news, "  "),
    ...more(unknown.length),
    ...columns(changed, "  "),
    ...more(otherwise.length),
    ...notShownLines(notShown, width),
  ];
}

/** Servers leave out much that is known, above all what nobody ever set: many of these are a number. */
function notShownLines(names: readonly string[], width: number): string[] {
  if (names.length === 0) return [];
  const why = "not shown (tier, role or state decides)";
  if (names.length > mostNamed) return [`  ${count(names.length, "key")} ${why}; --format json names them`];
  return [
    `  ${count(names.length, "key")} ${why}:`,
    ...wrap(names.map((name) => clean(name)).join(", "), width).map((line) => `    ${line}`),
  ];
}

function more(length: number): string[] {
  return length > mostShown ? [`  and ${length - mostShown} more (--format json)`] : [];
}
