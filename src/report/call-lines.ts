import type { Spec } from "../core/json.js";
import type { Call, Change } from "../core/plan.js";
import type { Paint } from "./paint.js";
import { clean } from "./text.js";
import { valueText } from "./value.js";

/** The calls of a change, a line each. */
export function callLines(change: Change, calls: ReadonlyMap<string, Call>, paint: Paint): string[] {
  return change.calls.flatMap((id) => {
    const call = calls.get(id);
    if (call === undefined) return [];
    const after = call.after.length === 0 ? "" : ` after ${call.after.map(clean).join(", ")}`;
    const wait = call.wait === undefined ? "" : `, then wait for ${clean(call.wait.for).replaceAll("_", " ")}`;
    const displaces = call.displaces === undefined ? "" : `, in place of what came by itself`;
    const body = call.body === undefined ? "" : ` ${valueText(call.body, { verbose: true })}`;
    return [
      paint.dim(`    ${clean(id)}  ${call.method} ${filledPath(call.path, call.params)}${body}${after}${wait}${displaces}`),
    ];
  });
}

/** The path with the parameters that are plain values; those that only apply learns stay as `{name}`. */
function filledPath(path: string, params: Spec): string {
  const filled = path.replace(/\{(\w+)\}/g, (hole: string, name: string) => {
    const value = Object.hasOwn(params, name) ? params[name] : undefined;
    return typeof value === "string" || typeof value === "number"
      ? encodeURIComponent(String(value).replace(/\p{Cs}/gu, "\ufffd"))
      : hole;
  });
  return clean(filled);
}
