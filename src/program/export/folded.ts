import { randomUUID } from "node:crypto";
import { TrueupError } from "../../core/errors.js";
import { canonicalJson } from "../../core/json.js";
import type { DesiredState, Plan } from "../../core/plan.js";
import { secretReferences } from "../../core/secret-template.js";
import { loadDesired, resolveSecret } from "../../desired/index.js";
import { type Exported, foldDeclarations, foldingFault } from "../../engine/export/index.js";
import type { LiveInstance } from "../../engine/live/index.js";
import { expand, makePlan } from "../../engine/plan/index.js";
import { type FilesContext, type FilesDraft, declarationsOf, newFiles } from "../files/draft.js";
import { kinds } from "../kinds.js";
import type { RunContext } from "../server/run-context.js";

/** How the files are written. */
type Form = FilesContext & Pick<Parameters<typeof newFiles>[2], "schema" | "packagedSchema">;

/**
 * A draft of new files in which policies and presets say what many groups or projects have in common, where that takes fewer lines. Before anybody sees it, it is loaded
 * and planned: all layers together must say of each thing what was exported, and plan nothing that the unfolded files would not. Where they do not, the draft
 * is the unfolded one, and `unfolded` says so.
 */
export async function foldedFiles(root: string, exported: Exported, form: Form, instance: LiveInstance): Promise<FilesDraft> {
  const unfolded = await newFiles(root, exported, form);
  const { declarations, shared } = foldDeclarations(declarationsOf(exported), kinds, exported.defaults);
  if (shared.length === 0) return unfolded;
  const edits = declarations.map((declaration) => ({ action: "declare", declaration }) as const);
  const draft = await newFiles(root, { ...exported, edits }, { ...form, shared });
  if (linesOf(draft) >= linesOf(unfolded)) return unfolded;
  const fault = await faultOf(root, draft, exported, instance, form.context);
  const requests = instance.read.requests;
  if (fault === undefined) return { ...draft, summary: unfolded.summary, requests };
  const reason = new TrueupError({
    code: "export.unfolded",
    message: `what is common was not folded, and the files say all of each thing: ${fault}`,
    hint: "The files are complete as they are. Please report this: folding must not change what files say.",
  });
  return { ...unfolded, requests, unfolded: reason };
}

/** Why files do not say what was exported; undefined if they do. */
async function faultOf(
  root: string,
  draft: FilesDraft,
  exported: Exported,
  instance: LiveInstance,
  context: RunContext,
): Promise<string | undefined> {
  const { cwd, env, now } = context;
  const overlay = new Map(draft.changes.map(({ absolute, after }) => [absolute, after]));
  const paths = [...overlay.keys()].filter((file) => file.endsWith(".yaml"));
  const { state, diagnostics } = await loadDesired(paths, { kinds, cwd, env, now, overlay });
  const wrong = diagnostics.find(({ severity }) => severity === "error");
  if (wrong) return `${wrong.address ?? wrong.origin.file}: ${wrong.message}`;
  const expanded = expand(state, kinds);
  const fault = foldingFault(declarationsOf(exported), expanded, kinds, exported.defaults);
  if (fault !== undefined) return fault;
  const resolve = resolverOf(exported, context, root);
  const folded = await planOf(state, instance, resolve);
  if (folded.changes.length + folded.refusals.length === 0) return undefined;
  const { layers: _, ...plain } = state;
  const plan = await planOf({ ...plain, resources: expanded }, instance, resolve);
  const [inFolded, inPlan] = [inShort(folded), inShort(plan)];
  const isSame = inFolded.size === inPlan.size && [...inFolded].every((change) => inPlan.has(change));
  return isSame ? undefined : "it plans other changes than without policies and presets";
}

async function planOf(state: DesiredState, instance: LiveInstance, resolve: (template: string) => string): Promise<Plan> {
  const { plan } = await makePlan(instance, state, { targets: [], resendSecrets: [], allowDelete: [], resolve });
  return plan;
}

function inShort({ changes, refusals }: Plan): ReadonlySet<string> {
  const rows = changes.map(({ address, action, attributes }) => [address, action, attributes.map(({ path }) => path)]);
  return new Set([...rows, ...refusals.map(({ rule, addresses }) => [rule, addresses])].map((row) => canonicalJson(row)));
}

/** What replies showed of a secret, and anything for one that nobody shows: it is not compared. */
function resolverOf({ shown }: Exported, { env, redactor }: RunContext, root: string): (template: string) => string {
  const unseen = randomUUID();
  return (template) => {
    const names = secretReferences(template).flatMap(({ from, name }) => (from === "env" ? [name] : []));
    const known = names.map((name) => [name, shown?.get(name) ?? env[name] ?? unseen] as const);
    return resolveSecret(template, { env: Object.fromEntries(known), root, onValue: (value) => redactor.add(value) });
  };
}

function linesOf({ changes }: FilesDraft): number {
  const texts = changes.flatMap(({ file, after }) => (file.endsWith(".yaml") && typeof after === "string" ? [after] : []));
  return texts.reduce((sum, text) => sum + text.split("\n").length, 0);
}
