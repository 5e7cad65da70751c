// Compares what two emulators reply to the same requests.
import { opaqueStrings } from "./opaque.mjs";

/**
 * All differences between the replies of two sides, each with its operation, the request and the field. Made-up strings, such as tokens, may differ as
 * long as each string of one side has one counterpart on the other side, all through the recording.
 * @param recordings as `readRecordings` gives them
 * @param base replies by name of the recording
 * @param operationOf gives the operation of a method and a path
 */
export function replyDifferences(recordings, base, tree, operationOf) {
  return recordings.flatMap(({ name, events }) => {
    const requests = events.filter(({ work }) => work === undefined);
    const [before, after, pairs] = [base.get(name) ?? [], tree.get(name) ?? [], new Pairs()];
    return requests.flatMap(({ method, path }, index) =>
      fieldDifferences(before[index], after[index], pairs).map((difference) => ({
        operation: operationOf(method, path),
        request: `${method} ${path}`,
        recording: name,
        ...difference,
      })),
    );
  });
}

/** Which string of the base stands for which of the tree. */
class Pairs {
  #forth = new Map();
  #back = new Map();

  /** Notes strings that both sides have in the same places, where the replies are equal. */
  note(text) {
    this.#forth.set(text, text);
    this.#back.set(text, text);
  }

  /** True if two texts are equal but for strings that stand for each other. */
  areSame(before, after) {
    if (before === after) return true;
    const split = (text) => text.split(/(ssh-rsa [\w+/=]{100,}|[\w-]{20,})/);
    const [parts, others] = [split(before), split(after)];
    return (
      parts.length === others.length &&
      parts.every((part, at) => part === others[at] || (at % 2 === 1 && this.#stand(part, others[at])))
    );
  }

  #stand(before, after) {
    if (!isMadeUp(before) || !isMadeUp(after)) return false;
    if (!this.#forth.has(before) && !this.#back.has(after)) {
      this.#forth.set(before, after);
      this.#back.set(after, before);
    }
    return this.#forth.get(before) === after;
  }
}

// Key pairs are no random bytes, which the world of a replay could foretell: they are made-up strings of their own form.
/** Digits and letters in one: no name of an attribute, and no number. */
const isMadeUp = (text) => /\d/.test(text) && /[a-z]/i.test(text);

/** The fields in which two replies differ: `status`, `header link`, `body.name`. */
function fieldDifferences(before, after, pairs) {
  if (before === undefined && after === undefined) return [];
  if (before === undefined || after === undefined)
    return [{ field: "reply", before: before?.status ?? "none", after: after?.status ?? "none" }];
  if (isEqual(before, after)) {
    opaqueStrings(before).forEach((text) => pairs.note(text));
    return [];
  }
  if (before.status !== after.status) return [{ field: "status", before: before.status, after: after.status }];
  const names = [...new Set([...Object.keys(before.headers), ...Object.keys(after.headers)])];
  const headers = names
    .filter((name) => !pairs.areSame(before.headers[name] ?? "", after.headers[name] ?? ""))
    .map((name) => ({ field: `header ${name}`, before: before.headers[name] ?? "none", after: after.headers[name] ?? "none" }));
  const bodies = bodyDifferences(before.body, after.body, pairs);
  // A digest of a body that differs says nothing more.
  return [...headers.filter(({ field }) => field !== "header etag" || bodies.length === 0), ...bodies];
}

const isEqual = (before, after) =>
  before.status === after.status &&
  before.body === after.body &&
  JSON.stringify(before.headers) === JSON.stringify(after.headers);

function bodyDifferences(before, after, pairs) {
  const [json, other] = [parsed(before), parsed(after)];
  if (json !== undefined && other !== undefined) {
    const found = [...valueDifferences(json, other, "body", pairs)];
    if (found.length > 0 || pairs.areSame(before, after)) return found;
    return [{ field: "body (order of keys)", before, after }];
  }
  return pairs.areSame(before, after) ? [] : [{ field: "body", before, after }];
}

function parsed(text) {
  try {
    const value = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function* valueDifferences(before, after, field, pairs) {
  if (before === after) return;
  if (typeof before === "string" && typeof after === "string" && pairs.areSame(before, after)) return;
  const isBranch = (value) => typeof value === "object" && value !== null;
  if (!isBranch(before) || !isBranch(after) || Array.isArray(before) !== Array.isArray(after)) yield { field, before, after };
  else if (Array.isArray(before)) {
    if (before.length !== after.length) yield { field: `${field} (length)`, before: before.length, after: after.length };
    else for (const [at, value] of before.entries()) yield* valueDifferences(value, after[at], `${field}[]`, pairs);
  } else
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)]))
      yield* valueDifferences(before[key], after[key], `${field}.${key}`, pairs);
}

/** Differences as text, those of the same field of the same operation together. */
export function differencesText(differences, limit = 40) {
  const groups = new Map();
  for (const difference of differences) {
    const key = `${difference.operation}: ${difference.field}`;
    groups.set(key, [...(groups.get(key) ?? []), difference]);
  }
  const lines = [...groups].map(([key, all]) => {
    const [{ before, after, request, recording }] = all;
    return `${key}: ${shortened(before)} → ${shortened(after)} (${all.length} times; ${request}, recording ${recording})`;
  });
  const rest = lines.length > limit ? [`… and ${lines.length - limit} more fields`] : [];
  return [...lines.slice(0, limit), ...rest].join("\n");
}

function shortened(value) {
  const text = JSON.stringify(value) ?? "none";
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
