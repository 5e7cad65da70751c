/** The document `trueup.list/1` (its schema is schemas/list.schema.json): what files declare. */
export interface DeclaredList {
  readonly format: "trueup.list/1";
  readonly resources: readonly {
    readonly address: string;
    /** The kind that it belongs to; only for kinds that may belong to more than one. */
    readonly parent?: string;
    readonly ensure: "present" | "absent";
    /** `file:line:column` */
    readonly source: string;
  }[];
}
