import type { Plan } from "../core/plan.js";
import type { PlanLook } from "./plan-text.js";

/** Makes a text of a plan. What draws is loaded when it is first asked for. */
export type RenderPlan = (plan: Plan, look: PlanLook) => Promise<string>;

/** The formats of a plan by the name that `--format` takes, the default first. A further one is a line here: commands, their help and completion follow. */
export const planFormats = {
  text: async (plan, look) => (await import("./plan-text.js")).renderPlan(plan, look),
  json: async (plan) => (await import("./json.js")).planJson(plan),
  markdown: async (plan, look) => (await import("./plan-markdown.js")).renderPlanMarkdown(plan, look.verbose),
} satisfies Readonly<Record<string, RenderPlan>>;

/** The name of a format of plans. */
export type PlanFormat = keyof typeof planFormats;

/** All names. */
export const planFormatNames = Object.keys(planFormats) as readonly PlanFormat[];
