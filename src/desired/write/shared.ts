import type { Declaration, SharedDeclaration } from "../../core/declaration.js";
import { type Kinds, topKind } from "../../core/kind.js";
import { attributeLines, bodyLines, indented } from "./body.js";
import { keyLines } from "./scalar.js";

/** The sections of a file at the root that say what many things share: policies, then presets, each in the order given. Sections without members are left out. */
export function sharedSections(shared: readonly SharedDeclaration[], kinds: Kinds): readonly (readonly string[])[] {
  const [policies, presets] = [shared.filter(isPolicy), shared.filter((one) => !isPolicy(one))];
  return [
    section(
      "policies",
      policies.map((one) => [
        ...attributeLines(topKind(kinds, one.kind).file, one.globs),
        ...(one.except.length === 0 ? [] : attributeLines("except", one.except)),
        ...keyLines("set"),
        ...indented(bodyOf(one, kinds)),
      ]),
      policies,
    ),
    section(
      "presets",
      presets.map((one) => bodyOf(one, kinds)),
      presets,
    ),
  ];
}

/** What they say, under the names that messages have for it. */
export function saidByShared(shared: readonly SharedDeclaration[]): readonly Pick<Declaration, "address" | "spec">[] {
  return shared.flatMap((one) => {
    const label = `${isPolicy(one) ? "policy" : "preset"} ${one.name}`;
    return [
      { address: label, spec: one.own.spec },
      ...one.children.map(({ kind, key, spec }) => ({ address: [label, kind, key].filter(Boolean).join(" "), spec })),
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
