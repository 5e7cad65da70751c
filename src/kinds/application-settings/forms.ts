/** What holds for every setting that takes a comma-separated text or an array and answers with an array (settings of the reference). */
export const commaList = {
  format: "comma-list",
  nullable: true,
  unset: [],
  default: [],
  normalise: "comma-list",
  decode: "comma-list",
  encode: "comma-list",
} as const;

/** What holds for every list that is empty when unset. */
export const emptyList = { nullable: true, unset: [], default: [], normalise: "comma-list" } as const;

/** Both protocols: written as null or the word nil, read as null, an empty text or `all`. */
export const eitherProtocol = [
  ["", null],
  ["nil", null],
  ["all", null],
] as const;
