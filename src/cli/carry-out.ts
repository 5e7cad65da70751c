import type { Plan, Result } from "../core/plan.js";
import { dataText, isData, type TextOrData } from "../report/data-formats.js";
import type { ApplyRequest } from "../trueup.js";
import { progressOf, type Session } from "./session.js";
import type { Target } from "./target.js";

/** What is to be carried out, with what apply must know of how it came about. */
export type PlanToApply = Pick<ApplyRequest, "before" | "saved" | "acknowledged" | "log"> & { readonly plan: Plan };

/** Carries a plan out, with a line of progress; an interrupt ends it after the calls in flight. Throws what applying throws. */
export async function carryOutShown({ plan, ...asked }: PlanToApply, target: Target, session: Session): Promise<Result> {
  const { output, interrupt } = session;
  const { apply } = await import("../trueup.js");
  const bar = await progressOf(session, { total: plan.changes.length, work: "applying", stepLines: true });
  const tell = (): void => {
    bar.clear();
    output.error("Interrupted: the calls in flight are finished, no others begin. Once more ends at once.\n");
  };
  interrupt.signal.addEventListener("abort", tell, { once: true });
  try {
    const onProgress = (_done: number, _total: number, outcome: Result["outcomes"][number]): void =>
      bar.step(outcome.status.replace("_", " "), outcome.address);
    const onSettle = (changes: number): void => {
      bar.clear();
      output.note(`${changes === 1 ? "1 change does" : `${changes} changes do`} not show yet: looking again for a while.\n`);
    };
    return await apply(plan, { ...asked, onProgress, onSettle }, target.server, target.around);
  } finally {
    interrupt.signal.removeEventListener("abort", tell);
    bar.end();
  }
}

/** Prints what became of a plan. */
export async function showResult(result: Result, flags: { readonly format: TextOrData }, { output }: Session): Promise<void> {
  const { renderResult, documentJson } = await import("../report/index.js");
  output.result(isData(flags.format) ? await dataText(flags.format, documentJson(result)) : `\n${renderResult(result, output)}`);
}
