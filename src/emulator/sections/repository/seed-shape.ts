/** A commit of a seed; its branch begins with it when it is not there. */
export type SeedCommit = {
  project: string;
  branch: string;
  /** Where a new branch begins; the default branch when left out. */
  from?: string;
  /** Branch, tag or hash that it merges. */
  merges?: string;
  message: string;
  author: string;
  at?: string;
  changes?: Readonly<Record<string, string | null>>;
};

/** A tag of a seed, on the head of the default branch when `ref` is left out. */
export type SeedTag = { project: string; name: string; ref?: string; message?: string };
