import type { Plan } from "../core/plan.js";
import { dataText } from "./data-formats.js";
import type { PlanLook } from "./plan-text.js";

/** Makes a text of a plan. The code that writes it is loaded at the first use. */
type RenderPlan = (plan: Plan, look: PlanLook) => Promise<string>;

/** A format of plans: of all that one says, and of its numbers (`--summary`). */
export interface PlanRendering {
  readonly whole: RenderPlan;
  readonly summary: RenderPlan;
  /** The whole text in pieces, in formats that can be long. */
  readonly pieces?: (plan: Plan) => Promise<Iterable<string>>;
}

/** The formats of a plan by the name that `--format` takes, the default first. A further one is a line here: commands, their help and completion follow. */
export const planFormats = {
  text: {
    whole: async (plan, look) => (await import("./plan-text.js")).renderPlan(plan, look),
    summary: async (plan, look) => (await import("./summary-text.js")).renderSummary(plan, look),
  },
  json: {
    whole: async (plan) => (await import("./json.js")).documentJson(plan),
    summary: async (plan) => (await import("./json.js")).summaryJson(plan),
    pieces: async (plan) => (await import("./json.js")).documentPieces(plan),
  },
  yaml: {
    whole: async (plan) => dataText("yaml", (await import("./json.js")).documentJson(plan)),
    summary: async (plan) => dataText("yaml", (await import("./json.js")).summaryJson(plan)),
  },
  markdown: {
    whole: async (plan, look) => (await import("./plan-markdown.js")).renderPlanMarkdown(plan, look),
    summary: async (plan, look) => (await import("./summary-markdown.js")).renderSummaryMarkdown(plan, look),
  },
} satisfies Readonly<Record<string, PlanRendering>>;

/** The name of a format of plans. */
export type PlanFormat = keyof typeof planFormats;

/** All names. */
export const planFormatNames = Object.keys(planFormats) as readonly PlanFormat[];
