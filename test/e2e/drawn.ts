import { createHash } from "node:crypto";
import { takesAll } from "../ring.js";

/** Decides which attributes the gate takes: always the same ones, unless TRUEUP_SEED says otherwise. */
const seed = process.env["TRUEUP_SEED"] ?? "1";

let isAnnounced = false;

/** Prints how a run that fails is repeated, once in a process. */
export function announce(): void {
  if (isAnnounced) return;
  isAnnounced = true;
  const which = takesAll
    ? "all attributes"
    : `a part of the integrations and a tenth of the attributes that facts alone know, TRUEUP_SEED=${seed} takes the same again`;
  process.stdout.write(`The matrix takes ${which}.\n`);
}

/** True for what this run takes on a server, a `share` of all; `at` is its kind (and slug), and for an attribute its name. Each server has a draw of its own. */
export function isDrawn(server: string, at: string, share: number): boolean {
  if (takesAll) return true;
  return createHash("sha256").update(`${seed} ${server} ${at}`).digest().readUInt32BE() < share * 2 ** 32;
}
