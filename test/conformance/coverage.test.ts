import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { described } from "./description.js";

interface Row {
  readonly method: string;
  readonly path: string;
  readonly documented: boolean;
  readonly tests: readonly string[];
}

/** The table between the marks of docs/emulator.md. */
const rows: readonly Row[] = (readFileSync("docs/emulator.md", "utf8").split("<!-- coverage: begin")[1] ?? "")
  .split("\n")
  .filter((line) => /^\| (GET|POST|PUT|PATCH|DELETE|OPTIONS) /.test(line))
  .map((line) => {
    const [method = "", path = "", documented, , tests = ""] = line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll(String.raw`\|`, "|"));
    return {
      method,
      path: path.replaceAll("`", ""),
      documented: documented === "yes",
      tests: tests.split("<br>").filter(Boolean),
    };
  });

const key = ({ method, path }: { readonly method: string; readonly path: string }): string =>
  `${method} ${path.replace(/^\/api\/v4/, "")}`;

describe("the coverage table of docs/emulator.md (npm run coverage)", () => {
  it("has every operation of the API description, once", () => {
    expect(rows.map(key).toSorted()).toEqual(described.map(key).toSorted());
  });

  it("says of each operation whether the documents have it", () => {
    const beyond = new Set(described.filter((one) => one.beyond).map(key));
    expect(rows.filter((row) => row.documented === beyond.has(key(row))).map(key)).toEqual([]);
  });

  it("names for every operation tests that are there", () => {
    const missing = rows.filter(
      ({ tests }) =>
        tests.length === 0 ||
        tests.some((test) => {
          const [file = "", title = ""] = test.split(" › ");
          return (
            !existsSync(file) ||
            !readFileSync(file, "utf8")
              .replaceAll(String.raw`\"`, '"')
              .includes(title)
          );
        }),
    );
    expect(missing.map(key)).toEqual([]);
  });
});
