import type { Declaration, SharedDeclaration } from "../../core/declaration.js";
import { type Kinds, topKind } from "../../core/kind.js";
import { attributeLines, bodyLines, indented } from "./body.js";
import { keyLines } from "./scalar.js";

/** The sections of a file at the root that say what many things share: policies, then presets, each in the order given. Sections without members are left out. */
export function sharedSections(shared: readonly SharedDeclaration[], kinds: Kinds): readonly (readonly string[])[] {
  const [policies, presets] = [shared.filter(isPolicy), shared.filter((declaration) => !isPolicy(declaration))];
  return [
    section(
      "policies",
      policies.map((policy) => [
        ...attributeLines(topKind(kinds, policy.kind).file, policy.globs),
        ...(policy.except.length === 0 ? [] : attributeLines("except", policy.except)),
        ...keyLines("set"),
        ...indented(bodyOf(policy, kinds)),
      ]),
      policies,
    ),
    section(
      "presets",
      presets.map((preset) => bodyOf(preset, kinds)),
      presets,
    ),
  ];
}

/** What they say, under the names that messages have for it. */
export function saidByShared(shared: readonly SharedDeclaration[]): readonly Pick<Declaration, "address" | "spec">[] {
  return shared.flatMap((declaration) => {
    const label = `${isPolicy(declaration) ? "policy" : "preset"} ${declaration.name}`;
    return [
      { address: label, spec: declaration.own.spec },
      ...declaration.children.map(({ kind, key, spec }) => ({ address: [label, kind, key].filter(Boolean).join(" "), spec })),
    ];
  });
}

function isPolicy({ globs }: SharedDeclaration): boolean {
  return globs.length > 0;
}

function section(name: string, bodies: readonly (readonly string[])[], named: readonly SharedDeclaration[]): readonly string[] {
  if (bodies.length === 0) return [];
  const entries = bodies.map((lines, index) => [...keyLines(named[index]?.name ?? ""), ...indented(lines)]);
  return [...keyLines(name), ...indented(entries.flatMap((lines, index) => (index === 0 ? lines : ["", ...lines])))];
}

function bodyOf({ own, children }: SharedDeclaration, kinds: Kinds): string[] {
  return bodyLines(
    { declaration: own, children: children.map((declaration) => ({ declaration, children: [] })) },
    { kinds, directory: "" },
  );
}
