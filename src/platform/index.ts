/** The API client: the only sender of API requests. It must not know what a kind is. */
export { createApi } from "./api.js";
export { type ApiCall, call, type CallMethod, type ApiCallOptions } from "./call.js";
export { type Clock, systemClock } from "./clock.js";
export {
  type Connection,
  type ConnectionOptions,
  type Limits,
  openConnection,
  type Patience,
  type RequestEvent,
} from "./connection.js";
export {
  checkToken,
  type Credential,
  type CredentialQuestion,
  resolveCredential,
  type StoredLogin,
  type TokenSource,
} from "./credential.js";
export { fetchOver, type Success } from "./deliver.js";
export { discover, type Discovered, type DiscoverOptions, settingsPath, tokenScopes } from "./discover.js";
export { logIn, type LoginRequest } from "./logins/log-in.js";
export { type LoggedOut, logOut } from "./logins/log-out.js";
export { type CredentialStatus, credentialStatus } from "./logins/status.js";
export { type Logins } from "./logins/store.js";
export { redirectUriOf, usualPort } from "./oauth/loopback.js";
export { type Grant, passwordGrant, type PasswordRequest } from "./oauth/grants.js";
export { chooseCredential, chooseServer, loginsOf, openServer } from "./open-server.js";
export { statusText } from "./failure.js";
export { checkedPath } from "./path.js";
export { createReadApi } from "./read-api.js";
export {
  type Environment,
  type FindKnownServer,
  type KnownServer,
  type NamedInstance,
  normaliseUrl,
  resolveServer,
  type Server,
  type ServerQuestion,
  type ServerSource,
  type User,
} from "./server.js";
export type { Accept } from "./reading.js";
export { walk, type WalkOptions } from "./walk.js";
