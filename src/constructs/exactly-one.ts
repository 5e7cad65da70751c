/** One of the properties of `T`, and none of the others. */
export type ExactlyOne<T> = {
  [K in keyof T]-?: { readonly [P in K]-?: T[P] } & { readonly [P in Exclude<keyof T, K>]?: never };
}[keyof T];
