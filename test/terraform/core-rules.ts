import { terraformTypeOf } from "../../src/derive/terraform/type-of.js";
import type { TerraformAttribute, TerraformAttributes } from "../../src/derive/terraform/types.js";
import { type CtyValue, isList, isObjectValue, isUnknown, type ObjectValue, sameValue } from "../../src/terraform/cty/value.js";

/** Why Terraform's core would refuse a planned state: `AssertPlanValid` of internal/plans/objchange, told anew. Empty where it would not. */
export function planFaults(
  attributes: TerraformAttributes,
  prior: ObjectValue | undefined,
  config: ObjectValue,
  planned: ObjectValue,
  within = "",
): string[] {
  return Object.entries(attributes).flatMap(([name, attribute]) => {
    const [before, asked, after] = [prior?.[name] ?? null, config[name] ?? null, planned[name] ?? null];
    return valueFaults(attribute, before, asked, after, `${within}${name}`);
  });
}

function valueFaults(attribute: TerraformAttribute, before: CtyValue, asked: CtyValue, after: CtyValue, at: string): string[] {
  const isComputed = attribute.use === "managed" || attribute.use === "computed";
  if (attribute.writeOnly) return after === null ? [] : [`${at}: planned a value for a write-only attribute`];
  const isSame = (a: CtyValue, b: CtyValue): boolean => sameValue(a, b, terraformTypeOf(attribute));
  if (isSame(after, asked)) return [];
  if (isSame(after, before) && before !== null && asked !== null) return [];
  if (attribute.use === "computed" || (asked === null && isComputed)) return [];
  if (asked === null && after !== null) return [`${at}: planned a value for a non-computed attribute`];
  if (!attribute.nested) return [`${at}: planned value matches neither config nor prior`];
  if (after === null) return [`${at}: planned for absence but config wants existence`];
  if (attribute.nested.mode === "single") {
    if (!isObjectValue(after) || !isObjectValue(asked)) return [`${at}: planned is no object`];
    return planFaults(attribute.nested.attributes, isObjectValue(before) ? before : undefined, asked, after, `${at}.`);
  }
  if (isUnknown(after) && isUnknown(asked)) return [];
  const isAsLong = isList(after) && isList(asked) && after.length === asked.length;
  return isAsLong ? [] : [`${at}: count in plan disagrees with count in config`];
}

/** Why core would refuse a state after apply: `AssertObjectCompatible` of internal/plans/objchange, told anew. Empty where it would not. */
export function resultFaults(planned: CtyValue, actual: CtyValue, at = ""): string[] {
  if (isUnknown(actual)) return [`${at}: unknown after apply`];
  if (isUnknown(planned)) return [];
  if (isObjectValue(planned) && isObjectValue(actual)) {
    const names = new Set([...Object.keys(planned), ...Object.keys(actual)]);
    return [...names].flatMap((name) => resultFaults(planned[name] ?? null, actual[name] ?? null, `${at}.${name}`));
  }
  if (isList(planned) && isList(actual)) {
    const lost = planned.some((one) => !actual.some((other) => resultFaults(one, other).length === 0));
    const found = actual.some((other) => !planned.some((one) => resultFaults(one, other).length === 0));
    return lost || found || planned.length < actual.length ? [`${at}: elements differ`] : [];
  }
  return sameValue(planned, actual, "dynamic")
    ? []
    : [`${at}: was ${JSON.stringify(planned)}, but now ${JSON.stringify(actual)}`];
}
