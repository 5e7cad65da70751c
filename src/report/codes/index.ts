import { area as apply } from "./apply.js";
import type { CodeArea, CodeEntry } from "./area.js";
import { area as commandLine } from "./command-line.js";
import { area as declarations } from "./declarations.js";
import { area as files } from "./files.js";
import { area as pipeline } from "./pipeline.js";
import { area as plan } from "./plan.js";
import { area as policies } from "./policies.js";
import { area as resources } from "./resources.js";
import { area as savedPlan } from "./saved-plan.js";
import { area as server } from "./server.js";
import { area as terraform } from "./terraform.js";
import { area as tools } from "./tools.js";
import { area as values } from "./values.js";

/** All areas, in the order of the documentation. Only commands that explain codes load them. */
export const codeAreas: readonly CodeArea[] = [
  commandLine,
  server,
  files,
  declarations,
  values,
  policies,
  plan,
  savedPlan,
  apply,
  resources,
  pipeline,
  terraform,
  tools,
];

/** A code with its explanation. */
export interface ExplainedCode {
  readonly code: string;
  readonly area: CodeArea;
  readonly entry: CodeEntry;
}

/** The entry for all reasons that a server of OAuth gives in words of its own. */
const otherReason = "oauth.refused";

/** The explanation of a code; undefined if no message has the code. */
export function explainedCode(code: string): ExplainedCode | undefined {
  const name = isKnown(code) || !/^oauth\.[a-z_]+$/.test(code) ? code : otherReason;
  const area = codeAreas.find(({ entries }) => Object.hasOwn(entries, name));
  const entry = area?.entries[name];
  return area && entry ? { code, area, entry } : undefined;
}

/** Every code, in the order of the documentation. */
export function allCodes(): readonly string[] {
  return codeAreas.flatMap(({ entries }) => Object.keys(entries));
}

function isKnown(code: string): boolean {
  return codeAreas.some(({ entries }) => Object.hasOwn(entries, code));
}
