import { formatAddress } from "../core/address.js";
import { compareTexts } from "../core/compare.js";
import type { Declaration } from "../core/declaration.js";
import type { Fields } from "../core/fields.js";
import type { JsonObject } from "../core/json.js";
import { fieldsOf } from "../core/kind.js";
import { referencesOf } from "../core/named.js";
import { abridge } from "./abridge.js";
import { decodeReply } from "./decode.js";
import { lackingAttribute } from "./guard.js";
import { kindOf } from "./kind-of.js";
import { type Pictures, withPictures } from "./pictures.js";
import { nameSecrets } from "./secret-variables.js";
import { type Found, type Scope, Survey, type SurveyEvents } from "./survey.js";
import type { Outlook } from "./world.js";

/** What an export takes in. */
export interface ExportOptions {
  readonly scope: Scope;
  /** Keep values that equal the platform's default or are inherited. */
  readonly full: boolean;
  /** What the files could not say of a declaration: attributes (empty for the whole thing), and why. */
  readonly refusals: (declaration: Declaration) => readonly { readonly attribute: string; readonly message: string }[];
  /** Told of every secret that a reply shows, so that it shows nowhere else. */
  readonly onSecret: (value: string) => void;
}

/** A live instance as declarations. */
export interface Exported {
  /** By address. */
  readonly declarations: readonly Declaration[];
  readonly pictures: Pictures;
  /** What is live and not declared, a sentence each. */
  readonly gaps: readonly string[];
}

/** Reads an instance, or the part that the scope names, into what files are to say of it. What they cannot say is told in remarks and gaps. */
export async function exportLive(outlook: Outlook, options: ExportOptions, events: SurveyEvents = {}): Promise<Exported> {
  const survey = new Survey(outlook, options.scope, true, events);
  const pictures: Pictures = new Map();
  const instance = instanceOf(outlook);
  const declarations = new Map<string, Declaration>();
  const gaps: string[] = [];
  const shapes = new Map<string, Fields>();
  for await (const found of survey.things()) {
    learnSecrets(found, options.onSecret);
    const { address } = found.live;
    if (declarations.has(address)) {
      gaps.push(`${address} is there twice: only the first one can be declared`);
      continue;
    }
    const { kind, key } = found;
    shapes.set(kind.shapes ? `${kind.title} ${key ?? ""}` : kind.title, fieldsOf(kind, key));
    const declaration = abridge(outlook, found, { full: options.full, instance });
    declarations.set(address, await withPictures(declaration, kind, outlook.read, pictures));
  }
  fillRepositories(outlook, declarations);
  const sorted = [...declarations.values()].sort((a, b) => compareTexts(a.address, b.address));
  const said = nameSecrets(sorted).flatMap((one) => expressible(one, options.refusals, gaps));
  return { declarations: said, pictures, gaps: [...survey.gaps, ...gaps, ...neverShown(outlook, shapes)] };
}

/** Live attributes of what the instance has one of and was read already. */
function instanceOf(outlook: Outlook): Readonly<Record<string, JsonObject>> {
  const known = Object.entries(outlook.known ?? {});
  return Object.fromEntries(
    // A default may come from a setting that no kind declares.
    known.map(([name, reply]) => [name, { ...reply, ...decodeReply(kindOf(outlook.kinds, name), name, undefined, reply).spec }]),
  );
}

function learnSecrets({ kind, key, live }: Found, onSecret: (value: string) => void): void {
  for (const [name, field] of Object.entries(fieldsOf(kind, key))) {
    const value = field.secret ? live.spec[name] : undefined;
    if (typeof value === "string") onSecret(value);
  }
}

/** What names a branch, and what would be ignored without one, needs a repository with a commit when it is made anew. */
function fillRepositories(outlook: Outlook, declarations: Map<string, Declaration>): void {
  for (const { kind: name, key, path, spec, address } of declarations.values()) {
    const kind = kindOf(outlook.kinds, name);
    const fields = fieldsOf(kind, key);
    const needsBranch =
      referencesOf(fields, spec).some(({ field }) => field.target === "branch") ||
      Object.keys(spec).some((attribute) => fields[attribute]?.inapplicable?.(undefined, spec) !== undefined);
    if (!needsBranch || path === undefined) continue;
    const holder = declarations.get(kind.place.under === undefined ? address : formatAddress({ kind: kind.place.under, path }));
    if (holder) declarations.set(holder.address, filled(outlook, holder));
  }
}

function filled(outlook: Outlook, declaration: Declaration): Declaration {
  const { fields } = kindOf(outlook.kinds, declaration.kind);
  const names = Object.keys(fields).filter((name) => declaration.spec[name] !== undefined || fields[name]?.fills);
  if (names.some((name) => fields[name]?.starts && declaration.spec[name] !== undefined)) return declaration;
  return {
    ...declaration,
    spec: Object.fromEntries(names.map((name) => [name, declaration.spec[name] === undefined ? true : declaration.spec[name]])),
  };
}

/** The declaration without what the files cannot say; nothing if that is the whole of it. */
function expressible(declaration: Declaration, refusals: ExportOptions["refusals"], gaps: string[]): Declaration[] {
  let said = declaration;
  for (let found = refusals(said); found.length > 0; found = refusals(said)) {
    const spec = { ...said.spec };
    const remarks = [...said.remarks];
    for (const { attribute, message } of found) {
      const name = attribute.split(".")[0] ?? attribute;
      if (!Object.hasOwn(spec, name)) {
        gaps.push(`${declaration.address} cannot be declared: ${message}`);
        return [];
      }
      if (spec[name] === undefined) continue;
      spec[name] = undefined;
      remarks.push(`${name} is left out: ${message}`);
    }
    said = { ...said, spec: Object.fromEntries(Object.entries(spec).filter(([, value]) => value !== undefined)), remarks };
  }
  return [said];
}

/** Attributes that the platform takes and never shows: nobody can tell from outside whether they are set. */
function neverShown(outlook: Outlook, shapes: ReadonlyMap<string, Fields>): string[] {
  return [...shapes].flatMap(([title, fields]) => {
    const names = Object.entries(fields).flatMap(([name, field]) => {
      const isSilent = field.unreadable && !field.required && !field.deprecated && field.on !== "create";
      return isSilent && lackingAttribute(outlook.capabilities, name, field).length === 0 ? [name] : [];
    });
    return names.length === 0 ? [] : [`${title}: the platform never shows ${names.join(", ")}`];
  });
}
