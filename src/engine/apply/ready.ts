import { TrueupError } from "../../core/errors.js";
import { isObject, type Value } from "../../core/json.js";
import { isFile } from "../../core/placeholders.js";
import { type Change, type PlanDiagnostic, type Plan } from "../../core/plan.js";
import { type Lack, type MissingSecret, missingSecrets, eachOnce } from "../plan/index.js";
import { filePart, type ValueSources } from "./values.js";

/**
 * Looks at everything that the calls of a plan take from outside, secrets and files: a refusal for each reason, with all changes that it is one for,
 * so that every missing variable is told before the first write, and once.
 */
export async function unready(plan: Plan, sources: Pick<ValueSources, "resolve" | "readFile">): Promise<PlanDiagnostic[]> {
  const calls = new Map(plan.calls.map((call) => [call.id, call]));
  const diagnostics = plan.changes.map(async (change): Promise<Lack[]> => {
    const bodies = change.calls.map((id): Value => calls.get(id)?.body ?? null);
    const errors = await Promise.all(
      bodies.map(async (body) => [...missingSecrets(body, sources.resolve), ...(await unfitFiles(body, sources))]),
    );
    return errors.flat().map((missing) => lackOf(change, missing));
  });
  return eachOnce((await Promise.all(diagnostics)).flat());
}

function lackOf({ address, source }: Change, { reference, error: { code, message } }: MissingSecret): Lack {
  return {
    of: reference,
    diagnostic: { rule: code, message, addresses: [address], ...(source === undefined ? {} : { source }) },
  };
}

async function unfitFiles(value: Value, sources: Pick<ValueSources, "readFile">): Promise<MissingSecret[]> {
  if (isFile(value)) {
    try {
      await filePart(value, sources);
      return [];
    } catch (error) {
      if (error instanceof TrueupError) return [{ reference: value.$file, error }];
      throw error;
    }
  }
  const parts: readonly (Value | undefined)[] = Array.isArray(value) ? value : isObject(value) ? Object.values(value) : [];
  return (await Promise.all(parts.map(async (part) => unfitFiles(part ?? null, sources)))).flat();
}
