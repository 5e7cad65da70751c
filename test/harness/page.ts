import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { inProcess, top } from "./command-line.js";
import { openDirectory } from "./directory.js";

/**
 * Runs the commands of a page of docs/ in a new directory, in order: a block `yaml` that begins with `# PATH` is written there, each line of a block `sh` is run, and
 * a block `text` is what the last command prints. A command may end with `# exits with N`. Answers how many outputs were compared.
 */
export async function runPage(name: string): Promise<number> {
  const page = readFileSync(join(top, "docs", name), "utf8");
  const desk = openDirectory();
  try {
    let printed = "";
    let compared = 0;
    for (const { 0: whole, 1: language = "", 2: body = "", index } of page.matchAll(/^```(yaml|sh|text)\n([\s\S]*?)^```$/gm)) {
      const place = `docs/${name}:${page.slice(0, index).split("\n").length}: ${whole}`;
      if (language === "yaml") desk.write(/^# (\S+)\n/.exec(body)?.[1] ?? "", body);
      if (language === "sh") for (const line of body.trim().split("\n")) printed = await typed(line, desk.path, place);
      if (language === "text") {
        expect(printed, place).toMatch(pattern(body));
        compared += 1;
      }
    }
    return compared;
  } finally {
    desk.close();
  }
}

/** Runs one line that calls trueup; answers what it prints. */
async function typed(line: string, cwd: string, place: string): Promise<string> {
  const [, command = "", code = "0"] = /^trueup (.*?)(?: # exits with (\d+))?$/.exec(line) ?? [];
  const words = [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain = ""]) => quoted ?? plain);
  const ended = await inProcess(words, { cwd, env: { COLUMNS: "120" } });
  expect(ended, place).toMatchObject({ code: Number(code) });
  return ended.stdout + ended.stderr;
}

/** What a page shows as a pattern: `…` stands for anything within a line, and as a line of its own for any lines. */
function pattern(shown: string): RegExp {
  const literally = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const lines = shown.split("\n").slice(0, -1);
  const said = lines.map((line) => (line === "…" ? "(?:.*\n)*?" : `${literally(line).replaceAll("…", ".+")}\n`));
  return new RegExp(`^${said.join("")}$`);
}
