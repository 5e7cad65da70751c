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

const value: fc.Arbitrary<Value> = fc.letrec<{ json: Value }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 3 },
    hostileText,
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.constant(null),
    hostileText.map(($secret) => secret($secret)),
    fc.constant(masked()),
    hostileText.map(($file) => file($file, "ab".repeat(32))),
    fc.constant({ $unknown: true }),
    fc.array(tie("json"), { maxLength: 6 }),
    fc.dictionary(hostileText, tie("json"), { maxKeys: 4 }),
  ),
})).json;

const source = fc.option(hostileText, { nil: undefined });

/** The object without the keys whose value is undefined. */
function defined<T extends object>(object: { [K in keyof T]: T[K] | undefined }): T {
  return Object.fromEntries(Object.entries(object).filter(([, item]) => item !== undefined)) as T;
}

const change: fc.Arbitrary<Change> = fc
  .record({
    address: hostileText,
    kind: hostileText,
    action: fc.constantFrom("create", "update", "delete", "move", "restore"),
    source,
    from: source,
    attributes: fc.array(
      fc
        .record({
          path: hostileText,
          before: fc.option(value, { nil: undefined }),
          after: fc.option(value, { nil: undefined }),
          source,
        })
        .map((attribute) => defined<Change["attributes"][number]>(attribute)),
      { maxLength: 5 },
    ),
    kept: fc.array(fc.record({ path: hostileText, value }), { maxLength: 2 }),
    unverifiable: fc.array(fc.record({ path: hostileText, reason: hostileText }), { maxLength: 2 }),
    fingerprint: fc.constant(`sha256:${"0".repeat(64)}`),
    calls: fc.constantFrom(["c1"], ["c2", "c9"]),
  })
  .map((one) => defined<Change>(one));

const notice = fc
  .record({ rule: hostileText, message: hostileText, addresses: fc.array(hostileText, { maxLength: 14 }), source })
  .map((one) => defined<Plan["warnings"][number]>(one));

const coverage = fc.record({
  kinds: fc.array(fc.record({ kind: hostileText, live: fc.nat({ max: 5000 }), managed: fc.nat({ max: 5000 }) }), {
    maxLength: 9,
  }),
  unmanaged: fc.array(hostileText, { maxLength: 60 }),
  gaps: fc.array(hostileText, { maxLength: 12 }),
});

/** Any plan: the shape is right, the texts in it are not to be trusted. */
export const anyPlan: fc.Arbitrary<Plan> = fc
  .record({
    url: hostileText,
    version: hostileText,
    changes: fc.array(change, { maxLength: 6 }),
    body: fc.dictionary(hostileText, value, { maxKeys: 3 }),
    warnings: fc.array(notice, { maxLength: 2 }),
    refusals: fc.array(notice, { maxLength: 2 }),
    unread: fc.array(fc.record({ kind: hostileText, path: hostileText, status: fc.constantFrom(403, 500) }), {
      minLength: 1,
      maxLength: 8,
    }),
    covered: fc.option(coverage, { nil: undefined }),
  })
  .map(({ url, version, body, covered, ...rest }) => ({
    ...samplePlan,
    ...rest,
    ...(covered === undefined ? {} : { coverage: covered }),
    instance: { ...samplePlan.instance, url, version },
    calls: samplePlan.calls.map((call) => ({ ...call, id: call.id, body })),
  }));

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
