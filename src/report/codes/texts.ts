import { reportJson } from "../json.js";
import type { CodeArea, CodeEntry } from "./area.js";
import { allCodes, codeAreas, explainedCode, type ExplainedCode } from "./index.js";

/** Folder of the pages below `docs/`. */
const folder = "docs/codes";

/** The explanation of a code as programs read it. */
interface CodeDocument {
  readonly code: string;
  readonly meaning: string;
  readonly cause: string;
  readonly fix: string;
  /** Page of the documentation, with the anchor. */
  readonly page: string;
}

function documentOf({ code, area, entry }: ExplainedCode): CodeDocument {
  const page = `${folder}/${area.name}.md#${anchorOf(area, entry)}`;
  return { code, meaning: entry.means, cause: entry.cause, fix: entry.remedy, page };
}

/** The explanation of a code for a terminal. Ends with a line break. */
export function codeText(explained: ExplainedCode): string {
  const { code, meaning, cause, fix, page } = documentOf(explained);
  return [`${code}: ${meaning}`, "", `  cause:  ${cause}`, `  fix:    ${fix}`, `  page:   ${page}`, ""].join("\n");
}

/** The explanation of a code as JSON. Ends with a line break. */
export function codeJson(explained: ExplainedCode): string {
  return reportJson(documentOf(explained));
}

/** The explanations of all codes as one JSON document, in the order of the documentation. Ends with a line break. */
export function allCodesJson(): string {
  const explained = allCodes().map(explainedCode);
  return reportJson({ codes: explained.filter((code) => code !== undefined).map(documentOf) });
}

/** The pages of all areas, and the page that lists them, by file name. */
export function codePages(): ReadonlyMap<string, string> {
  return new Map([["README.md", contents()], ...codeAreas.map((area) => [`${area.name}.md`, pageOf(area)] as const)]);
}

const made = "<!-- Made by `npm run generate` from src/report/codes. Do not edit. -->";

function contents(): string {
  const rows = codeAreas.map(({ name, title, description, entries }) => {
    const lines = Object.entries(entries).map(([code, { means }]) => `| [\`${code}\`](${name}.md#${code}) | ${means} |`);
    return `## ${title}\n\n${description}\n\n${["| code | meaning |", "|---|---|", ...lines].join("\n")}`;
  });
  const lead =
    "Each error, refusal and warning of trueup has a code, such as `plan.stale`. The code stays the same when the text changes, so you can search for it. `trueup help CODE` prints its explanation in a terminal.";
  return `${[made, "# Codes of messages", lead, ...rows].join("\n\n")}\n`;
}

function pageOf({ title, description, entries }: CodeArea): string {
  const parts = Object.entries(entries).map(([code, { means, cause, remedy }]) =>
    [`<a id="${code}"></a>`, `## \`${code}\``, means, `- **Cause:** ${cause}\n- **Fix:** ${remedy}`].join("\n\n"),
  );
  return `${[made, `# ${title}`, `${description} [All codes](README.md)`, ...parts].join("\n\n")}\n`;
}

/** Codes of servers share an entry, so the anchor is that of the entry. */
function anchorOf({ entries }: CodeArea, entry: CodeEntry): string {
  return Object.keys(entries).find((code) => entries[code] === entry) ?? "";
}
