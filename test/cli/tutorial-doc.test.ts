// @module-tag slow
import { expect, test } from "vitest";
import { runPage } from "../harness/page.js";

test("every command of docs/tutorial.md runs, in order, on the files of the page, and prints what the page shows", async () => {
  expect(await runPage("tutorial.md")).toBe(12);
});

test("the commands of docs/rename-move-delete.md run, in order, on the files of the page, and print what the page shows", async () => {
  expect(await runPage("rename-move-delete.md")).toBe(4);
});

test("the commands of docs/secrets.md run, in order, on the files of the page, and print what the page shows", async () => {
  expect(await runPage("secrets.md")).toBe(3);
});
