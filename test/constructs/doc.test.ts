import { execFile } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, describe, expect, it } from "vitest";
import { installPacked, type PackedInstall } from "../packed.js";
import { coreNames, packagesOf } from "./cores.js";

const run = promisify(execFile);
const top = fileURLToPath(new URL("../..", import.meta.url));
const installs: PackedInstall[] = [];
afterAll(() => installs.forEach((install) => install.remove()));

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

describe("docs/cdktf.md", () => {
  it.each(coreNames)("has snippets that compile and synthesize with %s", async (core) => {
    const install = await installPacked(packagesOf(core));
    installs.push(install);
    const { place } = install;
    const mine = (text: string): string => text.replaceAll(/"(trueup\/)?cdktn"/g, `"$1${core}"`);
    // The one for old versions of Terraform is for cdktf, and stands where another of its name stands in the whole program.
    const [common, old] = [snippets.filter((text) => !isOld(text)), snippets.filter(isOld)];
    expect([common.length, old.length]).toEqual([5, 2]);
    writeFileSync(join(place, "program.ts"), mine(program(common)));
    writeFileSync(
      join(place, "old.ts"),
      mine(program([common[0] ?? "", 'import { ReconcileRun } from "trueup/cdktn";\n', ...old])),
    );
    const files = core === "cdktf" ? ["program.ts", "old.ts"] : ["program.ts"];
    const options = { noEmit: false, outDir: "dist", module: "nodenext", moduleResolution: "nodenext", skipLibCheck: true };
    expect(await install.compile(files, options)).toBe("");
    mkdirSync(join(place, "trueup"));
    writeFileSync(join(place, "trueup/topics.yaml"), "topics: { anvils: { title: Anvils } }\n");
    cpSync(join(top, "examples/acme/assets"), join(place, "pictures"), { recursive: true });
    cpSync(join(top, "cdktf.json"), join(place, "cdktf.json"));
    expect(await run(process.execPath, ["dist/program.js"], { cwd: place })).toEqual({ stdout: "", stderr: "" });
  });
});

function isOld(snippet: string): boolean {
  return snippet.includes("NullReconcileRun") || snippet.includes("moveFromId");
}
