// @module-tag slow
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { inProcess, top } from "../harness/command-line.js";
import { openDirectory } from "../harness/directory.js";

const page = readFileSync(join(top, "docs/reading-plans.md"), "utf8");

/** What the page shows as a pattern: `…` stands for anything within a line, and as a line of its own for any lines. */
function pattern(shown: string): RegExp {
  const literally = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const lines = shown.split("\n").slice(0, -1);
  const said = lines.map((line) => (line === "…" ? "(?:.*\n)*?" : `${literally(line).replaceAll("…", ".+")}\n`));
  return new RegExp(`^${said.join("")}$`);
}

test("every command of docs/reading-plans.md runs, in order, on the files of the page, and prints what the page shows", async () => {
  const desk = openDirectory();
  try {
    let printed: string | undefined;
    let compared = 0;
    for (const [, language = "", body = ""] of page.matchAll(/^```(yaml|sh|text)\n([\s\S]*?)^```$/gm)) {
      if (language === "yaml") desk.write(/^# (\S+)\n/.exec(body)?.[1] ?? "", body);
      if (language === "sh") {
        const { code, stdout, stderr } = await inProcess(body.trim().split(" ").slice(1), {
          cwd: desk.path,
          env: { COLUMNS: "120" },
        });
        expect({ code, stderr }, body).toMatchObject({ code: 0 });
        printed = stdout + stderr;
      }
      if (language === "text") {
        expect(printed).toMatch(pattern(body));
        compared++;
      }
    }
    expect(compared).toBe(3);
  } finally {
    desk.close();
  }
});
