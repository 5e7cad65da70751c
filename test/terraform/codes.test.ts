import { describe, expect, it } from "vitest";
import { explainedCode } from "../../src/report/codes.js";
import { desiredStateResource } from "../../src/terraform/desired-state.js";
import { codedDiagnostic } from "../../src/terraform/diagnostics.js";
import { validateBlock } from "../../src/terraform/validate-config.js";

describe("a diagnostic of the provider", () => {
  it("ends with the code of its message, below what to do", () => {
    expect(validateBlock({ tier: "gold", concurrency: 0 })).toMatchObject([
      { summary: "tier: there is no such tier", detail: "Allowed: free, premium, ultimate\n[provider.value]" },
      { summary: "concurrency: it is no such number", detail: "Allowed: a whole number from 1 to 100\n[provider.value]" },
    ]);
    expect(explainedCode("provider.value")?.page).toBe("docs/codes/terraform.md#provider.value");
  });

  it("about files as one resource has a code, too", () => {
    const { validate, planDestroy } = desiredStateResource;
    expect(validate({ path: null, paths: null }, expect.anything() as never)).toMatchObject([
      { severity: "ERROR", summary: "No files are named", detail: "Give either path or paths.\n[files.paths]" },
    ]);
    expect(planDestroy({}, expect.anything() as never, expect.anything() as never)).toMatchObject([
      {
        severity: "WARNING",
        summary: "What the files declare stays as it is",
        detail: expect.stringMatching(/\n\[destroy\.files\]$/) as string,
      },
    ]);
  });

  it("without advice has only the code as its detail", () => {
    expect(codedDiagnostic("WARNING", "replace.window", { summary: "it is made anew", detail: "" }).detail).toBe(
      "[replace.window]",
    );
  });
});
