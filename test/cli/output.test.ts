import { expect, test } from "vitest";
import { createOutput } from "../../src/cli/output.js";
import { createRedactor } from "../../src/core/redact.js";

/** A stream as a terminal, a file or a pipe would be. */
function stream(facts: { readonly isTTY?: boolean; readonly columns?: number } = {}) {
  const listeners: ((error: Error) => void)[] = [];
  const written: string[] = [];
  return {
    ...facts,
    written,
    write: (text: string) => written.push(text),
    on: (_: "error", listener: (error: Error) => void) => listeners.push(listener),
    fail: (error: Error) => {
      for (const listener of listeners) listener(error);
    },
  };
}

const terminal = (): ReturnType<typeof stream> => stream({ isTTY: true, columns: 100 });

test("colours are for terminals alone, and never with NO_COLOR", () => {
  const color = (env: Record<string, string>, stdout = terminal()): boolean =>
    createOutput({ stdout, stderr: stream() }, env, createRedactor()).color;
  expect(color({})).toBe(true);
  expect(color({ NO_COLOR: "1" })).toBe(false);
  expect(color({ TERM: "dumb" })).toBe(false);
  expect(color({}, stream())).toBe(false);
});

test("COLUMNS wins over the terminal; a terminal without a size counts as wide", () => {
  const width = (env: Record<string, string>, stdout: ReturnType<typeof stream>): number =>
    createOutput({ stdout, stderr: stream() }, env, createRedactor()).width;
  expect(width({ COLUMNS: "77" }, terminal())).toBe(77);
  expect(width({ COLUMNS: "wide" }, terminal())).toBe(100);
  expect(width({}, stream({ isTTY: true, columns: 0 }))).toBe(Number.POSITIVE_INFINITY);
});

test("secrets are taken out of both streams", () => {
  const [stdout, stderr] = [stream(), stream()];
  const redactor = createRedactor();
  const output = createOutput({ stdout, stderr }, {}, redactor);
  redactor.add("glpat-very-secret");
  output.result("token glpat-very-secret\n");
  output.note("url https://x/?private_token=glpat-very-secret\n");
  expect([...stdout.written, ...stderr.written].join("")).toBe("token [secret]\nurl https://x/?private_token=[secret]\n");
});

test("a reader that goes away ends nothing; any other error of a stream is remembered, and ends nothing either", () => {
  const stdout = stream();
  const output = createOutput({ stdout, stderr: stream() }, {}, createRedactor());
  stdout.fail(Object.assign(new Error("write EPIPE"), { code: "EPIPE" }));
  output.result("nobody reads this\n");
  expect(stdout.written).toEqual([]);
  expect(output.lost()).toBeUndefined();
  stdout.fail(Object.assign(new Error("no space left"), { code: "ENOSPC" }));
  expect(output.lost()?.message).toBe("no space left");
});
