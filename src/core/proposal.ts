/** What a merge request says when it is opened: labels and users stand by name. */
export interface ProposalText {
  readonly title: string;
  readonly labels: readonly string[];
  readonly reviewers: readonly (string | number)[];
}

/** The merge request by which a change of a file is to get into its branch. */
export interface Proposal extends ProposalText {
  /** The branch that it comes from, and the one that it is into. */
  readonly from: string;
  readonly into: string;
  /** Of all that it proposes, and of what was there before. */
  readonly digest: string;
  /** Its number, where it is open already. */
  readonly number?: number;
  /** True where its branch is there, and is written anew. */
  readonly again?: true;
}
