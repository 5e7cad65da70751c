import { whyAbsent } from "./core/absent.js";
import { furtherSlug } from "./core/facts/known-integrations.js";
import { knownOperations } from "./core/facts/known-operations.js";
import { factsOf, nameOf, placeless } from "./core/facts/served.js";
import type { Instance } from "./core/instance.js";
import { type Operation, readOperations } from "./core/operations.js";
import type { Json } from "./core/records.js";
import { ELSEWHERE, furtherOperations } from "./declared.js";

/** One operation of a release, and how it is served: as a collection, by code of its own, as the API description has it, or not at all. */
interface Account {
  readonly method: string;
  /** As facts write it. */
  readonly path: string;
  readonly service: "collection" | "operation" | "described" | "absent";
  /** Why it is absent. */
  readonly reason?: string | undefined;
}

/**
 * What becomes of every operation of a release.
 * @param text its facts, in the form of `schemas/facts`
 * @param description the API description
 */
export function accountOf(text: string, description: Json): Account[] {
  const facts = factsOf(text);
  const instance: Instance = {
    tier: "ultimate",
    dialect: "vendor",
    version: `${facts.release}.0`,
    url: "",
    workerDelay: 0,
    tokenLifetime: 0,
  };
  const known = knownOperations(readOperations(description), facts, instance);
  const described = new Set(known.flatMap(namesOf));
  const entries = new Map(
    Object.entries(furtherOperations(facts, known)).flatMap(([name, entry]) => {
      const [method = ""] = name.split(" ");
      return [name, ...(entry.aliases ?? []).map((path) => `${method} ${path}`)].map((part) => [placeless(part), entry] as const);
    }),
  );
  return facts
    .written()
    .filter((name) => !ELSEWHERE.test(name))
    .map((name): Account => {
      const [key, [method = "", path = ""]] = [placeless(name), name.split(" ")];
      if (described.has(key)) return { method, path, service: "described" };
      const entry = entries.get(key);
      if (entry !== undefined) return { method, path, service: entry.collection === undefined ? "operation" : "collection" };
      return { method, path, service: "absent", reason: whyAbsent(placeless(path)) };
    });
}

function namesOf(operation: Operation): string[] {
  const others = furtherSlug(operation) === undefined ? operation.paths.slice(1) : [];
  return [nameOf(operation), ...others.map((path) => placeless(`${operation.method} ${path.replace("/api/v4", "")}`))];
}
