import { TrueupError } from "../../core/errors.js";
import { isNestedDeeper, isObject, type Json, type JsonObject } from "../../core/json.js";
import { pointerStep } from "../../core/steps.js";

/** One resource or data source, as `terraform show -json` prints it. */
export interface StateResource {
  readonly address: string;
  readonly type: string;
  readonly isData: boolean;
  readonly values: JsonObject;
  /** True wherever the values are sensitive, in the shape of the values. */
  readonly sensitive: Json;
  /** What stands before the address of anything else in its module: "" at the top. */
  readonly module: string;
  /** What `count` or `for_each` tell it apart by. */
  readonly index?: Json;
  readonly isTainted: boolean;
  /** It is only left from a replacement. */
  readonly isDeposed: boolean;
  /** The configuration's expression of each attribute that it sets; undefined where the document has no configuration (a state). */
  readonly expressions?: JsonObject;
}

/** What the document says. */
interface TerraformDocument {
  /** The resources that are there, or are to be after the plan. */
  readonly resources: readonly StateResource[];
  /** All that may tell the name of a number: those, data sources, and what was there before the plan. */
  readonly known: readonly StateResource[];
  /** Addresses of objects that are only left from a replacement. */
  readonly deposed: readonly string[];
  /** True if the document tells what the configuration sets. */
  readonly isPlan: boolean;
}

/** Room for the state of some ten thousand projects. */
const longest = 256 * 1024 * 1024;
/** What Terraform prints lies some twenty deep; each module adds two. */
const deepest = 256;

/**
 * Reads what `terraform show -json` (or `tofu show -json`) prints of a state or of a saved plan: format 1.x, and 0.1 and 0.2 of before.
 * Throws TrueupError `convert.input` with the JSON pointer of what is wrong, where it is not the whole.
 */
export function readDocument(text: string): TerraformDocument {
  const root = parse(text);
  if (!isObject(root)) throw wrong("", "this is no JSON object");
  mustBeKnownFormat(root);
  const isPlan = isObject(root["planned_values"]);
  if (!isPlan && root["values"] === undefined) {
    throw wrong("", "there is nothing in this state", "Print the state of the workspace that holds the resources.");
  }
  const configuration = isPlan
    ? moduleOf(isObject(root["configuration"]) ? root["configuration"]["root_module"] : undefined)
    : undefined;
  const name = isPlan ? "planned_values" : "values";
  const current = readValues(root[name], `/${name}`, configuration);
  const before = isPlan && isObject(root["prior_state"]) ? readValues(root["prior_state"]["values"], "/prior_state/values") : [];
  const live = current.filter(({ isDeposed }) => !isDeposed);
  return {
    resources: live.filter(({ isData }) => !isData),
    known: [...before, ...live],
    deposed: current.filter(({ isDeposed }) => isDeposed).map(({ address }) => address),
    isPlan,
  };
}

function parse(text: string): unknown {
  if (text.length > longest) throw wrong("", `this has more than ${longest} characters`, "Print one workspace at a time.");
  const json = text.replace(/^\uFEFF/, "");
  if (json.includes("\0")) {
    throw wrong("", "this is no UTF-8 text", "Where a shell writes UTF-16 into files, say so: … | Out-File -Encoding utf8 FILE.");
  }
  if (isNestedDeeper(json, deepest)) throw wrong("", `this is nested more than ${deepest} deep`);
  try {
    return JSON.parse(json);
  } catch {
    // The parser's own words quote the text, which may hold secrets.
    throw wrong("", "this is no JSON", "Write the file with: terraform show -json > FILE.");
  }
}

function mustBeKnownFormat(root: JsonObject): void {
  const version = root["format_version"];
  if (version === undefined && Array.isArray(root["resources"])) {
    throw wrong("", "this is a state file itself, whose form is Terraform's own", "Print it first: terraform show -json > FILE.");
  }
  if (typeof version !== "string") {
    throw wrong("/format_version", "there is no format_version", "Write the file with: terraform show -json > FILE.");
  }
  if (/^(?:0\.[12]|1\.\d+)$/.test(version)) return;
  throw wrong("/format_version", `the format ${JSON.stringify(version.slice(0, 20))} is not known: must be 1.x`);
}

function readValues(values: unknown, at: string, configuration?: ConfiguredModule): StateResource[] {
  if (values === undefined) return [];
  if (!isObject(values)) throw wrong(at, "this is no object");
  return values["root_module"] === undefined ? [] : readModule(values["root_module"], `${at}/root_module`, "", configuration);
}

function readModule(module: unknown, at: string, prefix: string, configuration: ConfiguredModule | undefined): StateResource[] {
  if (!isObject(module)) throw wrong(at, "this is no object");
  const resources = listAt(module, "resources", at).map(({ item, at: place }) =>
    readResource(item, place, prefix, configuration),
  );
  const children = listAt(module, "child_modules", at).flatMap(({ item, at: place }) => {
    const address = isObject(item) ? item["address"] : undefined;
    if (typeof address !== "string") throw wrong(`${place}/address`, "a module without an address");
    const called = configuration && calledModule(configuration, address.slice(prefix.length));
    return readModule(item, place, `${address}.`, called);
  });
  return [...resources, ...children];
}

function readResource(item: unknown, at: string, module: string, configuration: ConfiguredModule | undefined): StateResource {
  if (!isObject(item)) throw wrong(at, "this is no object");
  const [address, mode] = [text(item, "address", at), text(item, "mode", at)];
  const [type, name] = [text(item, "type", at), text(item, "name", at)];
  const { index, values } = item;
  if (values !== undefined && values !== null && !isObject(values)) throw wrong(`${at}/values`, "this is no object");
  return {
    address,
    type,
    isData: mode === "data",
    values: isObject(values) ? values : {},
    sensitive: item["sensitive_values"] ?? {},
    module,
    ...(index === undefined ? {} : { index }),
    isTainted: item["tainted"] === true,
    isDeposed: typeof item["deposed_key"] === "string",
    ...(configuration === undefined ? {} : { expressions: configuration.resources.get(`${mode}.${type}.${name}`) ?? {} }),
  };
}

function text(item: JsonObject, name: string, at: string): string {
  const value = item[name];
  if (typeof value !== "string") throw wrong(at + pointerStep(name), `a resource without ${name}`);
  return value;
}

function listAt(object: JsonObject, name: string, at: string): { item: unknown; at: string }[] {
  const list = object[name];
  if (list === undefined || list === null) return [];
  if (!Array.isArray(list)) throw wrong(at + pointerStep(name), "this is no list");
  return list.map((item: unknown, index) => ({ item, at: `${at}${pointerStep(name)}/${index}` }));
}

function wrong(pointer: string, message: string, hint?: string): TrueupError {
  return new TrueupError({
    code: "convert.input",
    message,
    ...(pointer === "" ? {} : { where: pointer }),
    hint: hint ?? "What is read is the output of terraform show -json, of a state or of a saved plan.",
  });
}

/** A module as the `configuration` of a plan gives it. */
interface ConfiguredModule {
  /** The expressions of each resource by attribute, by mode, type and name: a resource that is left over has none. */
  readonly resources: ReadonlyMap<string, JsonObject>;
  /** The modules that it calls. */
  readonly calls: JsonObject;
}

/** The module that a call makes, by the last part of its address (`module.NAME`, with or without an index); an empty one if there is none. */
function calledModule({ calls }: ConfiguredModule, address: string): ConfiguredModule {
  const name = /^module\.([^.[]+)/.exec(address)?.[1] ?? "";
  const call = Object.hasOwn(calls, name) ? calls[name] : undefined;
  return moduleOf(isObject(call) ? call["module"] : undefined);
}

/** What an expression refers to, the most exact first: `gitlab_group.acme.id` and then `gitlab_group.acme`. */
export function expressionReferences(expression: Json | undefined): string[] {
  const references = isObject(expression) ? expression["references"] : undefined;
  return Array.isArray(references) ? references.filter((reference): reference is string => typeof reference === "string") : [];
}

function moduleOf(module: Json | undefined): ConfiguredModule {
  const resources = isObject(module) ? module["resources"] : undefined;
  const calls = isObject(module) ? module["module_calls"] : undefined;
  const list: readonly Json[] = Array.isArray(resources) ? resources : [];
  return {
    resources: new Map(
      list.filter(isObject).map((item) => {
        const expressions = item["expressions"];
        const key = [item["mode"], item["type"], item["name"]].map(String).join(".");
        return [key, isObject(expressions) ? expressions : {}] as const;
      }),
    ),
    calls: isObject(calls) ? calls : {},
  };
}
