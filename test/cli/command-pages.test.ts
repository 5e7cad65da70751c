import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { commandPages } from "../../src/cli/command-pages.js";
import { createProgram } from "../../src/cli/program.js";
import { openSession } from "../../src/cli/session.js";
import { inProcess, top } from "../harness/command-line.js";
import { directory } from "../harness/directory.js";

const folder = join(top, "docs/commands");
const commands = (await createProgram(openSession())).commands;
const pages = commandPages(commands);
const names = commands.map((command) => command.name());

/** Where the exit codes of a command are decided, below src/cli. */
function sourcesOf(name: string): readonly string[] {
  const parts = readdirSync(join(top, "src/cli/ci")).map((file) => `ci/${file}`);
  const further: Readonly<Record<string, readonly string[]>> = { ci: parts };
  return [`commands/${name}.ts`, ...(further[name] ?? [])];
}

describe("the pages of the commands", () => {
  it("are those that the commands give (run: npm run generate)", () => {
    expect(readdirSync(folder).sort()).toEqual([...pages.keys()].sort());
    for (const [name, text] of pages) expect(readFileSync(join(folder, name), "utf8"), `docs/commands/${name}`).toBe(text);
  });

  it.each(names)("say every option and example that the help of %s says", async (name) => {
    const page = pages.get(`${name}.md`) ?? "";
    const { commands: inner = [] } = commands.find((command) => command.name() === name) ?? {};
    for (const words of [[name], ...inner.map((one) => [name, one.name()])]) {
      const { stdout } = await inProcess(["help", ...words], { cwd: directory() });
      const [before = "", after = ""] = stdout.split("\nExample:\n");
      const [own = "", shared = ""] = before.split("\nGlobal Options:\n");
      for (const [, flag = ""] of own.matchAll(/^ {2}(--[\w-]+)/gm)) expect(page, words.join(" ")).toContain(`\`${flag}`);
      for (const [, flag = ""] of shared.matchAll(/^ {2}(-[^V ]+)/gm)) expect(pages.get("README.md")).toContain(`\`${flag}`);
      for (const line of after.trim().split("\n")) expect(page).toContain(line.trim());
    }
  });

  it.each(names)("say each exit code that %s ends with", (name) => {
    const source = sourcesOf(name)
      .map((file) => readFileSync(join(top, "src/cli", file), "utf8"))
      .join("\n");
    const codes = [...(source.includes("exit.changes") ? [2] : []), ...(source.includes("exit.partly") ? [3] : []), 0, 1];
    const said = [...(pages.get(`${name}.md`) ?? "").matchAll(/^\| (\d) \|/gm)].map(([, code]) => Number(code));
    expect(new Set(said)).toEqual(new Set(codes));
  });
});
