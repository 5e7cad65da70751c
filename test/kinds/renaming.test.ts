import { describe, expect, test } from "vitest";
import type { KindCall } from "../../src/core/behaviour.js";
import { isRenamable, type PlacedKind, placedKinds } from "../../src/core/kind.js";
import { factsFor } from "../../src/emulator/core/facts/served.js";
import { kinds } from "../../src/program/kinds.js";

/** An operation as facts of any release write it: what the places in a path are called differs. */
const placeless = (operation: string): string => operation.split("?")[0]?.replaceAll(/\{\w+\}/g, "{}") ?? "";

/** What the update that gives a member another key says. */
function parametersOfRename(kind: PlacedKind): string[] {
  const { key, parent, routes } = kind;
  const call: KindCall = { route: routes.update ?? "", params: {}, body: { [key?.write ?? ""]: "new" }, phase: "main" };
  const sent = kind.calls?.([call], { action: "move", parent, write: {}, params: {} }) ?? [call];
  return sent.flatMap(({ body }) => Object.keys(body ?? {}));
}

const renamed = placedKinds(kinds).filter((kind) => isRenamable(kind));

describe.each(["17.10.0", "19.0.0"])("what can be renamed, by the facts of %s", (release) => {
  const facts = factsFor(release);
  const written = new Map((facts?.written() ?? []).map((operation) => [placeless(operation), facts?.operation(operation)]));

  test.each(renamed.map((kind) => [`${kind.name} under ${kind.parent}`, kind] as const))(
    "%s: its update takes another key",
    (_, kind) => {
      // What facts of a release leave out proves nothing.
      const taken = written.get(placeless(kind.routes.update ?? ""))?.params;
      if (taken !== undefined) expect(Object.keys(taken)).toEqual(expect.arrayContaining(parametersOfRename(kind)));
    },
  );
});

test("what a person, a job or a caller knows by its key keeps it", () => {
  const names = new Set(renamed.map(({ name }) => name));
  expect(["member", "environment", "hook"].filter((name) => names.has(name))).toEqual([]);
});
