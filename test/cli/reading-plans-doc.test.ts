// @module-tag slow
import { expect, test } from "vitest";
import { runPage } from "../harness/page.js";

test("every command of docs/reading-plans.md runs, in order, on the files of the page, and prints what the page shows", async () => {
  expect(await runPage("reading-plans.md")).toBe(3);
});
