import { isObject, type Json } from "./json.js";

/** One step of a JSON pointer (RFC 6901), with the slash before it. */
export function pointerStep(name: string | number): string {
  return `/${String(name).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** The names and indexes that a JSON pointer goes through; none for the empty pointer. */
export function pointerSteps(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** Follows a JSON pointer inside a value; undefined if it leads nowhere. */
export function valueAt(value: Json, pointer: string): Json | undefined {
  let node: Json | undefined = value;
  for (const step of pointerSteps(pointer)) {
    if (Array.isArray(node)) node = (node as readonly Json[])[Number(step)];
    else node = isObject(node) && Object.hasOwn(node, step) ? node[step] : undefined;
  }
  return node;
}
