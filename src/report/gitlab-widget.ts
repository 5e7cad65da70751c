import type { AppliedPlan, TitledPlan } from "./reported.js";

/** The numbers that a merge request shows of a job, as `artifacts:reports:terraform` has them (docs.gitlab.com, "Terraform integration in merge requests"). What moves or is restored counts as an update. */
export function planWidget({ plan: { summary } }: Pick<TitledPlan, "plan">): string {
  return widget(summary);
}

/** The same of what apply did. */
export function applyWidget({ result }: AppliedPlan): string {
  const done = (result?.outcomes ?? []).filter(({ status }) => status === "done").map(({ action }) => action);
  const of = (isMeant: (action: (typeof done)[number]) => boolean): number => done.filter(isMeant).length;
  return widget({
    create: of((action) => action === "create"),
    update: of((action) => action !== "create" && action !== "delete"),
    delete: of((action) => action === "delete"),
  });
}

function widget({ create, update, delete: deleted }: Record<"create" | "update" | "delete", number>): string {
  return `${JSON.stringify({ create, update, delete: deleted })}\n`;
}
