import type { Declaration, SharedDeclaration } from "../../core/declaration.js";
import { type Kinds, topKind } from "../../core/kind.js";
import { apart, attributeLines, bodyLines, indented } from "./body.js";
import { keyLines } from "./scalar.js";

/** The sections of a file at the root that say what many things share: policies, then presets, each in the order given. Sections without members are left out. */
export function sharedSections(shared: readonly SharedDeclaration[], kinds: Kinds): readonly (readonly string[])[] {
  const policies = shared
    .filter(isPolicy)
    .map(
      (policy) =>
        [
          policy.name,
          [
            ...attributeLines(topKind(kinds, policy.kind).file, policy.globs),
            ...(policy.except.length === 0 ? [] : attributeLines("except", policy.except)),
            ...keyLines("set"),
            ...indented(bodyOf(policy, kinds)),
          ],
        ] as const,
    );
  const presets = shared.filter((declaration) => !isPolicy(declaration));
  return [
    namedEntries("policies", policies),
    namedEntries(
      "presets",
      presets.map((preset) => [preset.name, bodyOf(preset, kinds)]),
    ),
  ];
}

/** What they say, under the names that messages have for it. */
export function saidByShared(shared: readonly SharedDeclaration[]): readonly Pick<Declaration, "address" | "spec">[] {
  return shared.flatMap((declaration) => {
    const label = `${isPolicy(declaration) ? "policy" : "preset"} ${declaration.name}`;
    return [
      { address: label, spec: declaration.body.spec },
      ...declaration.children.map(({ kind, key, spec }) => ({ address: [label, kind, key].filter(Boolean).join(" "), spec })),
    ];
  });
}

function isPolicy({ globs }: SharedDeclaration): boolean {
  return globs.length > 0;
}

function namedEntries(section: string, members: readonly (readonly [string, readonly string[]])[]): readonly string[] {
  if (members.length === 0) return [];
  return apart(
    section,
    members.map(([name, lines]) => [...keyLines(name), ...indented(lines)]),
  );
}

function bodyOf({ body, children }: SharedDeclaration, kinds: Kinds): string[] {
  return bodyLines(
    { declaration: body, children: children.map((declaration) => ({ declaration, children: [] })) },
    { kinds, directory: "" },
  );
}
