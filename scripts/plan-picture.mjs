// Draws the pictures of README.md, docs/assets/plan-dark.svg and plan-light.svg: what the built command prints when somebody has changed examples/everyday by hand.
// Usage: npm run build && node scripts/plan-picture.mjs [--check]   (--check writes nothing and exits 1 if a picture is not what it would write)
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { picture, themes } from "./pictures/ansi-to-svg.mjs";

const top = fileURLToPath(new URL("..", import.meta.url));
const command = join(top, "dist/cli/main.js");
const columns = 110;

/** What somebody changed by hand, as the text of the example and what it would be if the platform were right. Each text occurs once. */
const byHand = {
  "company.yaml": [
    ["bob: developer", "bob: maintainer\n      erin: developer"],
    ["carol: maintainer, dave", "carol: developer, dave"],
  ],
  "policy.yaml": [
    ["merge_method: ff", "merge_method: merge"],
    ["max_file_size: 20", "max_file_size: 100"],
    ["prevent_secrets: true", "prevent_secrets: false"],
  ],
};

/** Runs the built command as on a terminal, so that it paints; answers what it prints. */
function painted(cwd, words) {
  const asTerminal = `data:text/javascript,process.stdout.isTTY=true;process.stdout.columns=${columns}`;
  const env = { PATH: process.env.PATH, HOME: cwd, TERM: "xterm", COLUMNS: String(columns) };
  const ran = spawnSync(process.execPath, ["--import", asTerminal, command, ...words], { cwd, env, encoding: "utf8" });
  if (ran.status !== 0) throw new Error(`trueup ${words.join(" ")}: ${ran.stdout}${ran.stderr}`);
  return ran.stdout;
}

/** Applies the changed copy of the example, puts the example in its place, and plans. */
function planOfDrift() {
  const desk = mkdtempSync(join(tmpdir(), "trueup-picture-"));
  const files = join(desk, "trueup");
  const example = join(top, "examples/everyday");
  try {
    cpSync(example, files, { recursive: true });
    for (const [name, changes] of Object.entries(byHand)) {
      const text = changes.reduce(
        (before, [from, to]) => {
          if (before.split(from).length !== 2) throw new Error(`examples/everyday/${name} must have once: ${from}`);
          return before.replace(from, to);
        },
        readFileSync(join(files, name), "utf8"),
      );
      writeFileSync(join(files, name), text);
    }
    painted(desk, ["apply", "--emulator", "--yes", "--ack", "weakening"]);
    cpSync(example, files, { recursive: true });
    return painted(desk, ["plan", "--emulator", "--ack", "weakening"]);
  } finally {
    rmSync(desk, { recursive: true });
  }
}

// The emulator listens on another port each time.
const printed = planOfDrift().replace(/(http:\/\/127\.0\.0\.1):\d+/, "$1");
const isCheck = process.argv.includes("--check");
mkdirSync(join(top, "docs/assets"), { recursive: true });
for (const [name, theme] of Object.entries(themes)) {
  const file = join(top, `docs/assets/plan-${name}.svg`);
  const svg = picture(`$ trueup plan --emulator\n\n${printed}`, { theme, columns });
  if (!isCheck) writeFileSync(file, svg);
  else if (readFileSync(file, "utf8") !== svg) {
    console.error(`docs/assets/plan-${name}.svg is not what the command prints now: node scripts/plan-picture.mjs`);
    process.exitCode = 1;
  }
}
