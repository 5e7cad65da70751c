import type { Command } from "commander";
import { exit } from "../exit.js";
import { addExample, addPlanReportOptions, type PlanReportFlags } from "../options.js";
import { digestLines, readAnyPlanFile } from "../plan-file.js";
import { type SealState, sealState } from "../plan-seal.js";
import { showPlan } from "../planning.js";
import type { Session } from "../session.js";

const sealTexts: Readonly<Record<SealState, string>> = {
  holds: "It is sealed, and the seal fits the key in TRUEUP_PLAN_KEY.",
  broken:
    "It is sealed, and the seal does not fit the key in TRUEUP_PLAN_KEY: somebody else made it, or changed it. Apply refuses it with this key.",
  unknown: "It is sealed. Whether the seal holds shows only with the key in TRUEUP_PLAN_KEY.",
  lacking: "It has no seal. Apply refuses it while TRUEUP_PLAN_KEY is set.",
  none: "It has no seal.",
  old: "Its seal is of an older release, and does not say when it was made and of which files. Apply refuses it while TRUEUP_PLAN_KEY is set.",
};

/** `trueup show`: a saved plan, in any format. Asks nobody else. */
export function defineShow(program: Command, session: Session): void {
  const command = program
    .command("show <plan>")
    .description("show a plan that was saved with plan --out, in any format; no network");
  addPlanReportOptions(command);
  addExample(command, "trueup show plan.json", "trueup show plan.json --format markdown --summary");
  command.action(async (file: string) => {
    const flags = command.opts<PlanReportFlags>();
    const plan = await readAnyPlanFile(file, session);
    const state = await sealState(plan, session);
    await showPlan(plan, { ...flags, file }, session);
    session.output.note(`${file}: ${sealTexts[state]}\n${digestLines(plan)}`);
    session.exitCode = state === "broken" ? exit.failed : exit.ok;
  });
}
