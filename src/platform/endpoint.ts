/** What is known of one operation of the API when a program runs; its types are in `api.gen.ts`. */
export interface Endpoint {
  /** The name of the operation. */
  readonly id: string;
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";
  /** Below `/api/v4`, with `{name}` places. */
  readonly path: string;
  /** Further paths that do the same. */
  readonly aliases?: readonly string[];
  readonly summary: string;
  /** The lowest tier that has it. */
  readonly tier: "free" | "premium" | "ultimate";
  /** Who may call it: `anonymous`, `user`, `administrator`, or a role in the group or project. */
  readonly role: string;
  /** The path lies below the base address and not below `/api/v4` (document 1, conventions 1). */
  readonly outside?: boolean;
  /** Not in the documents: real servers have it. */
  readonly beyondDocuments?: boolean;
  /** It answers a list, page by page. */
  readonly list?: boolean;
  /** How a success is to be read; JSON without it. */
  readonly reply?: "text" | "bytes";
  /** How a body without files is sent; it takes none without it. */
  readonly body?: "json" | "form" | "multipart";
  /** Of a write: the parameters that belong into the query. */
  readonly query?: readonly string[];
  /** The parameters that are files. */
  readonly files?: readonly string[];
}
