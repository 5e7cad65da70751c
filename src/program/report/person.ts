import { fold, isAtOrUnder } from "../../core/address.js";
import { referencesIn, referencesOf } from "../../core/body-fields.js";
import { compareOrigins, formatOrigin, TrueupError } from "../../core/errors.js";
import { textAt } from "../../core/json.js";
import { fieldsOf, kindAt, kindIn, kindOf, makesMembers, topKind } from "../../core/kind.js";
import type { PersonReport } from "../../core/person.js";
import type { DesiredState } from "../../core/plan.js";
import { fieldAt, originAt } from "../../core/steps.js";
import { findPerson } from "../../engine/live/index.js";
import { createReadApi } from "../../platform/index.js";
import { loadValid } from "../files/load.js";
import { kinds } from "../kinds.js";
import { describeInstance } from "../server/instance.js";
import { onServer, pinOf } from "../server/link.js";
import type { RunContext, ServerOptions } from "../server/run-context.js";

/**
 * Reads what names a person in the groups and projects that globs name (without any, in those that the files declare), and where the files do. Writes nothing. Throws
 * InvalidFilesError for bad files, and TrueupError `person.unknown` and `person.nowhere`.
 */
export async function reportPerson(
  paths: readonly string[],
  { username, under }: { readonly username: string; readonly under: readonly string[] },
  server: ServerOptions,
  around: RunContext,
): Promise<PersonReport> {
  const context = { ...around, withoutSecrets: true as const };
  const { state } = await loadValid(paths, context);
  const roots = under.length > 0 ? under : topmost(state);
  if (roots.length === 0)
    throw new TrueupError({
      code: "person.nowhere",
      message: "the files declare no group and no project to look into",
      hint: "Say where to look: --under GROUP.",
    });
  return onServer(pinOf(state), server, context, async (connection) => {
    const read = createReadApi(connection);
    const { url } = connection;
    const [users, instance] = await Promise.all([
      read.list("/users", { username }),
      describeInstance(read, { url, server, needsTier: false, dialect: state.instance?.dialect }),
    ]);
    if (!users.some((user) => fold(textAt(user, "username")) === fold(username)))
      throw new TrueupError({
        code: "person.unknown",
        message: `this server has no user ${JSON.stringify(username)} that this token may see`,
        hint: "Give the username, without @, not the name that people see.",
      });
    const { mentions, gaps } = await findPerson(instance, roots, { username, target: people });
    return {
      format: "trueup.person/1",
      instance: { url, version: instance.capabilities.version },
      username,
      mentions,
      declared: linesNaming(state, username),
      gaps,
      patch: patchFor(username, roots),
      stats: { requests: read.requests },
    };
  });
}

/** The topmost groups and projects that files declare. */
function topmost({ resources }: DesiredState): readonly string[] {
  const paths = resources.flatMap((resource) =>
    kindAt(kinds, resource).tree && resource.ensure === "present" && resource.path ? [resource.path] : [],
  );
  const unique = [...new Set(paths.map(fold))].toSorted();
  return unique.filter((path) => !unique.some((other) => other !== path && isAtOrUnder(path, other)));
}

/** Where the files name a person: as a member, or in an attribute; in policies and presets, too. */
function linesNaming({ resources, layers }: DesiredState, username: string): PersonReport["declared"] {
  const isMeant = (name: string | undefined) => fold(name ?? "") === fold(username);
  const lines = resources.flatMap((resource) => {
    const kind = kindAt(kinds, resource);
    const { address, key, spec, origin, origins, ensure } = resource;
    if (ensure === "absent") return [];
    if (makesMembers(kind)) return isMeant(key) ? [{ address, origin }] : [];
    const named = referencesOf(fieldsOf(kind, { key }), spec).filter(
      ({ field, name }) => field.target === people && isMeant(name),
    );
    return named.map(({ path }) => ({ address, origin: originAt(path, origins) ?? origin }));
  });
  const sources = [...(layers?.policies ?? []), ...(layers?.presets ?? [])].flatMap(({ name, kind: top, bodies }) =>
    bodies.flatMap(({ child, origin, statements }) => {
      const kind = child ? kindIn(kindOf(kinds, child.kind), top) : topKind(kinds, top);
      if (makesMembers(kind)) return isMeant(child?.key) ? [{ address: name, origin }] : [];
      const fields = fieldsOf(kind, { key: child?.key });
      return statements.flatMap(({ path, value, origin: place }) => {
        const field = fieldAt(fields, path);
        const names = field ? referencesIn(field, value, path.join(".")) : [];
        return names.some((reference) => reference.field.target === people && isMeant(reference.name))
          ? [{ address: name, origin: place }]
          : [];
      });
    }),
  );
  const inOrder = [...lines, ...sources].toSorted(({ origin: a }, { origin: b }) => compareOrigins(a, b));
  return inOrder.map(({ address, origin }) => ({ source: formatOrigin(origin), address }));
}

/** What references to people name. */
const people = "user";

/** Policies that take a person out of everything below these paths, declared or not. */
function patchFor(username: string, roots: readonly string[]): string {
  const globs = roots.map((path) => JSON.stringify(path.includes("*") ? path : `${path}/**`)).join(", ");
  const set = `set: { members: { ${JSON.stringify(username)}: { ensure: absent } } }`;
  const policies = ["groups", "projects"].map(
    (kind) =>
      `  ${JSON.stringify(`${username}-leaves-${kind}`)}:\n    ${kind}: [${globs}]\n    undeclared: include\n    ${set}\n`,
  );
  return ["policies:\n", ...policies].join("");
}
