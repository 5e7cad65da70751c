import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { trueup } from "../harness/built.js";
import { top } from "../harness/command-line.js";

/** The commands in the shell blocks of a page. */
function commandsOf(page: string): string[] {
  const blocks = readFileSync(join(top, page), "utf8").matchAll(/^```sh\n([\s\S]*?)^```/gm);
  return [...blocks].flatMap(([, text = ""]) => text.split("\n").filter((line) => line.startsWith("trueup ")));
}

const commands = commandsOf("docs/authentication.md");

test("docs/authentication.md shows commands", () => {
  expect(commands.length).toBeGreaterThan(8);
});

test.each(commands)("%s is a command, with these options", async (line) => {
  const words = line.split(" ").slice(1);
  const name = words.slice(0, words[0] === "auth" ? 2 : 1);
  const { code, stdout } = await trueup([...name, "--help"]);
  expect(code).toBe(0);
  for (const option of words.filter((word) => word.startsWith("--"))) expect(stdout).toContain(option);
});
