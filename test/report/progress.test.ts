import { describe, expect, test } from "vitest";
import { progress } from "../../src/report/index.js";

function recorder(columns?: number): { written: string[]; stream: { write(text: string): void; columns: number | undefined } } {
  const written: string[] = [];
  return { written, stream: { write: (text) => void written.push(text), columns } };
}

const clearLine = "\r\u001b[2K";

describe("progress", () => {
  test("in a pipeline is one plain line per step", () => {
    const { written, stream } = recorder();
    const bar = progress(stream, { tty: false, total: 2 });
    bar.step("done", "project:acme/web");
    bar.step("failed", "topic:a\u001b[2Jb\n");
    bar.clear();
    expect(written).toEqual(["[1/2] done  project:acme/web\n", "[2/2] failed  topic:a\\u001b[2Jb\\n\n"]);
  });

  test("on a terminal is one line that is drawn anew and taken away", () => {
    const { written, stream } = recorder(80);
    const bar = progress(stream, { tty: true });
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
    progress(stream, { tty: true, total: 3 }).step("done", `project:${"日本/".repeat(30)}`);
    const line = (written[0] ?? "").slice(clearLine.length);
    expect(line).toContain("[#######-------------] 1/3  done");
    expect(line.length).toBeLessThan(40);
    expect(line).not.toContain("\n");
  });

  test("on a terminal that says it has no columns is still a line", () => {
    const { written, stream } = recorder(0);
    progress(stream, { tty: true, total: 3 }).step("done", "topic:a");
    expect(written).toEqual([`${clearLine}[#######-------------] 1/3  done  topic:a`]);
  });

  test("beyond what was expected stays a full bar", () => {
    const { written, stream } = recorder(80);
    const bar = progress(stream, { tty: true, total: 1 });
    bar.step("done", "a");
    bar.step("done", "b");
    expect(written.at(-1)).toBe(`${clearLine}[####################] 2/1  done  b`);
  });
});
