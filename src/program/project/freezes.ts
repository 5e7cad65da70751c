import { Cron } from "croner";
import { formatOrigin, type Origin, TrueupError } from "../../core/errors.js";
import { didYouMean } from "../../core/names.js";
import { instantIn, isTimeZone, nextDay, readInstant, readWallTime, wallText } from "../../core/time.js";

/** When nothing is applied, as a project file says it. */
export interface Freeze {
  readonly from: string;
  readonly until: string;
  readonly timezone: string;
  readonly reason?: string;
  readonly origin: Origin;
}

/** A freeze that holds. */
export interface Frozen {
  readonly freeze: Freeze;
  /** When the last of those ends that follow one another without a gap; undefined where none is in sight. */
  readonly until: Date | undefined;
}

/** When a freeze holds. */
interface Span {
  /** The last beginning at or before an instant. */
  beginning(instant: Date): Date | undefined;
  /** The end of what begins at an instant. */
  end(beginning: Date): Date | undefined;
}

/** What is wrong with a freeze. */
export interface FreezeMistake {
  readonly key: "from" | "until" | "timezone";
  readonly message: string;
  readonly allowed?: string;
}

/** Freezes that follow one another longer than this count as without an end. */
const mostInTurn = 250;
const forms = "a cron expression of 5 fields, or a date or time such as 2026-12-20 or 2026-12-20T08:00";

/** The freeze that holds at an instant, of several the one that ends last; undefined where none does. */
export function frozenAt(freezes: readonly Freeze[], now: Date): Frozen | undefined {
  const spans = freezes.map((freeze) => ({ freeze, span: spanOf(freeze) }));
  const latest = (instant: Date) =>
    spans
      .flatMap(({ freeze, span }) => {
        const end = endOf(span, instant);
        return end === undefined ? [] : [{ freeze, end }];
      })
      .toSorted((a, b) => b.end.getTime() - a.end.getTime())[0];
  const first = latest(now);
  if (first === undefined) return undefined;
  let last = first;
  for (let turn = 0; turn < mostInTurn; turn++) {
    const next = latest(last.end);
    if (next === undefined) return { freeze: last.freeze, until: last.end };
    last = next;
  }
  return { freeze: first.freeze, until: undefined };
}

/** When a freeze ends that holds at an instant; undefined where it does not hold. */
function endOf(span: Span, instant: Date): Date | undefined {
  const beginning = span.beginning(instant);
  const end = beginning && span.end(beginning);
  return end && end > instant ? end : undefined;
}

/** What is wrong with a freeze: what cannot be read, and what never begins or never ends. */
export function freezeMistakes(freeze: Omit<Freeze, "origin">): readonly FreezeMistake[] {
  const { from, until, timezone } = freeze;
  if (!isTimeZone(timezone)) {
    const guess = didYouMean(timezone, Intl.supportedValuesOf("timeZone"));
    const allowed = guess ? `did you mean ${guess}?` : "a name of the IANA database, such as Europe/Berlin or UTC";
    return [{ key: "timezone", message: `there is no time zone ${JSON.stringify(timezone)}`, allowed }];
  }
  const wrong = (["from", "until"] as const).flatMap((key) => {
    const message = timeMistake(freeze[key], timezone);
    return message === undefined ? [] : [{ key, message, allowed: forms }];
  });
  if (wrong.length > 0) return wrong;
  if (isMoment(from) !== isMoment(until)) {
    const message = "from and until must be of one sort: both cron expressions, or both dates";
    return [{ key: "until", message }];
  }
  if (isMoment(from)) {
    const isReversed = momentOf(until, timezone, true) <= momentOf(from, timezone, false);
    return isReversed ? [{ key: "until", message: "the freeze ends before it begins, so it never holds" }] : [];
  }
  return recurringMistakes(freeze);
}

function recurringMistakes({ from, until, timezone }: Omit<Freeze, "origin">): readonly FreezeMistake[] {
  // Any instant does: what recurs, recurs within the 8 years between two leap days.
  const first = cron(from, timezone).nextRun(new Date(0));
  if (first === null) return [{ key: "from", message: "the freeze never begins: no calendar has such a day" }];
  if (cron(until, timezone).nextRun(first) === null)
    return [{ key: "until", message: "the freeze never ends: no calendar has such a day" }];
  const alone = { from, until, timezone, origin: { file: "", line: 1, column: 1 } };
  const isEndless = frozenAt([alone], first)?.until === undefined;
  return isEndless ? [{ key: "until", message: "the freeze never ends: where it ends, it begins anew" }] : [];
}

function timeMistake(text: string, timezone: string): string | undefined {
  if (isMoment(text)) return undefined;
  if (/^\d{4}-\d/.test(text)) return "this is no date or time that a calendar and a clock have";
  if (text.trim().split(/\s+/).length !== 5) return "this is neither a cron expression of 5 fields nor a date";
  try {
    cron(text, timezone);
    return undefined;
  } catch (error) {
    return `this is no cron expression: ${error instanceof Error ? error.message.replace(/^CronPattern: /, "") : String(error)}`;
  }
}

function spanOf({ from, until, timezone }: Freeze): Span {
  if (isMoment(from)) {
    const [begin, end] = [momentOf(from, timezone, false), momentOf(until, timezone, true)];
    return { beginning: (instant) => (begin <= instant ? begin : undefined), end: () => end };
  }
  const [begins, ends] = [cron(from, timezone), cron(until, timezone)];
  return {
    // What begins at the instant itself has begun.
    beginning: (instant) => begins.previousRuns(1, new Date(instant.getTime() + 1))[0],
    end: (beginning) => ends.nextRun(beginning) ?? undefined,
  };
}

/** A date or a time, and no cron expression. */
function isMoment(text: string): boolean {
  return readWallTime(text) !== undefined || readInstant(text) !== undefined;
}

/** A date alone is the whole day: a freeze until then ends with it. */
function momentOf(text: string, timezone: string, isEnd: boolean): Date {
  const wall = readWallTime(text);
  if (wall === undefined) return readInstant(text) ?? new Date(Number.NaN);
  return instantIn(isEnd && !text.includes("T") ? nextDay(wall) : wall, timezone);
}

function cron(expression: string, timezone: string): Cron {
  return new Cron(expression, { timezone, mode: "5-part", paused: true });
}

/** Until when it holds, in the freeze's own time zone and in UTC, with its reason and its place. */
function frozenText({ freeze, until }: Frozen): string {
  const end =
    until === undefined
      ? "without an end in sight"
      : `until ${wallText(until, freeze.timezone)} ${freeze.timezone} (${until.toISOString().replace(/:00\.000Z$/, "Z")})`;
  return `${end}${freeze.reason === undefined ? "" : `: ${freeze.reason}`}`;
}

/** What to tell whoever plans in a freeze; undefined outside of one. */
export function freezeNote(freezes: readonly Freeze[], now: Date): string | undefined {
  const frozen = frozenAt(freezes, now);
  return frozen && `In a freeze, ${frozenText(frozen)} (${formatOrigin(frozen.freeze.origin)}): apply is refused.`;
}

/** Throws TrueupError `frozen` where a freeze holds. */
export function mustNotBeFrozen(freezes: readonly Freeze[], now: Date): void {
  const frozen = frozenAt(freezes, now);
  if (frozen === undefined) return;
  throw new TrueupError({
    code: "frozen",
    where: formatOrigin(frozen.freeze.origin),
    message: `nothing is applied in a freeze, ${frozenText(frozen)}`,
    hint: "Nothing was changed. Apply after that; what has to happen before needs a change of freeze in the project file.",
  });
}
