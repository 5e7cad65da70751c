/** One setting of the repository with the desired state by which somebody gets round its pipeline. */
export interface PipelineFlaw {
  /** Stable and machine-readable, for example `pipeline.ci-file`. */
  readonly code: string;
  /** What is wrong, and what it lets somebody do. */
  readonly message: string;
  readonly mend: Mend;
}

/** What mends a flaw: lines of files where a kind has the attribute, else a place in the service's pages. */
export type Mend =
  | { readonly lines: readonly string[] }
  | {
      readonly place: string;
    };

/** Something that the service does not show to the token of the audit. */
export interface UnseenSetting {
  readonly what: string;
  /** Why, and what would show it. */
  readonly reason: string;
}

/** What was found on one repository. */
export interface PipelineAudit {
  readonly service: "gitlab" | "github";
  /** The full path of the repository. */
  readonly hosting: string;
  readonly flaws: readonly PipelineFlaw[];
  readonly unseen: readonly UnseenSetting[];
}

/** What one check found. */
export type CheckedSettings = Partial<Pick<PipelineAudit, "flaws" | "unseen">>;

/** The settings that a check may go by, beside what the service shows. */
export interface AuditRules {
  /** True where the pipeline is in the repository itself, and whoever may push there is trusted. */
  readonly isTrusted: boolean;
  readonly now: Date;
}

/** All that several checks found. */
export function allSettings(checked: readonly CheckedSettings[]): Required<CheckedSettings> {
  return {
    flaws: checked.flatMap(({ flaws = [] }) => flaws),
    unseen: checked.flatMap(({ unseen = [] }) => unseen),
  };
}
