import type { Context } from "../../context.js";
import { HttpError } from "../../errors.js";
import { exists } from "../../instance.js";
import type { Json } from "../../json.js";
import { takeCommands } from "../../note-text.js";
import type { Called } from "../../note-text.js";
import type { User } from "../../records.js";
import { findIssue } from "../issues/lookup.js";
import { promote } from "../issues/promotion.js";
import { findMergeRequest } from "../merge-requests/lookup.js";
import { onBoth } from "./actions-on-both.js";
import type { Action, Deed, Target } from "./actions-on-both.js";
import { onMergeRequests } from "./actions-on-merge-requests.js";

/** What quick actions in a comment do: the text that stays, `commands_changes`, the same in words, and the deed itself, which tells the other two. */
export interface Commands {
  readonly body: string;
  readonly changes: Readonly<Record<string, Json>>;
  readonly summary: readonly string[];
  readonly carryOut: () => void;
}

/** A comment without quick actions. */
export function noCommands(body: string): Commands {
  return { body, changes: {}, summary: [], carryOut: () => undefined };
}

/**
 * The quick actions in a comment on an issue or a merge request. Each is done with the rights of who speaks; what these do not reach is said in the summary
 * and left (real servers). The documents know `/promote` alone.
 */
export function commandsOn(context: Context, user: User, kind: Target["kind"], text: string): Commands {
  const actions = actionsOf(context, kind);
  const { rest, called } = takeCommands(text, Object.keys(actions));
  if (called.length === 0) return noCommands(text);
  const changes: Record<string, Json> = {};
  const summary: string[] = [];
  const carryOut = (): void => {
    const said = called.map((one) => carriedOut(context, user, kind, actions, one));
    for (const { changes: own } of said) Object.assign(changes, own);
    summary.push(said.map((one) => one.said).join(" "));
  };
  return { body: rest, changes, summary, carryOut };
}

function actionsOf({ instance }: Context, kind: Target["kind"]): Readonly<Record<string, Action>> {
  const own = kind === "merge_request" ? onMergeRequests : exists(instance, { tier: "premium" }) ? { promote: toEpic } : {};
  if (instance.dialect === "vendor") return { ...onBoth, ...own };
  return kind === "issue" ? own : {};
}

/** What became of a quick action. The thing is looked up anew, because one before may have changed it. */
function carriedOut(
  context: Context,
  user: User,
  kind: Target["kind"],
  actions: Readonly<Record<string, Action>>,
  { name, argument }: Called,
): Omit<Deed, "act"> {
  const failed = { said: `Could not apply ${name} command.` };
  const found = kind === "issue" ? findIssue(context) : findMergeRequest(context);
  const thing = "issue" in found ? found.issue : found.mergeRequest;
  const deed = actions[name]?.({ context, kind, thing, project: found.project, user }, argument);
  if (deed === undefined) return failed;
  try {
    deed.act();
    return deed;
  } catch (error) {
    if (!(error instanceof HttpError) || name === "promote") throw error;
    return failed;
  }
}

/** What cannot become an epic refuses the whole comment, with the reason. */
const toEpic: Action = ({ context, thing, project, user }) => {
  if ("source_branch" in thing) return undefined;
  const act = (): void => promote(context, project, thing, user);
  return { said: "Promoted issue to an epic.", changes: { promote_to_epic: true }, act };
};
