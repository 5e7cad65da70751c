/** The client library, `trueup/client`: every endpoint, typed by the API description. It must not know the program, the kinds or plans. */
export type { components, ListRoute, operations, Routes } from "./api.gen.js";
export {
  type CallOptions,
  type Client,
  type ClientCredential,
  type ClientOptions,
  createClient,
  type RawReply,
  type RawRequest,
  type TokenProvider,
} from "./client.js";
export type { Endpoint } from "../platform/endpoint.js";
export { ApiError, TrueupError } from "../core/errors.js";
export type { Grant } from "../platform/index.js";
export { passwordGrant, type PasswordLogin } from "./password.js";
export type { Headers, Item, Parameters, Reply, Route } from "./types.js";
export { fileUpload, type Upload } from "./upload.js";
