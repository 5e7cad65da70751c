import { TrueupError } from "../../core/errors.js";
import { isObject, type Value } from "../../core/json.js";
import { isFile, isSecret } from "../../core/placeholders.js";
import { type PlanDiagnostic, type Plan } from "../../core/plan.js";
import { filePart, type ValueSources } from "./values.js";

/**
 * Looks at everything that the calls of a plan take from outside, secrets and files: a refusal for each change that lacks some,
 * so that a missing variable is told before the first write and not in the middle.
 */
export async function unready(plan: Plan, sources: Pick<ValueSources, "resolve" | "readFile">): Promise<PlanDiagnostic[]> {
  const calls = new Map(plan.calls.map((call) => [call.id, call]));
  const diagnostics = plan.changes.map(async ({ address, calls: ids, source }): Promise<PlanDiagnostic[]> => {
    try {
      for (const id of ids) await lookAt(calls.get(id)?.body ?? null, sources);
      return [];
    } catch (error) {
      if (!(error instanceof TrueupError)) throw error;
      return [{ rule: error.code, message: error.message, addresses: [address], ...(source === undefined ? {} : { source }) }];
    }
  });
  return (await Promise.all(diagnostics)).flat();
}

async function lookAt(value: Value, sources: Parameters<typeof unready>[1]): Promise<void> {
  if (isSecret(value)) sources.resolve(value.$secret);
  else if (isFile(value)) await filePart(value, sources);
  else if (Array.isArray(value)) for (const item of value as readonly Value[]) await lookAt(item, sources);
  else if (isObject(value)) for (const part of Object.values(value)) await lookAt(part ?? null, sources);
}
