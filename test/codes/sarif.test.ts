import { expect, it } from "vitest";
import { fault } from "../../src/core/errors.js";
import { sarif } from "../../src/report/sarif.js";

it("a SARIF report explains the rules of its results", () => {
  const origin = { file: "trueup.yaml", line: 3, column: 19 };
  const diagnostics = [fault("schema.enum", origin, "must be one of a, b")];
  const report = JSON.parse(
    sarif({ diagnostics, placeOf: (file) => file, files: ["trueup.yaml"], frames: new Map(), things: 1 }, "0.1.0"),
  ) as {
    readonly runs: readonly [{ readonly tool: { readonly driver: { readonly rules: unknown } } }];
  };
  expect(report.runs[0].tool.driver.rules).toEqual([
    {
      id: "schema.enum",
      shortDescription: { text: "A value is none of the choices." },
      help: {
        text: "A value is none of the choices. The value is misspelled, or belongs to another attribute. Write one of the choices that the message names.",
      },
    },
  ]);
});
