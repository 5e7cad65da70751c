import * as fc from "fast-check";
import type { Value } from "../../src/core/json.js";
import { file, masked, secret } from "../../src/core/placeholders.js";
import type { Change, Plan, Result } from "../../src/core/plan.js";
import { samplePlan } from "./sample.js";

/** Texts that attack a terminal, a Markdown page or a layout, and ordinary ones. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.string({ maxLength: 200 }),
  fc
    .array(
      fc.constantFrom(
        "\u001b[31m",
        "\u001b]8;;http://x\u0007",
        "\r",
        "\n",
        "\t",
        "\u009b2J",
        "\u202e",
        "\u2028",
        "|",
        "`",
        "```",
        "<details>",
        "</code>",
        "-->",
        "@all",
        "日本",
        "👩‍💻",
        "x".repeat(300),
        " ",
        "\\|",
        "${env:TOKEN}",
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join("")),
);

const valueOf = (text: fc.Arbitrary<string>): fc.Arbitrary<Value> =>
  fc.letrec<{ json: Value }>((tie) => ({
    json: fc.oneof(
      { maxDepth: 3 },
      text,
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.boolean(),
      fc.constant(null),
      text.map(($secret) => secret($secret)),
      fc.constant(masked()),
      text.map(($file) => file($file, "ab".repeat(32))),
      fc.constant({ $unknown: true }),
      fc.array(tie("json"), { maxLength: 6 }),
      fc.dictionary(text, tie("json"), { maxKeys: 4 }),
    ),
  })).json;

const sourceOf = (text: fc.Arbitrary<string>) => fc.option(text, { nil: undefined });

/** The object without the keys whose value is undefined. */
function defined<T extends object>(object: { [K in keyof T]: T[K] | undefined }): T {
  return Object.fromEntries(Object.entries(object).filter(([, item]) => item !== undefined)) as T;
}

const changeOf = (text: fc.Arbitrary<string>): fc.Arbitrary<Change> =>
  fc
    .record({
      address: text,
      kind: text,
      action: fc.constantFrom("create", "update", "delete", "move", "restore"),
      source: sourceOf(text),
      from: sourceOf(text),
      attributes: fc.array(
        fc
          .record({
            path: text,
            before: fc.option(valueOf(text), { nil: undefined }),
            after: fc.option(valueOf(text), { nil: undefined }),
            source: sourceOf(text),
          })
          .map((attribute) => defined<Change["attributes"][number]>(attribute)),
        { maxLength: 5 },
      ),
      kept: fc.array(fc.record({ path: text, value: valueOf(text) }), { maxLength: 2 }),
      unverifiable: fc.array(fc.record({ path: text, reason: text }), { maxLength: 2 }),
      fingerprint: fc.constant(`sha256:${"0".repeat(64)}`),
      calls: fc.constantFrom(["c1"], ["c2", "c9"]),
    })
    .map((one) => defined<Change>(one));

const noticeOf = (text: fc.Arbitrary<string>) =>
  fc
    .record({ rule: text, message: text, addresses: fc.array(text, { maxLength: 14 }), source: sourceOf(text) })
    .map((one) => defined<Plan["warnings"][number]>(one));

const coverageOf = (text: fc.Arbitrary<string>) =>
  fc.record({
    kinds: fc.array(fc.record({ kind: text, live: fc.nat({ max: 5000 }), managed: fc.nat({ max: 5000 }) }), {
      maxLength: 9,
    }),
    unmanaged: fc.array(text, { maxLength: 60 }),
    gaps: fc.array(text, { maxLength: 12 }),
    notDeclared: fc.record({
      things: fc.array(text, { maxLength: 5 }),
      attributes: fc.array(
        fc.record(
          { address: text, path: text, live: valueOf(text), default: valueOf(text) },
          { requiredKeys: ["address", "path", "default"] },
        ),
        { maxLength: 60 },
      ),
      notJudged: fc.array(
        fc.record({ reason: fc.constantFrom("unlisted", "default-unknown", "bot", "by-itself"), count: fc.nat({ max: 5000 }) }),
        { maxLength: 4 },
      ),
    }),
  });

/** Any plan of such texts: the shape is right. */
export const anyPlanOf = (text: fc.Arbitrary<string>): fc.Arbitrary<Plan> =>
  fc
    .record({
      url: text,
      version: text,
      changes: fc.array(changeOf(text), { maxLength: 6 }),
      body: fc.dictionary(text, valueOf(text), { maxKeys: 3 }),
      warnings: fc.array(noticeOf(text), { maxLength: 2 }),
      refusals: fc.array(noticeOf(text), { maxLength: 2 }),
      unread: fc.array(fc.record({ kind: text, path: text, status: fc.constantFrom(403, 500) }), {
        minLength: 1,
        maxLength: 8,
      }),
      covered: fc.option(coverageOf(text), { nil: undefined }),
    })
    .map(({ url, version, body, covered, ...rest }) => ({
      ...samplePlan,
      ...rest,
      ...(covered === undefined ? {} : { coverage: covered }),
      instance: { ...samplePlan.instance, url, version },
      calls: samplePlan.calls.map((call) => ({ ...call, id: call.id, body })),
    }));

/** Any plan: the shape is right, the texts in it are not to be trusted. */
export const anyPlan = anyPlanOf(hostileText);

const value = valueOf(hostileText);
const source = sourceOf(hostileText);

/** Any result, likewise. */
export const anyResult: fc.Arbitrary<Result> = fc.record({
  format: fc.constant("trueup.result/1" as const),
  outcomes: fc.array(
    fc
      .record({
        address: hostileText,
        action: fc.constantFrom("create" as const, "update" as const, "delete" as const, "move" as const, "restore" as const),
        status: fc.constantFrom("done" as const, "failed" as const, "skipped" as const, "not_stuck" as const),
        error: fc.option(
          fc.record({ method: hostileText, path: hostileText, status: fc.integer({ min: 0, max: 599 }), message: hostileText }),
          { nil: undefined },
        ),
        code: fc.option(hostileText, { nil: undefined }),
        because: source,
        notStuck: fc.option(
          fc.array(fc.record({ path: hostileText, asked: value, live: value, cause: hostileText }), { maxLength: 2 }),
          {
            nil: undefined,
          },
        ),
        source,
      })
      .map((one) => defined<Result["outcomes"][number]>(one)),
    { maxLength: 6 },
  ),
  interrupted: fc.boolean(),
  stats: fc.constant({ requests: 3, calls: 2 }),
});
