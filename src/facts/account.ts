import type { IgnoredParameters } from "../core/kind-data.js";
import type { Kind } from "../core/kind.js";
import { operationsOf, shapeAttributes, type Standing, standings } from "./parameters.js";
import type { ReleaseFacts } from "./release.js";

/** What becomes of one parameter of an operation of a kind. */
export interface AccountedParameter {
  readonly name: string;
  readonly as: Standing;
  /** Why it is ignored. */
  readonly reason?: IgnoredParameters[string];
}

/** What becomes of all parameters of an operation of a kind. */
export interface OperationAccount {
  readonly kind: string;
  readonly operation: string;
  readonly release: string;
  /** Where each key has a shape of its own. */
  readonly key?: string;
  readonly parameters: readonly AccountedParameter[];
}

/** Accounts for every parameter of a kind's writing operations in a release; a plain one counts as such only if the complete kind has it. */
export function accountOf(written: Kind, complete: Kind, release: ReleaseFacts): OperationAccount[] {
  return operationsOf(written, release).flatMap(({ role, operation, key, facts }) => {
    if (role !== "create" && role !== "update") return [];
    const stand = standings(written, key);
    const fields = shapeAttributes(complete, key);
    const parameters = Object.entries(facts.params ?? {}).flatMap(([name, parameter]): AccountedParameter[] => {
      if (parameter.in === "query") return [];
      const { standing, reason } = stand(name);
      if (standing === "plain" && !Object.hasOwn(fields, name))
        throw new Error(`${written.name} lacks the attribute ${name} of ${operation}`);
      return [{ name, as: standing, ...(reason === undefined ? {} : { reason }) }];
    });
    return [{ kind: written.name, operation, release: release.release, ...(key === undefined ? {} : { key }), parameters }];
  });
}
