// The explanations of codes: written by hand in docs/codes, read by `trueup help CODE` as a generated module.
import { readdirSync, readFileSync } from "node:fs";

export const codeModule = "src/report/codes.gen.ts";
export const codeContents = "docs/codes/README.md";
const folder = new URL("../docs/codes/", import.meta.url);
/** The pages, in the order of the documentation. */
const pages = [
  "command-line",
  "server",
  "files",
  "declarations",
  "values",
  "policies",
  "plan",
  "saved-plan",
  "apply",
  "resources",
  "pipeline",
  "terraform",
  "tools",
];
const head = /^# (?<title>.+)\n\n(?<description>.+) \[All codes\]\(README\.md\)\n$/;
const section =
  /^<a id="(?<code>[^"]+)"><\/a>\n\n## `\k<code>`\n\n(?<meaning>.+)\n\n- \*\*Cause:\*\* (?<cause>.+)\n- \*\*Fix:\*\* (?<fix>.+)\n$/;

/** The text of src/report/codes.gen.ts. Throws with file and line where a page has another shape. */
export function codeModuleText() {
  const codes = areas().flatMap(({ name, codes }) =>
    codes.map(({ code, meaning, cause, fix }) => ({ code, meaning, cause, fix, page: `docs/codes/${name}.md#${code}` })),
  );
  return [
    "// Made by `npm run build` from docs/codes. Do not edit.",
    "",
    "/** The explanations of all codes as JSON, which is read faster than code; in the order of the documentation. */",
    `export const codesJson = ${JSON.stringify(JSON.stringify(codes))};`,
    "",
  ].join("\n");
}

/** The text of docs/codes/README.md. Throws as codeModuleText does. */
export function codeContentsText() {
  const tables = areas().map(({ name, title, description, codes }) => {
    const rows = codes.map(({ code, meaning }) => `| [\`${code}\`](${name}.md#${code}) | ${meaning} |`);
    return `## ${title}\n\n${description}\n\n${["| code | meaning |", "|---|---|", ...rows].join("\n")}`;
  });
  const lead =
    "Each error, refusal and warning of trueup has a code, such as `plan.stale`. The code stays the same when the text changes, so you can search for it. `trueup help CODE` prints its explanation in a terminal.";
  const made = "<!-- Made by `npm run generate` from the other pages of this folder. Do not edit. -->";
  return `${[made, "# Codes of messages", lead, ...tables].join("\n\n")}\n`;
}

function areas() {
  const unlisted = readdirSync(folder).filter((name) => name !== "README.md" && !pages.includes(name.replace(/\.md$/, "")));
  if (unlisted.length > 0) throw new Error(`docs/codes/${unlisted[0]}: add the page to the list in scripts/message-codes.mjs`);
  return pages.map((name) => areaOf(name, readFileSync(new URL(`${name}.md`, folder), "utf8")));
}

/** The parts of a page. Throws with file and line where one has another shape than the others. */
export function areaOf(name, text) {
  const parts = text.split(/\n(?=<a id=)/);
  const [{ title, description }, ...codes] = parts.map((part, index) => {
    const { groups } = part.match(index === 0 ? head : section) ?? {};
    if (groups) return groups;
    const line = parts.slice(0, index).join("\n").split("\n").length + Math.min(index, 1);
    throw new Error(`docs/codes/${name}.md:${line}: write this part in the shape of the others`);
  });
  return { name, title, description, codes };
}
