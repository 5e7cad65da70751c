import type { Address } from "../core/address.js";
import { type Kind, type Kinds, placesOf } from "../core/kind.js";
import type { WordMeaning } from "../derive/explain-words.js";
import type { Meant } from "../derive/explain.js";

/** What is asked about: of a kind whose keys differ in their attributes, an attribute may begin with a key, as in `jira.url`. */
export interface AskedAttribute {
  readonly parts: Address;
  readonly attribute: string | undefined;
}

/** Takes the key out of an attribute of a kind whose keys differ, where the address has none. */
export function withKey(kind: Kind, { parts, attribute }: AskedAttribute): AskedAttribute {
  const [key = "", ...rest] = attribute?.split(".") ?? [];
  if (parts.path !== undefined || kind.shapes === undefined || !Object.hasOwn(kind.shapes, key)) return { parts, attribute };
  return { parts: { ...parts, key }, attribute: rest.length === 0 ? undefined : rest.join(".") };
}

/** What words of files mean that are no attributes: anywhere, or in bodies of a kind that has no attribute of that name. Empty for all else. */
export async function meaningsOf(kinds: Kinds, { parts, attribute }: AskedAttribute): Promise<readonly WordMeaning[]> {
  const [{ explainWord }, { explainAttribute }] = await Promise.all([
    import("../derive/explain-words.js"),
    import("../derive/explain.js"),
  ]);
  const kind = kinds.get(parts.kind);
  if (kind === undefined) return parts.path === undefined && attribute === undefined ? explainWord(kinds, parts.kind) : [];
  if (attribute === undefined || explainAttribute(kind, attribute, { key: parts.key })) return [];
  return explainWord(kinds, attribute, placesOf(kind));
}

/** Meanings of a word as text. */
export function meaningLines(meanings: readonly WordMeaning[]): string {
  const parts = meanings.map(({ description, facts }) => {
    const width = Math.max(...facts.map(([label]) => label.length));
    return [`  ${description}`, "", ...facts.map(([label, text]) => `  ${label.padEnd(width)}  ${text}`)].join("\n");
  });
  return [meanings[0]?.word ?? "", parts.join("\n\n")].join("\n");
}

/** All attributes of a kind, or of one key of it, by what they are about. */
export async function aboutKind(kind: Kind, meant: Meant): Promise<string> {
  const { attributeGroups, explainAttribute } = await import("../derive/explain.js");
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
function keyLines(kind: Kind, { key }: Meant): string[] {
  if (kind.shapes === undefined || key !== undefined) return [];
  return [
    "",
    `  Each of these has its own of them (trueup explain ${kind.name} KEY):`,
    `  ${Object.keys(kind.shapes).sort().join(", ")}`,
  ];
}
