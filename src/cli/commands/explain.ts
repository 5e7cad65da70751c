import type { Command } from "commander";
import { type Address, formatAddress, fold, parseAddress } from "../../core/address.js";
import { formatOrigin, type Origin, TrueupError } from "../../core/errors.js";
import { type FieldsContext, formOf, type Kind, type Kinds, parentsOf, placesOf, topParent } from "../../core/kind.js";
import { absencePath } from "../../core/layer.js";
import { didYouMean } from "../../core/names.js";
import type { Desired, DesiredState } from "../../core/plan.js";
import type { AttributeFacts } from "../../derive/explain.js";
import type { WordMeaning } from "../../derive/file-words.js";
import { dataText, isData, textOrData, type TextOrData } from "../../report/data-formats.js";
import type { ExplainServer, ThingExplained } from "../../trueup.js";
import { exit } from "../exit.js";
import { addFormatOptions } from "../format-options.js";
import { checkKinds } from "../kind-names.js";
import { collect } from "../option-values.js";
import {
  addExample,
  addRevisionOptions,
  addServerOptions,
  addVariableOptions,
  nowOption,
  type RunFlags,
  type ServerFlags,
} from "../options.js";
import { pathsFor } from "../project.js";
import type { Session } from "../session.js";
import { loadedFiles, withTarget } from "../target.js";
import { usage } from "../usage.js";

type Flags = ServerFlags &
  RunFlags & {
    readonly path?: readonly string[];
    readonly live?: true;
    readonly effective?: true;
    readonly format: TextOrData;
  };

/** `trueup explain`: where a value comes from, and what an attribute means. */
export function defineExplain(program: Command, session: Session): void {
  const command = program
    .command("explain <address> [attribute]")
    .description("show which line of which file a value comes from, and what an attribute or a key of the files means")
    .option("--path <path>", "file or directory to look into (repeatable; default: ./trueup, else .)", collect)
    .option("--effective", "print the combined declaration of all files for an address, with origins as comments")
    .option("--live", "also say what is live, and which policies hold there; so do --url and --emulator")
    .addOption(nowOption())
    .option("--debug", "show stack traces");
  addFormatOptions(addVariableOptions(addServerOptions(addRevisionOptions(command))), textOrData);
  addExample(
    command,
    "trueup explain project:acme/web",
    "trueup explain project:acme/web merge_method",
    "trueup explain --effective project:acme/web",
    "trueup explain group visibility",
    "trueup explain moved_from",
    "trueup explain integration jira",
  );
  command.action(async (address: string, attribute: string | undefined) => {
    const flags = command.opts<Flags>();
    const { path: paths = [], live, url, emulator, effective } = flags;
    if (effective && attribute !== undefined) throw usage("--effective is about whole things", "Leave the attribute out.");
    const run = (at?: ExplainServer) => explain(address, attribute, { flags, paths: pathsFor(paths, session), at }, session);
    const isLive = live ?? emulator ?? url !== undefined;
    if (!isLive) return run();
    session.interrupt.listen();
    return withTarget(flags, session, ({ server, around }) => session.interrupt.orLeave(run({ server, context: around })));
  });
}

interface Request {
  readonly flags: Flags;
  readonly paths: readonly string[];
  readonly at?: ExplainServer | undefined;
}

async function explain(address: string, given: string | undefined, request: Request, session: Session): Promise<void> {
  const { flags, at } = request;
  const { kinds } = await import("../../program/kinds.js");
  const asked = { parts: parseAddress(address), attribute: given };
  const meanings = await meaningsOf(kinds, asked);
  if (meanings.length > 0) return tellMeanings(meanings, request, session);
  checkKinds([asked.parts.kind]);
  const kind = kinds.get(asked.parts.kind);
  if (!kind) return;
  const { parts, attribute } = withKey(kind, asked);
  const isKindOnly = parts.path === undefined && (formOf(kind) !== "one" || !parentsOf(kind).includes(topParent));
  const state = isKindOnly ? undefined : await declared(request, session);
  const resources = state?.resources ?? [];
  const resource = declaredAt(address, resources);
  if (flags.effective) return effectiveOf(kind, parts, state, request, session);
  const meant = { key: parts.key, parent: resource ? resource.parent : declaredParent(kind, parts, resources) };
  const facts = attribute === undefined ? undefined : await factsOf(kind, meant, attribute);
  const names = facts && [facts.path];
  const { explainThing } = await import("../../trueup.js");
  const explained =
    state && (resource !== undefined || state.layers || at) ? await explainThing(state, address, names, at) : undefined;
  const desired = explained?.desired ?? (resource?.ensure === "absent" ? resource : undefined);
  if (isData(flags.format)) {
    const { explainJson } = await import("../../report/index.js");
    const { desired: _, ...subject } = explained ?? { address: formatAddress(parts), attributes: [], desired };
    const about = facts && { attribute: facts.path, description: facts.description, facts: Object.fromEntries(facts.facts) };
    session.output.result(await dataText(flags.format, explainJson({ ...subject, ...about })));
    return;
  }
  if (facts) return print(session, await aboutAttribute(kind, facts, explained, { address, variables: state?.variables }));
  if (desired) return print(session, await aboutThing(kind, desired, explained, state?.variables));
  const isShaped = parts.key !== undefined && Object.hasOwn(kind.shapes ?? {}, parts.key);
  if (!isKindOnly && !isShaped) throw undeclared(address, parts, kind, resources);
  if (!isKindOnly) session.output.note(`No file declares ${formatAddress(parts)}: this is what it can have.\n`);
  await print(session, await aboutKind(kind, { key: parts.key }));
  session.exitCode = exit.ok;
}

async function tellMeanings(meanings: readonly WordMeaning[], { flags }: Request, session: Session): Promise<void> {
  if (!isData(flags.format)) return print(session, meaningLines(meanings));
  const meaning = meanings.map(({ description, facts }) => ({ description, facts: Object.fromEntries(facts) }));
  const document = `${JSON.stringify({ word: meanings[0]?.word, meanings: meaning }, null, 2)}\n`;
  session.output.result(await dataText(flags.format, document));
}

async function effectiveOf(
  kind: Kind,
  parts: Address,
  state: DesiredState | undefined,
  { at }: Request,
  session: Session,
): Promise<void> {
  const { effectiveDeclaration } = await import("../../trueup.js");
  const text = state && (await effectiveDeclaration(state, formatAddress(parts), at));
  if (text === undefined) throw undeclared(formatAddress(parts), parts, kind, state?.resources ?? []);
  session.output.result(text);
}

function undeclared(address: string, parts: Address, kind: Kind, resources: readonly Desired[]): TrueupError {
  const addresses = resources.map((resource) => resource.address);
  const guess = didYouMean(address, addresses);
  return new TrueupError({
    code: "address.undeclared",
    message: `no file declares ${formatAddress(parts)}`,
    hint: guess === undefined ? `For what its attributes mean: trueup explain ${kind.name}` : `Did you mean ${guess}?`,
  });
}

/** The declared thing of an address; undefined if there is none. Groups and projects share one space of paths, so that there are two only while one takes the other's. */
function declaredAt(address: string, resources: readonly Desired[]): Desired | undefined {
  const [desired, other] = resources.filter((resource) => fold(resource.address) === fold(address));
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
  const parents = parentsOf(kind).filter((parent) =>
    resources.some((resource) => resource.kind === parent && fold(resource.path ?? "") === fold(path)),
  );
  return parents.length === 1 ? parents[0] : undefined;
}

async function print({ output }: Session, text: string): Promise<void> {
  const { cleanLines } = await import("../../report/text.js");
  output.result(`${cleanLines(text).join("\n")}\n`);
}

/** What the files say; undefined where there are none. Files with errors still tell what can be told. */
async function declared({ paths, flags }: Request, session: Session): Promise<DesiredState | undefined> {
  const loaded = await loadedFiles(paths, flags, session);
  const errors = loaded?.diagnostics.filter((diagnostic) => diagnostic.severity === "error").length ?? 0;
  if (errors > 0) session.output.note(`The files have ${errors === 1 ? "an error" : `${errors} errors`}: see trueup validate.\n`);
  return loaded?.state;
}

async function aboutThing(
  kind: Kind,
  desired: Desired,
  explained: ThingExplained | undefined,
  variables: DesiredState["variables"],
): Promise<string> {
  const [{ valueText }, { placeText }] = await Promise.all([
    import("../../report/value.js"),
    import("../../report/explained-text.js"),
  ]);
  const placeOf = (origin: Origin) => placeText(formatOrigin(origin), variables);
  const state = desired.ensure === "absent" ? ", to be absent" : "";
  const shown = new Map((explained?.attributes ?? []).map((attribute) => [attribute.attribute, attribute]));
  const names = [...new Set([...Object.keys(desired.spec), ...shown.keys()])];
  const width = Math.max(0, ...names.map((name) => name.length));
  const lines = names.map((name) => {
    const origin = desired.origins[name];
    const layer = desired.layers?.[name];
    const where = origin === undefined ? "" : `  ${layer === undefined ? "" : `${layer}, `}${placeOf(origin)}`;
    const bounds = (shown.get(name)?.lines ?? []).filter(({ outcome }) => outcome === "bounds");
    const bounded = bounds.map(({ word, value, source }) => `${word} ${valueText(value)} (${source})`).join(", ");
    const text = desired.spec[name] === undefined ? bounded : `${valueText(desired.spec[name])}${where}`;
    const live = shown.get(name)?.live;
    return `  ${name.padEnd(width)}  ${text}${live === undefined ? "" : `  live: ${valueText(live)}`}`;
  });
  const off = Object.entries(explained?.notInForce ?? {}).map(([name, why]) => `  policy ${name}: ${why}`);
  const policy = desired.ensure === "absent" ? desired.layers?.[absencePath] : undefined;
  const head = `${desired.address}${state}  ${policy === undefined ? "" : `${policy}, `}${formatOrigin(desired.origin)}`;
  return [
    head,
    `  ${kind.description}`,
    ...(lines.length > 0 ? ["", ...lines] : []),
    ...(off.length > 0 ? ["", ...off] : []),
  ].join("\n");
}

async function factsOf(kind: Kind, meant: FieldsContext, attribute: string): Promise<AttributeFacts> {
  const { attributeNames, explainAttribute } = await import("../../derive/explain.js");
  const facts = explainAttribute(kind, attribute, meant);
  if (facts) return facts;
  const guess = didYouMean(attribute, attributeNames(kind, meant));
  throw new TrueupError({
    code: "attribute.unknown",
    message: `${kind.name} has no attribute ${JSON.stringify(attribute)}`,
    hint: guess === undefined ? `For all of them: trueup explain ${kind.name}` : `Did you mean ${guess}?`,
  });
}

async function aboutAttribute(
  kind: Kind,
  facts: AttributeFacts,
  explained: ThingExplained | undefined,
  asked: Asked,
): Promise<string> {
  const width = Math.max(...facts.facts.map(([label]) => label.length));
  const lines = facts.facts.map(([label, text]) => `  ${label.padEnd(width)}  ${text}`);
  const source = await sourceLines(explained, asked, kind);
  return [`${kind.name} ${facts.path}`, `  ${facts.description}`, "", ...lines, ...source].join("\n");
}

/** What was asked about, and the variables of the files. */
interface Asked {
  readonly address: string;
  readonly variables: DesiredState["variables"];
}

async function sourceLines(explained: ThingExplained | undefined, { address, variables }: Asked, kind: Kind): Promise<string[]> {
  const desired = explained?.desired;
  const [attribute] = explained?.attributes ?? [];
  if (!desired && (attribute?.lines.length ?? 0) === 0 && attribute?.live === undefined)
    return address === kind.name && formOf(kind) !== "one" ? [] : ["", `  No file declares ${address}.`];
  const { explainedLines } = await import("../../report/index.js");
  return explainedLines(attribute, {
    address: desired?.address ?? address,
    origin: desired?.origin,
    notInForce: explained?.notInForce ?? {},
    variables,
  });
}

/** What is asked about: of a kind whose keys differ in their attributes, an attribute may begin with a key, as in `jira.url`. */
interface AskedAttribute {
  readonly parts: Address;
  readonly attribute: string | undefined;
}

/** Takes the key out of an attribute of a kind whose keys differ, where the address has none. */
function withKey(kind: Kind, { parts, attribute }: AskedAttribute): AskedAttribute {
  const [key = "", ...rest] = attribute?.split(".") ?? [];
  if (parts.path !== undefined || kind.shapes === undefined || !Object.hasOwn(kind.shapes, key)) return { parts, attribute };
  return { parts: { ...parts, key }, attribute: rest.length === 0 ? undefined : rest.join(".") };
}

/** What words of files mean that are no attributes: anywhere, or in bodies of a kind that has no attribute of that name. Empty for all else. */
async function meaningsOf(kinds: Kinds, { parts, attribute }: AskedAttribute): Promise<readonly WordMeaning[]> {
  const [{ explainWord }, { explainAttribute }] = await Promise.all([
    import("../../derive/file-words.js"),
    import("../../derive/explain.js"),
  ]);
  const kind = kinds.get(parts.kind);
  if (kind === undefined) return parts.path === undefined && attribute === undefined ? explainWord(kinds, parts.kind) : [];
  if (attribute === undefined || explainAttribute(kind, attribute, { key: parts.key })) return [];
  return explainWord(kinds, attribute, placesOf(kind));
}

/** Meanings of a word as text. */
function meaningLines(meanings: readonly WordMeaning[]): string {
  const parts = meanings.map(({ description, facts }) => {
    const width = Math.max(...facts.map(([label]) => label.length));
    return [`  ${description}`, "", ...facts.map(([label, text]) => `  ${label.padEnd(width)}  ${text}`)].join("\n");
  });
  return [meanings[0]?.word ?? "", parts.join("\n\n")].join("\n");
}

/** All attributes of a kind, or of one key of it, by what they are about. */
async function aboutKind(kind: Kind, meant: FieldsContext): Promise<string> {
  const { attributeGroups, explainAttribute } = await import("../../derive/explain.js");
  const groups = attributeGroups(kind, meant);
  const width = Math.max(0, ...groups.flatMap(({ names }) => names.map((name) => name.length)));
  const lines = groups.flatMap(({ subject, isDeprecated, names }) => {
    const heading = isDeprecated ? "Deprecated" : (subject?.title ?? (kind.subjects ? "Other" : undefined));
    return [
      "",
      ...(heading === undefined || groups.length === 1 ? [] : [`  ${heading}:`]),
      ...names.map((name) => `  ${name.padEnd(width)}  ${explainAttribute(kind, name, meant)?.description ?? ""}`),
    ];
  });
  const shape = meant.key === undefined ? undefined : kind.shapes?.[meant.key];
  const title = shape ? `${kind.title} ${meant.key}` : kind.title;
  return [
    `${title} (${kind.name})`,
    `  ${shape?.description ?? kind.description}`,
    `  ${kind.source}`,
    ...lines,
    ...keyLines(kind, meant),
  ].join("\n");
}

/** Of a kind whose keys differ: which there are. */
function keyLines(kind: Kind, { key }: FieldsContext): string[] {
  if (kind.shapes === undefined || key !== undefined) return [];
  return [
    "",
    `  Each of these has its own of them (trueup explain ${kind.name} KEY):`,
    `  ${Object.keys(kind.shapes).sort().join(", ")}`,
  ];
}
