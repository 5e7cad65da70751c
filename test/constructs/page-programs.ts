import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { top } from "../harness/command-line.js";

const page = readFileSync(join(top, "docs/cdktf.md"), "utf8");
const snippets = [...page.matchAll(/```ts\n([\s\S]*?)```/g)].map((match) => match[1] ?? "");
const imported = /^import (.+) from "(.+)";\n/gm;

/** Snippets as one program, with one import from each module. */
function program(parts: readonly string[]): string {
  const names = new Map<string, Set<string>>();
  for (const [, what = "", from = ""] of parts.join("\n").matchAll(imported))
    names.set(
      from,
      new Set([
        ...(names.get(from) ?? []),
        ...what
          .replaceAll(/[{}]/g, "")
          .split(",")
          .map((name) => name.trim()),
      ]),
    );
  const lines = [...names].map(([from, all]) =>
    from.startsWith("node:")
      ? `import ${[...all].join("")} from "${from}";`
      : `import { ${[...all].join(", ")} } from "${from}";`,
  );
  return `${lines.join("\n")}\n${parts.join("\n").replaceAll(imported, "")}\napp.synth();\n`;
}

/** The snippets of docs/cdktf.md: all as one program, and those for old versions of Terraform, where another `ReconcileRun` stands than in the first. */
export function pagePrograms(): { readonly common: string; readonly old: string } {
  const [common, old] = [snippets.filter((text) => !isOld(text)), snippets.filter(isOld)];
  expect([common.length, old.length]).toEqual([5, 2]);
  return {
    common: program(common),
    old: program([common[0] ?? "", 'import { ReconcileRun } from "trueup/cdktn";\n', ...old]),
  };
}

function isOld(snippet: string): boolean {
  return snippet.includes("NullReconcileRun") || snippet.includes("moveFromId");
}
