/**
 * Something that somebody must know: of files, of a plan, of a resource, of a kind's own checks. Whoever tells it adds where it is about: a place in a file
 * (`FileDiagnostic`), addresses of a plan (`PlanDiagnostic`), a place in a configuration of Terraform (`ConfigurationDiagnostic`).
 */
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
