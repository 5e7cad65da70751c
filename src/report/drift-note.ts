import type { Kinds } from "../core/kind.js";
import { notDeclaredCount, type Plan } from "../core/plan.js";
import { arrange } from "./arrangement.js";
import { type ActionWords, deleteMarkdown, sharedMarkdown, thingMarkdown } from "./change-markdown.js";
import { code, prose } from "./markdown.js";
import { fitNote, type NotePart } from "./note.js";
import { figure } from "./nouns.js";
import { unreadCounts } from "./plan-counts.js";
import { diagnosticPart, notDeclaredLists, unreadPart } from "./plan-markdown.js";
import { shownDiagnostics } from "./same-diagnostics.js";
import { count } from "./text.js";

/** What a drift issue is about. */
export interface DriftSubject {
  /** What people call the instance; its address where nobody gave it a name. */
  readonly instance: string;
  /** The commit that says how the instance is to be; none where the files are those of a directory. */
  readonly commit?: string | undefined;
}

/** What somebody did on the instance, by what trueup would do about it. */
const byHand: ActionWords = {
  create: "deleted by hand",
  update: "changed by hand",
  move: "moved by hand",
  restore: "scheduled for deletion by hand",
  delete: "made by hand",
};
const order = ["update", "create", "delete", "move", "restore"] as const;
const rank = { firm: 0, shared: 1, thing: 2 };

/** How much differs, in one line: `2 changed by hand, 1 deleted by hand, 3 not declared`; empty where nothing does. */
export function driftSummary(plan: Pick<Plan, "changes" | "coverage">): string {
  const { changes } = plan;
  const notDeclared = notDeclaredCount(plan);
  const parts = order.flatMap((action) => {
    const number = changes.filter((change) => change.action === action).length;
    return number === 0 ? [] : [`${figure(number)} ${byHand[action]}`];
  });
  return [...parts, ...(notDeclared === 0 ? [] : [`${figure(notDeclared)} not declared`])].join(", ");
}

/** The drift of an instance as the text of an issue, in at most so many characters: what somebody did, and who can heal it how. All text from files and servers is escaped. */
export function driftNote(plan: Plan, kinds: Kinds, subject: DriftSubject, limit: number): string {
  const { shared, things } = arrange(plan, kinds);
  const differences = (number: number): NotePart["counted"] => ({ what: "difference", number });
  const parts: readonly NotePart[] = [
    { text: healing(plan), rank: rank.firm, counted: { what: "line" } },
    ...shownDiagnostics(plan.refusals, false).map((diagnostic) => diagnosticPart("Refused", diagnostic)),
    ...unreadCounts(plan.unread).map(unreadPart),
    ...shared.map((change): NotePart => ({
      text: sharedMarkdown(change, kinds, false, byHand),
      rank: rank.shared,
      counted: differences(change.changes.length),
    })),
    ...things.flatMap((thing): NotePart[] => {
      const deletes = thing.changes.filter(({ change }) => change.action === "delete");
      const rest = { ...thing, changes: thing.changes.filter((change) => !deletes.includes(change)) };
      const part = {
        text: thingMarkdown(rest, byHand),
        rank: rank.thing,
        counted: differences(rest.changes.length),
      };
      return [
        ...deletes.map((ownChange): NotePart => ({
          ...deleteMarkdown(ownChange, byHand),
          rank: rank.firm,
          counted: differences(1),
        })),
        ...(rest.changes.length === 0 ? [] : [part]),
      ];
    }),
    ...(plan.coverage ? notDeclaredLists(plan.coverage) : []).map(({ text, number }): NotePart => ({
      text,
      rank: rank.thing,
      counted: differences(number),
    })),
  ];
  const head = [`### Drift of ${code(subject.instance, 100)}`, `**${prose(driftSummary(plan))}.** ${statement(subject)}`];
  return fitNote(head, parts, limit, (left) => {
    const number = left.reduce((sum, { counted }) => sum + (counted.number ?? 1), 0);
    return `_and ${count(number, "more difference", "more differences")}: the log of the job has all_`;
  }).trimEnd();
}

function statement({ commit }: DriftSubject): string {
  const files = commit === undefined ? "the files" : `the files of commit ${code(commit.slice(0, 12))}`;
  return `The instance is not as ${files} say. What was merged and not applied yet looks the same.`;
}

/** Who can do what about it. */
function healing(plan: Plan): string {
  const { changes, calls } = plan;
  const weakening = changes.filter(({ weakens }) => weakens !== undefined).length;
  const asked = weakening === 0 ? "" : ` Of these, ${figure(weakening)} weaken protection and need an acknowledgement.`;
  const adopt = (options: string) =>
    `whoever may open a request runs ${code(`trueup drift ${options} ADDRESS`)} in a clone, and proposes the result.`;
  const healable = [
    `- **To put it back**: whoever may run the job that applies runs it for the default branch. It sends ${count(calls.length, "call")}.${asked}`,
    `- **To keep it**: ${adopt("--adopt")}`,
  ];
  const undeclared = `- **What is not declared**: applying leaves it as it is. To keep it, ${adopt("--undeclared --adopt")}`;
  return [...(changes.length === 0 ? [] : healable), ...(notDeclaredCount(plan) === 0 ? [] : [undeclared])].join("\n");
}
