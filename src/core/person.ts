/** A place that names a person. */
export interface PersonMention {
  readonly address: string;
  /** How it names the person: `membership`; the dotted path of an attribute, such as `allowed_to_push`; or `owner` of what runs with the person's rights. */
  readonly as: string;
  /** The role of a membership. */
  readonly role?: string;
}

/** The document `trueup.person/1` (its schema is schemas/person.schema.json): what names a person in the groups and projects that the files declare. */
export interface PersonReport {
  readonly format: "trueup.person/1";
  readonly instance: { readonly url: string; readonly version: string };
  readonly username: string;
  /** What is live, memberships first. */
  readonly mentions: readonly PersonMention[];
  /** Lines of the files that name the person: `file:line:column`. */
  readonly declared: readonly { readonly source: string; readonly address: string }[];
  /** What was not looked at, a sentence each. */
  readonly gaps: readonly string[];
  /** Policies, as a file says them, that remove the memberships. */
  readonly patch: string;
  readonly stats: { readonly requests: number };
}
