import { resolve } from "node:path";
import { defined } from "../../core/collections.js";
import { credentialVariables } from "../../core/environment.js";
import { fault, type FileDiagnostic, TrueupError } from "../../core/errors.js";
import { isObject, type Json, type JsonObject } from "../../core/json.js";
import { didYouMean } from "../../core/names.js";
import { scopeWords } from "../../core/project-schema.js";
import { pointerStep, pointerSteps } from "../../core/steps.js";
import type { FileScope, SourceFile } from "../../desired/index.js";
import { kinds } from "../../kinds/index.gen.js";
import { normaliseUrl } from "../../platform/server.js";
import type { Freeze } from "./freezes.js";
import type { GivenVariable, OptionDefault, Project, ProjectInstance } from "./project.js";

/** The one credential of trueup itself that `token_env` may name: where the others go has rules of its own. */
const ownToken = "TRUEUP_TOKEN";

/** What a project file says, once its form was checked: what is wrong beyond that is pushed to `diagnostics`, and left out. */
export class ProjectContent {
  constructor(
    private readonly source: SourceFile,
    private readonly directory: string,
    private readonly diagnostics: FileDiagnostic[],
  ) {}

  /** All of it. */
  async read(): Promise<Project> {
    const { source, directory } = this;
    const top = isObject(source.value) ? source.value : {};
    const paths = textsOf(top["paths"]).map((path) => resolve(directory, path));
    const instances = new Map<string, ProjectInstance>();
    for (const [name, value] of entriesOf(top["instances"])) {
      const instance = await this.instance(name, value);
      if (instance) instances.set(name, instance);
    }
    const defaultInstance = this.defaultInstance(top["default_instance"], Object.keys(objectOf(top["instances"])));
    const scopes = isObject(top["scopes"])
      ? { directory, entries: scopesOf(source, top["scopes"], this.diagnostics) }
      : undefined;
    const tokenVariables = [...instances.values()].flatMap(({ tokenVariable }) => tokenVariable ?? []);
    return {
      file: source.file,
      place: { file: source.absolute, tokenVariables, ...defined({ scopes }) },
      ...(paths.length > 0 ? { paths } : {}),
      instances,
      ...defined({ defaultInstance }),
      defaults: this.defaults(top["defaults"]),
      ...(top["undeclared"] === "report" ? { undeclared: "report" } : {}),
      freezes: await this.freezes(top["freeze"], "/freeze"),
    };
  }

  private async instance(name: string, value: Json): Promise<ProjectInstance | undefined> {
    const pointer = `/instances${pointerStep(name)}`;
    if (!/^[A-Za-z0-9_][A-Za-z0-9_.-]*$/.test(name)) {
      this.refuse(pointer, "key", "instance.name", "the name of an instance has only letters, digits, _, - and .");
    }
    const body = objectOf(value);
    const url = this.url(body, pointer);
    const { ca, dialect, concurrency, max_rps: maxRps } = body;
    const variable = this.tokenVariable(body["token_env"], `${pointer}/token_env`);
    const vars = this.variables(body["vars"], `${pointer}/vars`);
    const freezes = await this.freezes(body["freeze"], `${pointer}/freeze`);
    if (url === undefined) return undefined;
    return {
      name,
      url: url.address,
      origin: this.source.valueOrigin(`${pointer}/url`),
      ...(typeof ca === "string"
        ? { ca: { path: resolve(this.directory, ca), origin: this.source.valueOrigin(`${pointer}/ca`) } }
        : {}),
      ...(dialect === "neutral" || dialect === "vendor" ? { dialect } : {}),
      ...(typeof concurrency === "number" ? { concurrency } : {}),
      ...(typeof maxRps === "number" ? { maxRps } : {}),
      allowHttp: body["allow_http"] === true ? [url.host] : textsOf(body["allow_http"]),
      ...(variable === undefined ? {} : { tokenVariable: variable }),
      vars,
      freezes,
    };
  }

  /** Whether plain http may go there is asked when it is gone to: the command line may allow it. */
  private url(body: JsonObject, pointer: string): { readonly address: string; readonly host: string } | undefined {
    const text = body["url"];
    if (typeof text !== "string" || text === "") return undefined;
    const host = /^https?:\/\/(?:[^/?#]*@)?([^/?#]*)/i.exec(text.trim())?.[1]?.toLowerCase() ?? "";
    try {
      return { address: normaliseUrl(text, { source: "url", allowHttp: [host, host.replace(/:\d+$/, "")] }), host };
    } catch (error) {
      if (!(error instanceof TrueupError)) throw error;
      this.refuse(`${pointer}/url`, "value", error.code, error.message.replace(/^url: /, ""), error.hint);
      return undefined;
    }
  }

  private tokenVariable(value: Json | undefined, pointer: string): string | undefined {
    if (typeof value !== "string") return undefined;
    if (value === ownToken || !credentialVariables.includes(value.toUpperCase())) return value;
    const message = `${value.toUpperCase()} has rules of its own about where it goes`;
    this.refuse(pointer, "value", "instance.token", message, "the name of a variable of your own, such as STAGING_TOKEN");
    return undefined;
  }

  private variables(value: Json | undefined, pointer: string): ReadonlyMap<string, GivenVariable> {
    const entries = entriesOf(value).flatMap(([name, given]) => {
      const place = pointer + pointerStep(name);
      if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) return [[name, { value: given, origin: this.source.keyOrigin(place) }] as const];
      const message = "the name of a variable has only letters, digits and _, and begins with no digit";
      this.refuse(place, "key", "variable.name", message);
      return [];
    });
    return new Map(entries);
  }

  private defaultInstance(value: Json | undefined, names: readonly string[]): string | undefined {
    if (typeof value !== "string") return undefined;
    if (names.includes(value)) return value;
    const guess = didYouMean(value, names);
    const known = names.length === 0 ? "instances names none" : names.join(", ");
    const message = `there is no instance ${JSON.stringify(value)}`;
    this.refuse("/default_instance", "value", "instance.unknown", message, guess ? `did you mean ${guess}?` : known);
    return undefined;
  }

  private defaults(value: Json | undefined): readonly OptionDefault[] {
    return entriesOf(value).flatMap(([name, given]) => {
      const pointer = `/defaults${pointerStep(name)}`;
      if (!isObject(given)) return [this.optionDefault(name, given, pointer)];
      const commandOrigin = this.source.keyOrigin(pointer);
      return entriesOf(given).map(([option, optionValue]) => ({
        ...this.optionDefault(option, optionValue, pointer + pointerStep(option)),
        command: name,
        commandOrigin,
      }));
    });
  }

  private optionDefault(option: string, value: Json, pointer: string): OptionDefault {
    return { option, value, origin: this.source.keyOrigin(pointer), valueOrigin: this.source.valueOrigin(pointer) };
  }

  /** The reader of cron expressions is loaded for whoever has a freeze. */
  private async freezes(value: Json | undefined, pointer: string): Promise<readonly Freeze[]> {
    if (!Array.isArray(value) || value.length === 0) return [];
    const { freezeMistakes } = await import("./freezes.js");
    return value.flatMap((item: Json, index) => {
      const place = pointer + pointerStep(index);
      const { from, until, timezone = "UTC", reason } = objectOf(item);
      if (typeof from !== "string" || typeof until !== "string" || typeof timezone !== "string") return [];
      const freeze = { from, until, timezone, ...(typeof reason === "string" ? { reason } : {}) };
      const wrong = freezeMistakes(freeze);
      for (const { key, message, allowed } of wrong) this.refuse(`${place}/${key}`, "value", `freeze.${key}`, message, allowed);
      return wrong.length > 0 ? [] : [{ ...freeze, origin: this.source.valueOrigin(place) }];
    });
  }

  private refuse(pointer: string, at: "key" | "value", rule: string, message: string, allowed?: string): void {
    const origin = at === "key" ? this.source.keyOrigin(pointer) : this.source.valueOrigin(pointer);
    const attribute = pointerSteps(pointer).join(".");
    this.diagnostics.push(fault(rule, origin, message, defined({ attribute, allowed })));
  }
}

function objectOf(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

function entriesOf(value: Json | undefined): readonly (readonly [string, Json])[] {
  return Object.entries(objectOf(value)).map(([name, part]) => [name, part ?? null]);
}

function textsOf(value: Json | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [];
}

/** The lines of `scopes`; what is wrong with one is pushed to `diagnostics`. */
function scopesOf(source: SourceFile, value: JsonObject, diagnostics: FileDiagnostic[]): readonly FileScope[] {
  const known = scopeWords(kinds);
  return Object.entries(value).map(([files, scope]) => {
    const pointer = `/scopes${pointerStep(files)}`;
    const wrong = fileGlobMistake(files);
    if (wrong !== undefined) diagnostics.push(fault("scope.glob", source.keyOrigin(pointer), wrong.message, wrong));
    const inShort = Array.isArray(scope);
    const items = textsOf(isObject(scope) ? scope["may"] : scope);
    items.forEach((item: string, index) => {
      const place = pointer + (inShort ? "" : "/may") + pointerStep(index);
      const mistake = known.includes(item) ? undefined : pathGlobMistake(item, known);
      const attribute = pointerSteps(place).join(".");
      if (mistake) diagnostics.push(fault("scope.word", source.valueOrigin(place), mistake.message, { ...mistake, attribute }));
    });
    return {
      files: files.replace(/^(?:\.\/)+/, ""),
      words: items.filter((item) => known.includes(item)),
      paths: items.filter((item) => !known.includes(item)).map(pathIn),
      ...(inShort ? {} : { env: textsOf(isObject(scope) ? scope["env"] : undefined) }),
      origin: source.keyOrigin(pointer),
    };
  });
}

/** What goes before the path of a single group at the top, which would else be taken for a word. */
const oneGroup = "group:";

function pathIn(item: string): string {
  return item.startsWith(oneGroup) ? item.slice(oneGroup.length) : item;
}

interface Mistake {
  readonly message: string;
  readonly allowed: string;
}

function fileGlobMistake(files: string): Mistake | undefined {
  const segments = files.replace(/^(?:\.\/)+/, "").split("/");
  if (files.endsWith("/")) return { message: "a glob of files ends in no slash", allowed: `${files}** for all below it` };
  if (segments.some((segment) => ["", ".", ".."].includes(segment)) || files.includes("\\")) {
    const allowed = "a glob relative to the directory of this file, such as teams/shop/**";
    return { message: "this cannot be the path of a file below the directory of the project file", allowed };
  }
  return braces(files);
}

/** What has neither a slash nor a wildcard is meant for a word: as a path it would let a slip of the hand through. */
function pathGlobMistake(written: string, known: readonly string[]): Mistake | undefined {
  const item = pathIn(written);
  const segments = item.split("/");
  if (item === written && segments.length === 1 && !item.includes("*")) {
    const guess = didYouMean(item, known);
    const words = `one of ${known.join(", ")}, a glob of full paths such as ${item}/**, or ${oneGroup}${item} for that group alone`;
    return { message: `there is no word ${JSON.stringify(item)} in scopes`, allowed: guess ? `did you mean ${guess}?` : words };
  }
  if (segments.some((segment) => ["", ".", ".."].includes(segment))) {
    return { message: "this is no glob of full paths", allowed: "a glob such as acme/shop/**" };
  }
  return braces(item);
}

/** Globs of trueup know * and ** and nothing else: what others mean by more would match nothing here. */
function braces(pattern: string): Mistake | undefined {
  if (!/[{}[\]!?]/.test(pattern)) return undefined;
  return {
    message: "a glob knows only * (one segment, or a part of it) and ** (any number of segments)",
    allowed: "an entry for each",
  };
}
