import { groupedBy } from "../core/collections.js";
import type { FileDiagnostic } from "../core/errors.js";
import type { Layer, Statement, ThisThing, WrongForThis } from "../core/layer.js";

/** A statement as it reads for one group or project. */
export function aboutThis<S extends Statement>(statement: S, thing: ThisThing): S {
  if (!statement.about) return statement;
  const { about: _, ...plain } = statement;
  return { ...plain, ...statement.about(thing) } as S;
}

/** True for what is known only for one group or project at a time, and not for this one. */
export function isUntold({ about, wrong }: Statement): boolean {
  return about !== undefined || wrong !== undefined;
}

/** True if what some layers say differs by the group or project that they are about. */
export function speaksOfThis(layers: readonly Pick<Layer, "bodies">[]): boolean {
  return layers.some(({ bodies }) => bodies.some(({ statements }) => statements.some(({ about }) => about !== undefined)));
}

/** One diagnostic for each line of a policy or preset that cannot be read for some groups or projects. */
export function wrongForThis(mistakes: readonly WrongForThis[]): FileDiagnostic[] {
  const lines = groupedBy(new Set(mistakes), ({ diagnostic: { rule, origin, message } }) =>
    JSON.stringify([rule, origin, message]),
  );
  return [...lines.values()].flatMap(([first, ...others]) => {
    if (!first) return [];
    const more = others.length === 0 ? "" : `, and so for ${others.length} more`;
    return [{ ...first.diagnostic, message: `${first.diagnostic.message} (${first.reading}${more})` }];
  });
}
