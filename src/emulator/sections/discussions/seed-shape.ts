/** A discussion of a seed; without `thread` a single comment. */
export type SeedDiscussion = {
  readonly on: string;
  readonly thread?: boolean;
  readonly notes: readonly {
    readonly author: string;
    readonly body: string;
    readonly created_at?: string;
    readonly system?: boolean;
    readonly resolved_by?: string;
  }[];
};
