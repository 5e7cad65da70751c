import { isObject, type Json, jsonIn, type JsonObject } from "../core/json.js";

/** What this provider remembers of a resource beside its attributes. No secrets. */
export interface PrivateState {
  /** It was imported and not read since: everything readable is to be read. */
  readonly imported?: true;
  /** It is planned to be made. Of a destroy: what is made then takes its place. Never in a state. */
  readonly isNew?: true;
  /** Of what is never deleted: values from before the first change by Terraform, which a destroy puts back. */
  readonly before?: JsonObject;
}

/** What was remembered; nothing of bytes that are not ours. */
export function readPrivate(bytes: Uint8Array): PrivateState {
  if (bytes.length === 0) return {};
  const content = jsonIn(Buffer.from(bytes).toString("utf8"));
  if (!isObject(content)) return {};
  const { imported, isNew, before } = content;
  return {
    ...(imported === true ? { imported } : {}),
    ...(isNew === true ? { isNew } : {}),
    ...(isObject(before) ? { before } : {}),
  };
}

/** What is remembered, for the state. */
export function writePrivate(remembered: PrivateState): Uint8Array {
  return Buffer.from(JSON.stringify(remembered));
}

/**
 * The same with what a change found; what was there before an earlier change stays. Of what Terraform has taken over it is known from then on, though nothing had
 * to be changed; of what was imported only once something is.
 */
export function rememberBefore(remembered: PrivateState, existing: JsonObject, isTakenOver: boolean): PrivateState {
  const before: Record<string, Json | undefined> = { ...existing, ...remembered.before };
  return { ...remembered, ...(isTakenOver || Object.keys(before).length > 0 ? { before } : {}) };
}
