import { TrueupError } from "../core/errors.js";
import type { AdoptionPlace, GivenDrift, Placed, PlaceGiven } from "../trueup.js";
import { ask, canAsk } from "./confirm.js";
import { optionsGiven } from "./options.js";
import type { Session } from "./session.js";
import { usage } from "./usage.js";

/** What commander makes of the options that say where to adopt. */
export interface PlaceFlags {
  readonly adoptTo?: AdoptionPlace;
  readonly reason?: string;
}

/** Throws TrueupError `usage` for options that say nothing together. */
export function checkPlace({ adoptTo, reason }: PlaceFlags, isAdopting: boolean): void {
  const [first] = optionsGiven({ adoptTo, reason }, ["adoptTo", "reason"]);
  if (first !== undefined && !isAdopting)
    throw usage(`${first} goes with --adopt or --adopt-all`, "Name what is to be adopted: --adopt ADDRESS");
  if (adoptTo === "exception" && (reason ?? "").trim() === "")
    throw usage("an exception needs a reason", "Say why: --adopt-to exception --reason TEXT");
  if (adoptTo !== "exception" && reason !== undefined)
    throw usage("--reason is for exceptions alone", "Give it with --adopt-to exception.");
}

/**
 * Where to take over what policies and presets give: as the options say, else as somebody on the terminal says. Throws TrueupError `adopt.where` where there is nobody to
 * ask.
 */
export function placeBy({ adoptTo, reason = "" }: PlaceFlags, session: Session): PlaceGiven {
  return async (drifts) => {
    if (adoptTo === undefined && !canAsk(session)) throw whereTo(drifts);
    const { valueText } = await import("../report/value.js");
    const answers = new Map<string, Placed | undefined>();
    const placed: (Placed | undefined)[] = [];
    for (const drift of drifts) {
      const group = `${drift.layer}\n${drift.source}\n${drift.attribute}`;
      if (!answers.has(group)) {
        const about = `${drift.desired.address}: ${drift.attribute} is ${valueText(drift.live)}, and ${giver(drift)} says otherwise (${drift.source}).`;
        answers.set(group, adoptTo === undefined ? await asked(about, drift, session) : placeOf(adoptTo, reason));
      }
      const answer = answers.get(group);
      if (answer?.to === "policy" && drift.obstacles.policy === undefined)
        session.output.note(`${giver(drift)} changes for ${others(drift)}: ${drift.attribute} (${drift.source})\n`);
      placed.push(answer);
    }
    return placed;
  };
}

async function asked(about: string, drift: GivenDrift, session: Session): Promise<Placed | undefined> {
  const { obstacles } = drift;
  const choices: readonly (readonly [AdoptionPlace, string])[] = [
    ["exception", "an exception for it alone"],
    ["thing", "its own body"],
    ["policy", `${giver(drift)}, for ${others(drift)} too`],
  ];
  const open = choices.filter(([place]) => obstacles[place] === undefined);
  const closed = choices.flatMap(([place]) =>
    obstacles[place] === undefined ? [] : [`  not to ${place}: ${obstacles[place]}\n`],
  );
  session.output.note(`${about}\n${closed.join("")}`);
  if (open.length === 0) return undefined;
  const lines = open.map(([place, words]) => `  ${place}: ${words}\n`).join("");
  const answer = (await ask(`${lines}Where to take it over (nothing: leave it)? `, session)).trim().toLowerCase();
  const chosen = open.find(([place]) => place === answer)?.[0];
  if (chosen !== "exception") return chosen && { to: chosen };
  const reason = (await ask("Reason of the exception: ", session)).trim();
  return reason === "" ? undefined : { to: chosen, reason };
}

function placeOf(to: AdoptionPlace, reason: string): Placed {
  return to === "exception" ? { to, reason } : { to };
}

function whereTo(drifts: readonly GivenDrift[]): TrueupError {
  const [first] = drifts;
  const more = drifts.length > 1 ? ` (and ${drifts.length - 1} more)` : "";
  const what = first ? `${first.attribute} of ${first.desired.address}: ${giver(first)} gives it${more}` : "";
  return new TrueupError({
    code: "adopt.where",
    ...(first ? { where: first.source } : {}),
    message: `it is not said where to adopt ${what}, and there is no terminal to ask on; nothing was written`,
    hint: "Say it: --adopt-to thing, --adopt-to policy, or --adopt-to exception --reason TEXT",
  });
}

function giver({ layer }: GivenDrift): string {
  return layer === "" ? "its own body, by words," : layer;
}

function others({ others: count }: GivenDrift): string {
  return count === 1 ? "1 other" : `${count} others`;
}
