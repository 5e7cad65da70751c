import { formatOrigin, type Origin } from "../core/errors.js";
import type { ExplainedAttribute, ExplainedLine } from "../core/explained.js";
import { canonicalJson, type Value } from "../core/json.js";
import type { DesiredState } from "../core/plan.js";
import { variablesText } from "./change-parts.js";
import { valueText } from "./value.js";

/** Which thing it is of. */
interface ToldOf {
  readonly address: string;
  /** Of its body, or where the first layer speaks of it. */
  readonly origin: Origin | undefined;
  readonly notInForce: Readonly<Record<string, string>>;
  readonly variables?: DesiredState["variables"];
}

/** Where a value comes from: which line won, and every line that speaks of it, weakest first, with what it would be without that line. */
export function explainedLines(
  explained: (ExplainedAttribute & { readonly live?: Value }) | undefined,
  { address, origin, notInForce, variables }: ToldOf,
): string[] {
  const where = origin === undefined || origin.file === "" ? "" : ` (${formatOrigin(origin)})`;
  const lines = explained?.lines ?? [];
  const live = explained?.live === undefined ? [] : [`  live: ${valueText(explained.live)}`];
  const off = Object.entries(notInForce).map(([name, why]) => `  policy ${name}: ${why}`);
  if (!explained || lines.length === 0) return ["", `  ${address} does not mention it${where}: it is left as it is.`, ...live];
  const isBounded = lines.some(({ outcome }) => outcome === "bounds");
  const head =
    explained.value === undefined
      ? [`  ${address} is left as it is${isBounded ? ", within bounds" : ""}`]
      : [
          `  ${address} says ${valueText(explained.value)}`,
          `  at ${placeText(explained.source ?? "", variables)}${explained.layer === undefined ? "" : ` (${explained.layer})`}`,
        ];
  return ["", ...head, ...live, ...rows(lines, explained.attribute, variables), ...(off.length > 0 ? ["", ...off] : [])];
}

function rows(lines: readonly ExplainedLine[], attribute: string, variables: ToldOf["variables"]): string[] {
  const cells = lines.map((line) => {
    const part = line.path === attribute ? "" : `${line.path} `;
    const word = line.word === "is" ? "" : `${line.word} `;
    const outcome = line.because === undefined ? line.outcome : `${line.outcome}: ${line.because}`;
    const without = line.without === undefined ? "not given" : valueText(line.without);
    return [
      line.layer === "" ? "its own body" : line.layer,
      `${part}${word}${saidText(line)}`,
      placeText(line.source, variables),
      outcome,
      without,
    ] as const;
  });
  const width = (column: 0 | 1 | 2) => Math.max(...cells.map((row) => row[column].length));
  const [first, second, third] = [width(0), width(1), width(2)];
  const shown = cells.map(
    ([layer, value, source, outcome, without]) =>
      `    ${layer.padEnd(first)}  ${value.padEnd(second)}  ${source.padEnd(third)}  ${outcome}; without this line: ${without}`,
  );
  return ["", "  Lines that speak of it, weakest first:", ...shown];
}

/** What a line says, and what became of it for the group or project. */
function saidText({ value, written }: ExplainedLine): string {
  if (written === undefined) return valueText(value);
  const became = canonicalJson(written) === canonicalJson(value) ? "not known yet" : valueText(value);
  return `${valueText(written)} -> ${became}`;
}

/** A place in a file with the variables of what stands there. */
export function placeText(place: string, variables: DesiredState["variables"]): string {
  const uses = variablesText(variables?.get(place));
  return uses === "" ? place : `${place} ${uses}`;
}
