import type { Kind } from "../core/kind.js";
import type { OperationAccount } from "../core/release-facts.js";
import { operationsOf, shapeAttributes, standings } from "./parameters.js";
import type { ReleaseFacts } from "./release.js";

/** Accounts for every parameter of a kind's writing operations in a release; a plain one counts as such only if the complete kind has it. */
export function accountOf(written: Kind, complete: Kind, release: ReleaseFacts): OperationAccount[] {
  return operationsOf(written, release).flatMap(({ role, operation, key, facts }) => {
    if (role !== "create" && role !== "update") return [];
    const stand = standings(written, key);
    const fields = shapeAttributes(complete, key);
    const parameters = Object.entries(facts.params ?? {}).flatMap(([name, parameter]): OperationAccount["parameters"] => {
      if (parameter.in === "query") return [];
      const { standing, reason } = stand(name);
      if (standing === "plain" && !Object.hasOwn(fields, name))
        throw new Error(`${written.name} lacks the attribute ${name} of ${operation}`);
      return [{ name, as: standing, ...(reason === undefined ? {} : { reason }) }];
    });
    return [{ kind: written.name, operation, release: release.release, ...(key === undefined ? {} : { key }), parameters }];
  });
}
