import { compareTexts } from "./collections.js";
import type { Json } from "./json.js";

/** A place in a file (1-based line and column), as the user would type it. */
export interface Origin {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** `file:line:column`, the form that terminals and editors make clickable. */
export function formatOrigin(origin: Origin): string {
  return `${origin.file}:${origin.line}:${origin.column}`;
}

/** The order of places: by file, then by position. */
export function compareOrigins(a: Origin, b: Origin): number {
  return compareTexts(a.file, b.file) || a.line - b.line || a.column - b.column;
}

/** What an error says. */
export interface TrueupErrorOptions {
  /** Stable and machine-readable, for example `instance.pinned`. */
  readonly code: string;
  readonly message: string;
  /** What to do next, in one sentence. */
  readonly hint?: string;
  /** `file:line:column`, or a method and path. */
  readonly where?: string;
  readonly cause?: unknown;
}

/** The one error class of trueup: says where, what, why (`message`) and what to do next (`hint`). */
export class TrueupError extends Error {
  readonly code: string;
  readonly hint: string | undefined;
  readonly where: string | undefined;

  constructor(options: TrueupErrorOptions) {
    super(options.message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "TrueupError";
    this.code = options.code;
    this.hint = options.hint;
    this.where = options.where;
  }
}

/** What an error says, whatever was thrown. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** True for an error with one of these codes, such as `ENOENT`. */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && "code" in error && codes.some((code) => code === error.code);
}

/** About the desired-state files. Errors stop everything; warnings are shown. */
export interface FileDiagnostic extends Diagnostic {
  readonly severity: "error" | "warning";
  readonly origin: Origin;
  readonly address?: string;
  /** What leads to nothing, where that is what is wrong: `${env:NAME}`. */
  readonly reference?: string;
  /** Further places that matter, for example the other definition of a duplicate. */
  readonly related?: readonly Origin[];
}

/** What a problem may say beside its rule, place and message. */
export type DiagnosticDetails = Partial<Pick<FileDiagnostic, "address" | "attribute" | "allowed" | "reference" | "related">>;

/** A diagnostic that makes the files invalid. */
export function fault(rule: string, origin: Origin, message: string, details: DiagnosticDetails = {}): FileDiagnostic {
  return { severity: "error", rule, origin, message, ...details };
}

/** A diagnostic that is worth knowing. */
export function warning(rule: string, origin: Origin, message: string, details: DiagnosticDetails = {}): FileDiagnostic {
  return { severity: "warning", rule, origin, message, ...details };
}

/** Bad desired-state files: carries every diagnostic of every file. */
export class InvalidFilesError extends TrueupError {
  readonly diagnostics: readonly FileDiagnostic[];
  /** Texts of the files by name, secrets overwritten: for code frames. */
  readonly texts: ReadonlyMap<string, string>;

  constructor(diagnostics: readonly FileDiagnostic[], texts: ReadonlyMap<string, string> = new Map()) {
    const errors = diagnostics.filter((diagnostic) => diagnostic.severity === "error").length;
    super({ code: "files.invalid", message: `${errors} ${errors === 1 ? "error" : "errors"} in the desired-state files` });
    this.diagnostics = diagnostics;
    this.texts = texts;
  }
}

/** The reply behind an ApiError. */
export interface ErrorReply {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Json;
}

/** A reply of the platform that is not a success, or no reply at all. */
export class ApiError extends TrueupError {
  /** HTTP status; 0 if no reply came. */
  readonly status: number;
  readonly method: string;
  readonly path: string;
  /** The platform's own words, from whatever shape of body it sent, without the status that they may begin with. Where they say no more, the name of the status: `Forbidden`. */
  readonly serverMessage: string;
  /** True if the request may have taken effect although no complete reply came. */
  readonly replyLost: boolean;
  /** A 404 that means the route does not exist on this server (edition, tier or version), not that a thing is missing. */
  readonly unknownRoute: boolean;
  /** What came back, secrets taken out: headers by lower-case name, and the body as JSON or text. Undefined if no reply came. */
  readonly reply: ErrorReply | undefined;

  constructor(
    options: TrueupErrorOptions & {
      status: number;
      method: string;
      path: string;
      serverMessage: string;
      replyLost?: boolean;
      unknownRoute?: boolean;
      reply?: ErrorReply | undefined;
    },
  ) {
    super({ ...options, where: options.where ?? `${options.method} ${options.path}` });
    this.name = "ApiError";
    this.status = options.status;
    this.method = options.method;
    this.path = options.path;
    this.serverMessage = options.serverMessage;
    this.replyLost = options.replyLost ?? false;
    this.unknownRoute = options.unknownRoute ?? false;
    this.reply = options.reply;
  }

  /** The status and the platform's words, each once: `404 Project Not Found`. Without a reply, what went wrong. */
  get answer(): string {
    return this.status === 0 ? this.message : `${this.status} ${this.serverMessage}`.trim();
  }

  /** The thing is not there, or this token may not see it. */
  get missing(): boolean {
    return this.status === 404 && !this.unknownRoute;
  }
}

/** Something to know of files, a plan, a resource or a kind: `FileDiagnostic` adds a place in a file, `PlanDiagnostic` addresses, `ConfigurationDiagnostic` a place in Terraform. */
export interface Diagnostic {
  /** Stable rule name, for example `schema.enum`, `tier` or `guard.max-deletes`. */
  readonly rule: string;
  /** Dotted path of the attribute, where it is about one. */
  readonly attribute?: string;
  /** Attributes beside that one that it rests on: where one of them is not known, it is not told. */
  readonly about?: readonly string[];
  /** What is wrong, or what there is to know. */
  readonly message: string;
  /** What is allowed, or what to do. */
  readonly allowed?: string;
}
