import { type PlanFormat, planFormats } from "./plan-formats.js";
import type { PlanLook } from "./plan-text.js";
import type { AppliedPlan, CheckedFiles, TitledPlan } from "./reported.js";

/** What reports tell of: a plan (of `plan`, `drift` and `ci plan`), what apply did, and what validate found. */
export interface Reported {
  readonly plan: TitledPlan;
  readonly apply: AppliedPlan;
  readonly validate: CheckedFiles;
}

/** How a report looks, and what it says of the program that wrote it. */
export type ReportLook = PlanLook & { readonly version: string };

/** Makes the text of a report. The code that writes it is loaded at the first use. */
type Render<Subject extends keyof Reported> = (about: Reported[Subject], look: ReportLook) => Promise<string>;

/** A format of reports: how it tells each of the subjects that it can tell. */
type ReportFormat = { readonly [Subject in keyof Reported]?: Render<Subject> };

/** A plan in a format that `--format` takes, too; of apply it is told where nothing was applied. */
function planIn(format: PlanFormat): Render<"plan"> {
  return async ({ plan, ...topic }, look) => planFormats[format].whole(plan, { ...look, ...topic });
}

/** The formats of reports by the name that `--report` takes. A further one is a line here: commands, their help and completion follow. */
export const reportFormats = {
  text: {
    plan: planIn("text"),
    apply: async ({ plan, result }, look) => {
      const planned = await planIn("text")({ title: result ? "plan" : "apply", plan }, look);
      return result ? `${planned}\n${(await import("./result-text.js")).renderResult(result, look)}` : planned;
    },
    validate: async (checked, look) => (await import("./checked-files.js")).checkedText(checked, look),
  },
  json: {
    plan: planIn("json"),
    apply: async ({ plan, result }, look) =>
      result ? (await import("./json.js")).documentJson(result) : planIn("json")({ title: "apply", plan }, look),
    validate: async (checked) => (await import("./checked-files.js")).checkedJson(checked),
  },
  markdown: {
    plan: planIn("markdown"),
    apply: async ({ plan, result }, look) =>
      result
        ? (await import("./result-markdown.js")).renderResultMarkdown(plan, result, look)
        : planIn("markdown")({ title: "apply", plan }, look),
    validate: async (checked) => (await import("./checked-files.js")).checkedMarkdown(checked),
  },
  junit: {
    plan: async (about, { kinds }) => (await import("./junit.js")).planJunit(about, kinds),
    apply: async (about, { kinds }) => (await import("./junit.js")).applyJunit(about, kinds),
    validate: async (checked) => (await import("./junit.js")).filesJunit(checked),
  },
  "gitlab-widget": {
    plan: async (about) => (await import("./gitlab-widget.js")).planWidget(about),
    apply: async (about) => (await import("./gitlab-widget.js")).applyWidget(about),
  },
  "code-quality": {
    validate: async (checked) => (await import("./code-quality.js")).codeQuality(checked),
  },
  sarif: {
    validate: async (checked, { version }) => (await import("./sarif.js")).sarif(checked, version),
  },
} satisfies Readonly<Record<string, ReportFormat>>;

/** The name of a format of reports. */
export type ReportFormatName = keyof typeof reportFormats;

/** The formats that tell of a subject. */
export function reportFormatNames(subject: keyof Reported): readonly ReportFormatName[] {
  return (Object.keys(reportFormats) as ReportFormatName[]).filter((name) => Object.hasOwn(reportFormats[name], subject));
}

/** A subject in a format that tells of it. */
export async function renderReport<Subject extends keyof Reported>(
  format: ReportFormatName,
  subject: Subject,
  about: Reported[Subject],
  look: ReportLook,
): Promise<string> {
  const formats: Readonly<Record<string, ReportFormat>> = reportFormats;
  const render: Render<Subject> | undefined = formats[format]?.[subject];
  if (render === undefined) throw new Error(`no report ${format} of ${subject}`);
  return render(about, look);
}
