import type { Json } from "../core/json.js";

/** What a parameter of an operation, or a key of its reply, is said to be. */
export interface ParameterFacts {
  /** As JSON Schema names it (`boolean`, `integer|string` for several); `string` also where a server declares none. A file has the format `binary`. */
  readonly type: string;
  readonly in?: "query";
  readonly required?: true;
  readonly enum?: readonly (string | number | boolean)[];
  readonly format?: string;
  /** A text that nobody may see; no specification says so, but facts/texts.yaml. */
  readonly secret?: true;
  readonly default?: Json;
  readonly min?: number;
  readonly max?: number;
  readonly maxLength?: number;
  /** Of an array: what stands in it. Of an object: what stands under any of its keys. */
  readonly items?: ParameterFacts;
  readonly properties?: NamedParameters;
}

/** Parameters, or keys of a reply, by name. */
export type NamedParameters = Readonly<Record<string, ParameterFacts>>;

/** What an operation takes and shows. */
export interface OperationFacts {
  readonly params?: NamedParameters;
  /** Keys of the reply, or of each item where it is a list; not there where the server does not declare them. */
  readonly reply?: NamedParameters;
  readonly deprecated?: true;
}

/** What the operations of one release take and show, by method and path (`PUT /projects/{id}`, without `/api/v4`). */
export interface ReleaseFacts {
  readonly release: string;
  readonly operations: Readonly<Record<string, OperationFacts>>;
}

/** A route, or a method and a path, with nameless placeholders: releases name the same place otherwise. */
export function placeless(path: string): string {
  return path.replaceAll(/\{[^}]*\}/g, "{}");
}
