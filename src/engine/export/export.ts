import { addressKey, parentKey } from "../../core/address-key.js";
import type { Address } from "../../core/address.js";
import { referencesOf } from "../../core/body-fields.js";
import { append, compareTexts } from "../../core/collections.js";
import { type Declaration, type Edit, expressible } from "../../core/declaration.js";
import { formatOrigin } from "../../core/errors.js";
import { type Field, type Fields, hidesValue, whyInapplicable } from "../../core/fields.js";
import type { JsonObject, Spec } from "../../core/json.js";
import { fieldsOf, formOf, type Kind, kindAt, kindOf, topKind } from "../../core/kind.js";
import { lookupOf } from "../../core/lookup.js";
import type { Desired, DesiredState } from "../../core/plan.js";
import { namedParts, type SecretPlace, SecretVariables, shownSecrets } from "../../core/secret-variables.js";
import { withBoundsMet } from "../../policies/index.js";
import { decodeReply, withNames } from "../forms/index.js";
import {
  type Found,
  freshReader,
  type IsTaken,
  type LiveInstance,
  mapInFlight,
  Pictures,
  type Scope,
  Survey,
  type SurveyEvents,
  withPictures,
} from "../live/index.js";
import { calledKey, nameForOthers, type ResolveSecret, withImplied } from "../plan/index.js";
import { type Basis, lackingAttribute, newerThanFacts } from "../snapshot/index.js";
import { adopt, type AdoptContext, type Adoption, editOf, nested } from "./adopt.js";
import { Declared, variablesIn } from "./declared.js";
import type { Defaults } from "./fold-units.js";
import { LayeredFiles } from "./layered-files.js";
import { type PlainCount, type PlainOptions, PlainValues, secretsBeside } from "./plain-values.js";
import { type NamedSecrets, nameSecrets } from "./shared-secrets.js";
import { ownDefaults, type Singletons, withoutDefaults } from "./without-defaults.js";

/** What an export takes in. */
export interface ExportOptions extends PlainOptions {
  readonly scope: Scope;
  /** Keep values that equal the platform's default or are inherited. */
  readonly full: boolean;
  /** The releases that facts are known of, the oldest first. */
  readonly knownReleases?: readonly string[];
  /** What files say already, and their layers: they are made to say what is live. */
  readonly state?: DesiredState;
  readonly isTaken: IsTaken;
  /** The declarations are to be folded: equal secrets that replies show have one variable, and `defaults` is known. */
  readonly folds?: boolean;
  /** Things that are exported; without it all of the scope. */
  readonly isSelected?: (thing: Address) => boolean;
  /** Resolves what those files refer to. */
  readonly resolve: ResolveSecret;
}

/** What the files must say and do not. */
export interface Exported {
  /** By address. */
  readonly edits: readonly Edit[];
  /** By their path relative to the root of the files. */
  readonly pictures: ReadonlyMap<string, Uint8Array>;
  /** What is live and not in the files, a sentence each. */
  readonly gaps: readonly string[];
  /** Globs of the scope that matched nothing. */
  readonly unmatched: readonly string[];
  /** What replies show of the secrets that new declarations refer to, by variable. */
  readonly shown?: NamedSecrets["shown"];
  /** Values of new declarations that could stand in clear, where they do not. */
  readonly couldBePlain?: PlainCount;
  /** What new declarations leave out, where they are to be folded. */
  readonly defaults?: Defaults;
}

/** Of what has nothing to say. */
export const nothingExported: Exported = { edits: [], pictures: new Map(), gaps: [], unmatched: [] };

/** Reads an instance, or the part that the scope names, into what files are to say of it. What they cannot say is told in remarks and gaps. */
export async function exportLive(instance: LiveInstance, options: ExportOptions, events: SurveyEvents = {}): Promise<Exported> {
  const survey = new Survey(instance, options.scope, { details: true }, events);
  const { state, resolve } = options;
  if (!state?.layers) return new Exporter(instance, options, survey).run(survey.things());
  // Layers go by what is live: where files have some, all of it is read first.
  const live: Found[] = [];
  for await (const thing of survey.things()) live.push(thing);
  const layered = await LayeredFiles.of(instance, { ...state, layers: state.layers }, live, resolve);
  return new Exporter(instance, options, survey, layered).run(live);
}

/** Things whose pictures are downloaded at once. */
const inFlight = 16;

class Exporter {
  /** What the files declare; where they have layers, with what these give. */
  private readonly declaredOnes: readonly Desired[];
  private readonly declared: Declared;
  private readonly variables: SecretVariables;
  private readonly singletons: Singletons;
  private readonly pictures: Pictures;
  private readonly gaps: string[] = [];
  private readonly found = new Set<string>();
  private readonly ambiguous = new Set<string>();
  private readonly shapes = new Map<string, Fields>();
  /** By the title of the kind: what replies show that nothing is known of. */
  private readonly unknown = new Map<string, string[]>();
  private readonly declarations = new Map<string, Declaration>();
  private readonly clear = new Map<string, Spec>();
  private readonly plain = new PlainValues();
  private readonly defaults = new Map<string, Spec>();
  private readonly adopting: AdoptContext;
  private readonly adoptions: Adoption[] = [];
  private readonly edits: Edit[] = [];
  private readonly titled: ReturnType<typeof titling>;

  constructor(
    private readonly instance: LiveInstance,
    private readonly options: ExportOptions,
    private readonly survey: Survey,
    private readonly layered?: LayeredFiles,
  ) {
    this.singletons = singletonsOf(instance);
    this.pictures = new Pictures(options.isTaken);
    const bodies = options.state ? withImplied(options.state, instance.kinds).resources : [];
    this.declaredOnes = layered?.desired ?? bodies;
    this.declared = new Declared(this.declaredOnes, instance.kinds);
    this.variables = new SecretVariables(variablesIn(bodies));
    const { refuse, resolve } = options;
    this.titled = titling(instance, this.declaredOnes, resolve);
    this.adopting = {
      instance,
      reader: freshReader(instance),
      resolve,
      refuse,
      pictures: this.pictures,
      variables: this.variables,
      gaps: this.gaps,
    };
  }

  async run(things: AsyncIterable<Found> | Iterable<Found>): Promise<Exported> {
    for await (const adoption of mapInFlight(things, inFlight, async (resource) => this.take(resource))) {
      if (adoption) this.adoptions.push(adoption);
    }
    if (!this.options.isSelected) {
      await this.takeUnlisted();
      this.edits.push(...this.declared.openMoves());
    }
    // Only now all secrets are known, which no text may hold.
    const { declarations, ...plain } = this.plain.decide(this.options);
    for (const [key, declaration] of declarations) this.declarations.set(key, declaration);
    this.edits.push(...this.adoptions.flatMap((adoption) => editOf(adoption, this.adopting) ?? []));
    fillRepositories(this.declarations, this.instance);
    for (const key of this.ambiguous) this.declarations.delete(key);
    const sorted = [...this.declarations.values()].sort((a, b) => compareTexts(a.address, b.address));
    const titled = titling(this.instance, [...this.declaredOnes, ...sorted], this.options.resolve);
    const named = this.named(sorted.map(titled));
    for (const declaration of named.declarations) {
      const { expressed, gaps: lost } = expressible(declaration, this.options.refuse);
      this.gaps.push(...lost);
      if (!expressed || this.isIdle(expressed)) continue;
      this.edits.push({ action: "declare", declaration: expressed });
      const key = addressKey(expressed, this.instance.kinds);
      const whole = { ...expressed, spec: { ...expressed.spec, ...this.defaults.get(key) } };
      if (this.options.folds) this.defaults.set(key, expressible(whole, this.options.refuse).expressed?.spec ?? {});
    }
    // Of single things the rest of the scope is no news.
    const gaps = this.options.isSelected
      ? this.gaps
      : [...this.newer(), ...this.unseen(), ...this.survey.gaps, ...this.gaps, ...this.notKnown(), ...this.neverShown()];
    const pictures = this.pictures.namedBy(this.edits);
    return {
      edits: this.edits,
      pictures,
      gaps,
      unmatched: this.survey.unmatched(),
      shown: named.shown,
      defaults: this.defaults,
      ...plain,
    };
  }

  /** With a variable for each secret. */
  private named(declarations: readonly Declaration[]): NamedSecrets {
    const clearOf = (declaration: Declaration, [attribute, part]: SecretPlace): string | undefined => {
      const whole = this.clear.get(addressKey(declaration, this.instance.kinds))?.[attribute];
      const value = part === undefined ? whole : namedParts(whole)[part];
      return typeof value === "string" ? value : undefined;
    };
    return nameSecrets(declarations, clearOf, this.variables, this.options.folds === true);
  }

  /** Nobody is told what lists and reads hide from a user: to that user it is not there. */
  private unseen(): string[] {
    const { administrator, username } = this.instance.capabilities.user;
    return administrator ? [] : [`${username} is no administrator: what ${username} may not see counts as not there`];
  }

  private newer(): string[] {
    const diagnostic = newerThanFacts(this.instance.capabilities, this.options.knownReleases ?? []);
    return diagnostic ? [diagnostic.message] : [];
  }

  /** Declares a live thing, or answers how what the files say of it is to be adopted. */
  private async take(resource: Found): Promise<Adoption | undefined> {
    const { kind, key, live } = resource;
    const { instance, options, layered } = this;
    const liveKey = addressKey(live, instance.kinds);
    if (this.found.has(liveKey)) {
      if (!this.ambiguous.has(liveKey))
        this.gaps.push(`${live.address} is there more than once, so that no file can say which is meant: delete all but one`);
      this.ambiguous.add(liveKey);
      return undefined;
    }
    this.found.add(liveKey);
    const desired = this.declared.claim(resource);
    if (options.isSelected?.(desired ?? live) === false) return undefined;
    const fields = fieldsOf(kind, { key });
    const title = kind.shapes ? `${kind.title} ${key ?? ""}` : kind.title;
    this.shapes.set(title, fields);
    for (const name of live.unknown ?? []) append(this.unknown, title, name);
    const declaration = withoutDefaults(instance, resource, { full: options.full, singletons: this.singletons });
    const secrets =
      desired === undefined
        ? shownSecrets(fields, this.plain.take(liveKey, declaration, fields, live))
        : secretsBeside(fields, desired, live);
    for (const secret of secrets) options.onSecret(secret);
    if (desired === undefined) {
      if (layered?.ignores(kind, live)) return undefined;
      const secret = Object.entries(live.spec).filter(([name]) => hidesValue(fields[name]));
      this.clear.set(liveKey, Object.fromEntries(secret));
      if (options.folds) this.defaults.set(liveKey, ownDefaults(instance, resource, this.singletons));
      this.declarations.set(liveKey, await withPictures(declaration, { kind, id: live.id }, instance.read, this.pictures));
      return undefined;
    }
    const pair = { kind, desired, live: this.titled(live), declaration: this.titled(declaration) };
    if (!layered) return adopt(pair, this.adopting);
    const isAnew = !layered.hasBody(desired);
    const adoption = await adopt(
      { ...pair, desired: withBoundsMet({ kind, desired, live }).desired, isAnew: isAnew && kind.tree !== undefined },
      this.adopting,
    );
    const allowed = layered.allowed(adoption, kind, this.gaps);
    if (!isAnew) return allowed;
    const rest = { ...declaration, spec: nested(allowed.declaration.spec) };
    // What layers say in full needs no body; a group or project needs one to be declared.
    if (kind.tree || Object.keys(rest.spec).length > 0)
      this.declarations.set(liveKey, options.refuse(rest).length === 0 ? rest : declaration);
    return undefined;
  }

  /** Declared things that the survey did not meet: lists show less to some than the single read, and what is really gone is taken out of the files. */
  private async takeUnlisted(): Promise<void> {
    for (const { desired, kind } of this.declared.unclaimed()) {
      if (!kind.tree || desired.path === undefined || !this.survey.covers(kind, desired.path)) continue;
      for (const resource of await this.survey.at(kind, desired.path)) {
        const adoption = await this.take(resource);
        if (adoption) this.adoptions.push(adoption);
      }
    }
    const unmoved = new Set(this.declared.unmoved().map(({ desired }) => desired));
    const gone = this.declared
      .unclaimed()
      .filter(({ desired, kind }) => this.survey.covers(kind, desired.path, desired.key) || unmoved.has(desired))
      .map(({ desired }) => desired);
    const hasBody = (desired: Desired): boolean => this.layered?.hasBody(desired) ?? true;
    this.edits.push(...this.declared.forget(gone.filter(hasBody)));
    for (const desired of this.declared.withoutChildren(gone))
      if (!hasBody(desired))
        this.gaps.push(`${desired.address}: it is not there, and ${formatOrigin(desired.origin)} asks for it`);
  }

  /** True for what is always there and of which nothing is to be said. */
  private isIdle({ kind, spec, remarks }: Declaration): boolean {
    return formOf(kindOf(this.instance.kinds, kind)) === "one" && Object.keys(spec).length === 0 && remarks.length === 0;
  }

  /** What only a newer release has: files can say it under `unchecked`. */
  private notKnown(): string[] {
    return [...this.unknown].map(([title, names]) => {
      const once = [...new Set(names)].sort(compareTexts);
      return `${title}: the server shows ${once.join(", ")}, which this version of trueup does not know: it is not in the files`;
    });
  }

  /** Attributes that the platform takes and never shows: nobody can tell from outside whether they are set. */
  private neverShown(): string[] {
    return [...this.shapes].flatMap(([title, fields]) => {
      const names = Object.entries(fields).flatMap(([name, field]) => {
        const isSilent = field.unreadable && !field.required && !field.deprecated && field.on !== "create";
        return isSilent && lackingAttribute(this.instance.capabilities, name, field).length === 0 ? [name] : [];
      });
      return names.length === 0 ? [] : [`${title}: the platform never shows ${names.join(", ")}`];
    });
  }
}

/** Live attributes of what the instance has one of and was read already. */
export function singletonsOf(instance: LiveInstance): Singletons {
  const known = Object.entries(instance.known ?? {});
  return Object.fromEntries(
    // A default may come from a setting that no kind declares.
    known.map(([name, reply]) => [name, { ...reply, ...decodeReply(topKind(instance.kinds, name), {}, reply).spec }]),
  );
}

/** A thing in file form, with what files say of it or what is live. */
type Said = Address & { readonly spec: Spec };

/** Gives things in which others go by the title under which the files declare them on the same group or project, where replies name them otherwise (deploy keys). */
function titling(basis: Basis, declared: Iterable<Said>, resolve: ResolveSecret): <One extends Said>(thing: One) => One {
  const titles = new Map<string, string>();
  for (const resource of declared) {
    const name = resource.key === undefined ? undefined : nameForOthers(basis, resource, resolve);
    if (name !== undefined && resource.key !== undefined)
      titles.set(
        calledKey(basis.kinds, resource.kind, name, { kind: kindAt(basis.kinds, resource), path: resource.path }),
        resource.key,
      );
  }
  return (resource) => {
    if (titles.size === 0) return resource;
    const by = { kind: kindAt(basis.kinds, resource), path: resource.path };
    const spec = withNames(
      fieldsOf(by.kind, { key: resource.key }),
      resource.spec as JsonObject,
      ({ target = "" }, name) => titles.get(calledKey(basis.kinds, target, String(name), by)) ?? name,
    );
    return { ...resource, spec };
  };
}

/** What names something that comes with a commit, and what would be ignored without one, needs a repository with a commit when it is made anew. */
function fillRepositories(
  declarations: Map<string, Declaration>,
  { kinds, directory }: Pick<LiveInstance, "kinds" | "directory">,
): void {
  const comesWithParent = ({ target }: Field): boolean =>
    target !== undefined && lookupOf(kinds, directory, target)?.comesWithParent !== undefined;
  for (const [ownKey, declaration] of declarations) {
    const { key, path, spec } = declaration;
    const kind = kindAt(kinds, declaration);
    const fields = fieldsOf(kind, { key });
    const needsBranch =
      referencesOf(fields, spec).some(({ field }) => comesWithParent(field)) ||
      Object.keys(spec).some((attribute) => whyInapplicable(fields[attribute]?.inapplicable, undefined, spec) !== undefined);
    if (!needsBranch || path === undefined) continue;
    const holder = parentKey(kind, path, kinds) ?? ownKey;
    const holding = declarations.get(holder);
    if (holding) declarations.set(holder, filled(kindAt(kinds, holding), holding));
  }
}

function filled(kind: Kind, declaration: Declaration): Declaration {
  const fields = fieldsOf(kind, { key: declaration.key });
  const { spec } = declaration;
  const names = Object.keys(fields).filter((name) => spec[name] !== undefined || fields[name]?.starts === "first-branch");
  if (names.some((name) => fields[name]?.starts === "import" && spec[name] !== undefined)) return declaration;
  return { ...declaration, spec: Object.fromEntries(names.map((name) => [name, spec[name] === undefined ? true : spec[name]])) };
}
