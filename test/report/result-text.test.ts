// @module-tag slow
import { stripVTControlCharacters } from "node:util";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { renderResult } from "../../src/report/index.js";
import { draws } from "../ring.js";
import { anyResult } from "./arbitrary.js";
import { sampleResult } from "./sample.js";

describe("what apply did, as text", () => {
  test("on a wide terminal is a table by outcome, with totals", () => {
    expect(renderResult(sampleResult, { color: false, width: 120 })).toBe(`Failed
  +  group:acme   POST /groups answered 400: Failed to save group {:path=>["has already been taken"]} [api.refused]
                  at groups.yaml:2:3
  -  topic:lost   DELETE /topics/9 got no complete reply: the connection was closed [api.reply_lost]
  -  topic:stale  could not be deleted

Accepted by the server but not stored
  ~  approval_rule:acme/web:Security  users: asked [alice, bob], the server has [alice] [not_stuck]
                                      likely cause: the server drops users that are not members of the project
                                      at projects.yaml:14:5
                                      password: asked (secret from \${env:PASSWORD}), the server has (none) [not_stuck]
                                      likely cause: unknown

Done
  +  topic:typescript  created
  ~  project:acme/web  updated

Skipped
  +  project:acme/new   was not tried, because of group:acme [apply.skipped]
                        at projects.yaml:2:3
  +  project:acme/late  was not tried: interrupted [interrupted]

Interrupted: the calls in flight were finished, the others were not started.

Result: 2 done, 3 failed, 2 skipped, 1 not stored. 6 calls; 21 requests in all.
`);
  });

  test("on a narrow terminal puts the details below the address", () => {
    expect(renderResult(sampleResult, { color: false, width: 46 })).toContain(`
Skipped
  +  project:acme/new
      was not tried, because of group:acme
      [apply.skipped]
      at projects.yaml:2:3
`);
  });

  test("never cuts an address or a message", () => {
    const address = `project:${"deep/".repeat(40)}end`;
    const message = `no ${"word ".repeat(100)}${"y".repeat(300)}`;
    const error = { method: "PUT", path: "/projects/1", status: 500, message };
    const text = renderResult(
      { ...sampleResult, outcomes: [{ address, action: "update", status: "failed", error }] },
      { color: false, width: 60 },
    );
    expect(text).toContain(address);
    expect(text.replace(/\s+/g, " ")).toContain(message.trim());
  });

  test("of a server that answers with a page is shortened, in good time", () => {
    const error = { method: "PUT", path: "/projects/1", status: 502, message: "日本 <br>\n".repeat(100_000) };
    const text = renderResult(
      { ...sampleResult, outcomes: [{ address: "topic:a", action: "update", status: "failed", error }] },
      { color: false, width: 80 },
    );
    expect(text).toContain("… (800000 characters)");
  });

  test("of nothing says so", () => {
    const nothing = { ...sampleResult, outcomes: [], interrupted: false, stats: { requests: 1, calls: 0 } };
    expect(renderResult(nothing, { color: false, width: 80 })).toBe("Nothing was done. 0 calls; 1 request in all.\n");
  });

  test("from an untrusted server is safe for a terminal, with and without colours the same", () => {
    fc.assert(
      fc.property(anyResult, fc.integer({ min: 1, max: 200 }), (result, width) => {
        const text = renderResult(result, { color: false, width });
        expect(text).not.toMatch(/[^\P{Cc}\n]|[\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
        const stripped = stripVTControlCharacters(renderResult(result, { color: true, width }));
        expect(stripped.replace(/ +$/gm, "")).toBe(text.replace(/ +$/gm, ""));
      }),
      { numRuns: draws(300) },
    );
  });
});
