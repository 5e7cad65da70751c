import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { progress } from "../../src/report/index.js";

function recorder(columns?: number): { written: string[]; stream: { write(text: string): void; columns: number | undefined } } {
  const written: string[] = [];
  return { written, stream: { write: (text) => void written.push(text), columns } };
}

const clearLine = "\r\u001b[2K";

describe("progress", () => {
  test("in a pipeline is one plain line per step", () => {
    const { written, stream } = recorder();
    const bar = progress(stream, { tty: false, total: 2, work: "applying", stepLines: true });
    bar.step("done", "project:acme/web");
    bar.step("failed", "topic:a\u001b[2Jb\n");
    bar.clear();
    expect(written).toEqual(["[1/2] done  project:acme/web\n", "[2/2] failed  topic:a\\u001b[2Jb\\n\n"]);
  });

  test("on a terminal is one line that is drawn anew and taken away", () => {
    const { written, stream } = recorder(80);
    const bar = progress(stream, { tty: true, work: "reading" });
    bar.step("read", "projects");
    bar.expect(4);
    bar.step("done", "topic:a");
    bar.clear();
    bar.clear();
    expect(written).toEqual([
      `${clearLine}1  read  projects`,
      `${clearLine}[##########----------] 2/4  done  topic:a`,
      clearLine,
    ]);
  });

  test("never wraps onto a second line of the terminal", () => {
    const { written, stream } = recorder(40);
    progress(stream, { tty: true, total: 3, work: "applying" }).step("done", `project:${"日本/".repeat(30)}`);
    const line = (written[0] ?? "").slice(clearLine.length);
    expect(line).toContain("[#######-------------] 1/3  done");
    expect(line.length).toBeLessThan(40);
    expect(line).not.toContain("\n");
  });

  test("on a terminal that says it has no columns is still a line", () => {
    const { written, stream } = recorder(0);
    progress(stream, { tty: true, total: 3, work: "applying" }).step("done", "topic:a");
    expect(written).toEqual([`${clearLine}[#######-------------] 1/3  done  topic:a`]);
  });

  test("beyond what was expected stays a full bar", () => {
    const { written, stream } = recorder(80);
    const bar = progress(stream, { tty: true, total: 1, work: "applying" });
    bar.step("done", "a");
    bar.step("done", "b");
    expect(written.at(-1)).toBe(`${clearLine}[####################] 2/1  done  b`);
  });
});

describe("progress of a long run", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] }));
  afterEach(() => void vi.useRealTimers());

  test("on a terminal shows from 10 s on the time that it took, and the time that is left", () => {
    const { written, stream } = recorder(80);
    const bar = progress(stream, { tty: true, total: 4, work: "applying" });
    vi.advanceTimersByTime(9_000);
    bar.step("done", "topic:a");
    expect(written).toEqual([`${clearLine}[#####---------------] 1/4  done  topic:a`]);
    vi.advanceTimersByTime(1_000);
    expect(written.at(-1)).toBe(`${clearLine}[#####---------------] 1/4  10 s, about 30 s left  done  topic:a`);
    vi.advanceTimersByTime(110_000);
    bar.step("done", "topic:b");
    expect(written.at(-1)).toBe(`${clearLine}[##########----------] 2/4  2 min 0 s, about 2 min 0 s left  done  topic:b`);
    bar.end();
    const drawn = written.length;
    vi.advanceTimersByTime(60_000);
    expect([written.at(-1), written.length]).toEqual([clearLine, drawn]);
  });

  test("elsewhere is a line every 10 s", () => {
    const { written, stream } = recorder();
    const bar = progress(stream, { tty: false, work: "reading" });
    bar.step("reading", "/projects");
    vi.advanceTimersByTime(19_999);
    bar.expect(4);
    vi.advanceTimersByTime(1);
    vi.advanceTimersByTime(4_000_000);
    bar.end();
    expect(written.slice(0, 2)).toEqual([
      "Still reading: 1 done after 10 s\n",
      "Still reading: 1 of 4 after 20 s, about 1 min 0 s left\n",
    ]);
    expect(written.at(-1)).toBe("Still reading: 1 of 4 after 1 h 7 min, about 3 h 21 min left\n");
    expect(vi.getTimerCount()).toBe(0);
  });
});
