import type { Command } from "commander";
import { formatAddress, fold, parseAddress } from "../../core/address.js";
import { formatOrigin, TrueupError } from "../../core/errors.js";
import type { Kind } from "../../core/kind.js";
import { didYouMean } from "../../core/names.js";
import type { Desired } from "../../core/plan.js";
import type { AttributeFacts } from "../../derive/explain.js";
import { exit } from "../exit.js";
import { checkKinds } from "../kind-names.js";
import { addExample, collect } from "../options.js";
import type { Session } from "../session.js";
import { surroundingsOf } from "../target.js";

/** `trueup explain`: where a value comes from, and what an attribute means. */
export function defineExplain(program: Command, session: Session): void {
  const command = program
    .command("explain <address> [attribute]")
    .description("say where a value comes from (file:line:column) and what an attribute means")
    .option("--path <path>", "file or directory to look into (repeatable; default: ./trueup, else .)", collect)
    .option("--debug", "show stack traces");
  addExample(
    command,
    "trueup explain project:acme/web",
    "trueup explain project:acme/web merge_method",
    "trueup explain group visibility",
  );
  command.action(async (address: string, attribute: string | undefined) => {
    const { path: paths = [] } = command.opts<{ path?: readonly string[] }>();
    await explain(address, attribute, paths, session);
  });
}

async function explain(
  address: string,
  attribute: string | undefined,
  paths: readonly string[],
  session: Session,
): Promise<void> {
  const parts = parseAddress(address);
  checkKinds([parts.kind]);
  const { kinds } = await import("../../trueup.js");
  const kind = kinds.get(parts.kind);
  if (!kind) return;
  const isKindOnly = parts.path === undefined && kind.place.as !== "one";
  const resources = isKindOnly ? [] : await declared(paths, session);
  const desired = resources.find((one) => fold(one.address) === fold(address));
  if (attribute !== undefined) {
    await print(session, await aboutAttribute(kind, parts.key, attribute, desired, address));
    return;
  }
  if (desired) {
    await print(session, await aboutThing(kind, desired));
    return;
  }
  if (!isKindOnly) {
    const guess = didYouMean(
      address,
      resources.map((one) => one.address),
    );
    throw new TrueupError({
      code: "address.undeclared",
      message: `no file declares ${formatAddress(parts)}`,
      hint: guess === undefined ? `For what its attributes mean: trueup explain ${kind.name}` : `Did you mean ${guess}?`,
    });
  }
  await print(session, await aboutKind(kind, parts.key));
  session.exitCode = exit.ok;
}

async function print({ output }: Session, text: string): Promise<void> {
  const { cleanLines } = await import("../../report/text.js");
  output.result(`${cleanLines(text).join("\n")}\n`);
}

/** What the files declare; nothing where there are none. Files with errors still tell what can be told. */
async function declared(paths: readonly string[], session: Session): Promise<readonly Desired[]> {
  const { validate } = await import("../../trueup.js");
  try {
    const { state, problems } = await validate(paths, {}, surroundingsOf(session, false));
    const errors = problems.filter((problem) => problem.severity === "error").length;
    if (errors > 0)
      session.output.note(`The files have ${errors === 1 ? "an error" : `${errors} errors`}: see trueup validate.\n`);
    return state.resources;
  } catch (error) {
    if (error instanceof TrueupError && error.code === "files.none" && paths.length === 0) return [];
    throw error;
  }
}

async function aboutKind(kind: Kind, key: string | undefined): Promise<string> {
  const { attributeNames, explainAttribute } = await import("../../derive/explain.js");
  const names = attributeNames(kind, key);
  const width = Math.max(...names.map((name) => name.length));
  const lines = names.map((name) => `  ${name.padEnd(width)}  ${explainAttribute(kind, name, key)?.description ?? ""}`);
  return [`${kind.title} (${kind.name})`, `  ${kind.description}`, `  ${kind.source}`, "", ...lines].join("\n");
}

async function aboutThing(kind: Kind, desired: Desired): Promise<string> {
  const { valueText } = await import("../../report/value.js");
  const state = desired.ensure === "absent" ? ", to be absent" : "";
  const names = Object.keys(desired.spec);
  const width = Math.max(0, ...names.map((name) => name.length));
  const lines = names.map((name) => {
    const origin = desired.origins[name];
    const where = origin === undefined ? "" : `  ${formatOrigin(origin)}`;
    return `  ${name.padEnd(width)}  ${valueText(desired.spec[name])}${where}`;
  });
  const head = `${desired.address}${state}  ${formatOrigin(desired.origin)}`;
  return [head, `  ${kind.description}`, ...(lines.length > 0 ? ["", ...lines] : [])].join("\n");
}

async function aboutAttribute(
  kind: Kind,
  key: string | undefined,
  attribute: string,
  desired: Desired | undefined,
  address: string,
): Promise<string> {
  const { attributeNames, explainAttribute } = await import("../../derive/explain.js");
  const facts = explainAttribute(kind, attribute, key);
  if (!facts) {
    const guess = didYouMean(attribute, attributeNames(kind, key));
    throw new TrueupError({
      code: "attribute.unknown",
      message: `${kind.name} has no attribute ${JSON.stringify(attribute)}`,
      hint: guess === undefined ? `For all of them: trueup explain ${kind.name}` : `Did you mean ${guess}?`,
    });
  }
  const width = Math.max(...facts.facts.map(([label]) => label.length));
  const lines = facts.facts.map(([label, text]) => `  ${label.padEnd(width)}  ${text}`);
  const source = await sourceLines(facts, desired, address, kind);
  return [`${kind.name} ${facts.path}`, `  ${facts.description}`, "", ...lines, ...source].join("\n");
}

async function sourceLines(facts: AttributeFacts, desired: Desired | undefined, address: string, kind: Kind): Promise<string[]> {
  if (!desired) return address === kind.name && kind.place.as !== "one" ? [] : ["", `  No file declares ${address}.`];
  const { valueText } = await import("../../report/value.js");
  const [top = ""] = facts.path.split(".");
  const origin = desired.origins[facts.path] ?? desired.origins[top];
  if (origin === undefined || desired.spec[top] === undefined) {
    return ["", `  ${desired.address} does not mention it (${formatOrigin(desired.origin)}): it is left as it is.`];
  }
  return ["", `  ${desired.address} says ${valueText(desired.spec[top])}`, `  at ${formatOrigin(origin)}`];
}
