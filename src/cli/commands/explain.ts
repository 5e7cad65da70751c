import type { Command } from "commander";
import { type Address, formatAddress, fold, parseAddress } from "../../core/address.js";
import { formatOrigin, TrueupError } from "../../core/errors.js";
import { type Kind, parentsOf } from "../../core/kind.js";
import { didYouMean } from "../../core/names.js";
import type { Desired } from "../../core/plan.js";
import type { AttributeFacts, Meant } from "../../derive/explain.js";
import { exit } from "../exit.js";
import { checkKinds } from "../kind-names.js";
import { addExample, addProjectOptions, collect } from "../options.js";
import { pathsFor } from "../project.js";
import type { Session } from "../session.js";
import { runContextOf } from "../target.js";

/** `trueup explain`: where a value comes from, and what an attribute means. */
export function defineExplain(program: Command, session: Session): void {
  const command = addProjectOptions(program.command("explain <address> [attribute]"))
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
    await explain(address, attribute, pathsFor(paths, session), session);
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
  const { kinds } = await import("../../program/kinds.js");
  const kind = kinds.get(parts.kind);
  if (!kind) return;
  const isKindOnly = parts.path === undefined && kind.as !== "one";
  const resources = isKindOnly ? [] : await declared(paths, session);
  const desired = declaredAt(address, resources);
  if (attribute !== undefined) {
    const parent = desired ? desired.parent : declaredParent(kind, parts, resources);
    await print(session, await aboutAttribute(kind, { key: parts.key, parent }, attribute, desired, address));
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
  await print(session, await aboutKind(kind, { key: parts.key }));
  session.exitCode = exit.ok;
}

/** The declared thing of an address; undefined if there is none. Groups and projects share one space of paths, so that there are two only while one takes the other's. */
function declaredAt(address: string, resources: readonly Desired[]): Desired | undefined {
  const [desired, other] = resources.filter((one) => fold(one.address) === fold(address));
  if (!desired || !other) return desired;
  const where = [desired, other].map(({ parent, origin }) => `in a ${parent ?? "file"} at ${formatOrigin(origin)}`);
  throw new TrueupError({
    code: "address.ambiguous",
    message: `${desired.address} is declared twice: ${where.join(", and ")}`,
    hint: "Look at one of them alone: --path with the file that declares it.",
  });
}

/** The kind of what an address that nothing declares would hang on: that of the declared thing of its path, where there is one such. */
function declaredParent(kind: Kind, { path = "" }: Address, resources: readonly Desired[]): string | undefined {
  const found = parentsOf(kind).filter((parent) =>
    resources.some((one) => one.kind === parent && fold(one.path ?? "") === fold(path)),
  );
  return found.length === 1 ? found[0] : undefined;
}

async function print({ output }: Session, text: string): Promise<void> {
  const { cleanLines } = await import("../../report/text.js");
  output.result(`${cleanLines(text).join("\n")}\n`);
}

/** What the files declare; nothing where there are none. Files with errors still tell what can be told. */
async function declared(paths: readonly string[], session: Session): Promise<readonly Desired[]> {
  const { validate } = await import("../../validate.js");
  try {
    const { state, diagnostics } = await validate(paths, {}, runContextOf(session, {}));
    const errors = diagnostics.filter((diagnostic) => diagnostic.severity === "error").length;
    if (errors > 0)
      session.output.note(`The files have ${errors === 1 ? "an error" : `${errors} errors`}: see trueup validate.\n`);
    return state.resources;
  } catch (error) {
    if (error instanceof TrueupError && error.code === "files.none" && paths.length === 0) return [];
    throw error;
  }
}

async function aboutKind(kind: Kind, meant: Meant): Promise<string> {
  const { attributeNames, explainAttribute } = await import("../../derive/explain.js");
  const names = attributeNames(kind, meant);
  const width = Math.max(...names.map((name) => name.length));
  const lines = names.map((name) => `  ${name.padEnd(width)}  ${explainAttribute(kind, name, meant)?.description ?? ""}`);
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
  meant: Meant,
  attribute: string,
  desired: Desired | undefined,
  address: string,
): Promise<string> {
  const { attributeNames, explainAttribute } = await import("../../derive/explain.js");
  const facts = explainAttribute(kind, attribute, meant);
  if (!facts) {
    const guess = didYouMean(attribute, attributeNames(kind, meant));
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
  if (!desired) return address === kind.name && kind.as !== "one" ? [] : ["", `  No file declares ${address}.`];
  const { valueText } = await import("../../report/value.js");
  const [top = ""] = facts.path.split(".");
  const origin = desired.origins[facts.path] ?? desired.origins[top];
  if (origin === undefined || desired.spec[top] === undefined) {
    return ["", `  ${desired.address} does not mention it (${formatOrigin(desired.origin)}): it is left as it is.`];
  }
  return ["", `  ${desired.address} says ${valueText(desired.spec[top])}`, `  at ${formatOrigin(origin)}`];
}
