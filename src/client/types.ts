import type { ListRoute, Routes } from "./api.gen.js";

/** A documented route, such as `GET /projects/{id}/jobs`; the aliases of the documents are routes too. */
export type Route = keyof Routes;

type Part<T> = [NonNullable<T>] extends [never] ? object : NonNullable<T>;
type Body<Operation> = Operation extends {
  readonly requestBody: { readonly content: { readonly "application/json": infer Given } };
}
  ? Given
  : object;
/** One object in place of an intersection, in which what may be left out may also be undefined. */
type Flat<T> = { [Name in keyof T]: object extends Pick<T, Name> ? T[Name] | undefined : T[Name] };

/** All parameters of a route in one object: those of its path, its query and its body. */
// Of several routes one after the other: taken at once, each part of one would meet each part of every other.
export type Parameters<R extends Route> = R extends Route
  ? Flat<Part<Routes[R]["parameters"]["path"]> & Part<Routes[R]["parameters"]["query"]> & Body<Routes[R]>>
  : never;

type Content<Answer> = Answer extends { readonly content: infer Types }
  ? Types extends { readonly "application/json": infer Value }
    ? Value
    : Types extends { readonly "text/plain": unknown }
      ? string
      : Uint8Array
  : undefined;
type Answers<R extends Route> = Routes[R]["responses"];

/** Headers of a reply, by lower-case name. */
export type Headers = Readonly<Record<string, string>>;

/** What a route answers. Where it depends on the status, comparing `status` tells the type of `data`. */
export type Reply<R extends Route> = R extends Route
  ? {
      [Status in keyof Answers<R>]: {
        readonly status: Status;
        readonly headers: Headers;
        readonly data: Content<Answers<R>[Status]>;
      };
    }[keyof Answers<R>]
  : never;

/** One item of a list. */
export type Item<R extends ListRoute> = Reply<R>["data"] extends readonly (infer One)[] ? One : never;
