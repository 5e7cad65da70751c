// @module-tag slow
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { inProcess, top } from "../harness/command-line.js";
import { directory, write } from "../harness/directory.js";

/** A fenced block of the page, and the output that the page shows under it. */
interface Block {
  readonly language: string;
  readonly text: string;
  readonly line: number;
  readonly shown?: string;
}

const page = readFileSync(join(top, "docs/policies.md"), "utf8");

/** The parts of the page that can be followed one by one, each in a directory of its own. */
const parts = page.split(/^(?=## )/m).flatMap((text, index, all) => {
  const title = /^## (.+)$/m.exec(text)?.[1];
  const before = all.slice(0, index).join("").split("\n").length - 1;
  return title === undefined ? [] : [[title, blocksOf(text, before)] as const];
});

function blocksOf(text: string, before: number): readonly Block[] {
  const found = [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(({ 1: language = "", 2: body = "", index }) => ({
    language,
    text: body,
    line: before + text.slice(0, index).split("\n").length,
  }));
  return found.flatMap((block, index) => {
    const next = found[index + 1];
    if (block.language === "text") return [];
    return [next?.language === "text" ? { ...block, shown: next.text } : block];
  });
}

/** What the page shows as a pattern: `…` stands for anything within a line. */
function pattern(shown: string): RegExp {
  const literally = shown.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`^${literally.replaceAll("…", ".+")}$`);
}

/** Runs the commands of a block, one a line, and answers what they printed; each must end as the page says. */
async function run({ text, line }: Block, cwd: string): Promise<string> {
  let printed = "";
  for (const command of text.trimEnd().split("\n")) {
    const [, said = "", code = "0"] = /^trueup (.*?)(?: +# exits with (\d+))?$/.exec(command) ?? [];
    const words = [...said.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, a, b, c]) => a ?? b ?? c ?? "");
    const ran = await inProcess(words, { cwd });
    printed += ran.stdout + ran.stderr;
    expect({ code: String(ran.code), printed }, `docs/policies.md:${line}: ${command}`).toEqual({ code, printed });
  }
  return printed;
}

test.each(parts)(
  "docs/policies.md, %s: every file is taken, and every command prints what the page shows",
  async (_title, blocks) => {
    const place = directory();
    for (const block of blocks) {
      const [, file] = /^# (\S+)\n/.exec(block.text) ?? [];
      if (block.language === "sh") {
        const printed = await run(block, place);
        if (block.shown !== undefined) expect(printed, `docs/policies.md:${block.line}`).toMatch(pattern(block.shown));
      } else if (file !== undefined) write(join(place, file), block.text);
    }
  },
);
