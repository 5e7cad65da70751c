import { type Connection, type ConnectionOptions, openConnection } from "./connection.js";
import { type Credential, resolveCredential, type StoredLogin } from "./credential.js";
import { storedTokens } from "./logins/renewal.js";
import { loginDirectory, type Logins, openLogins } from "./logins/store.js";
import { resolveServer, type Server, type ServerQuestion, type User } from "./server.js";

/** The stored logins of a user; undefined where the environment names no home. */
export function loginsOf({ env, onNotice }: Pick<User, "env" | "onNotice">): Logins | undefined {
  const directory = loginDirectory(env);
  return directory === undefined ? undefined : openLogins(directory, onNotice);
}

/**
 * Chooses the server (see `resolveServer`). An address that nothing but the files name counts if a login is stored for it, or if the user agrees.
 * @param agree asks the user about it
 */
export async function chooseServer(
  question: Omit<ServerQuestion, "choosePin">,
  user: User,
  agree: (url: string) => Promise<boolean> = async () => false,
): Promise<Server> {
  const choosePin = async (url: string): Promise<boolean> =>
    (await loginsOf(user)?.read(url)) !== undefined || (await agree(url));
  return resolveServer({ ...question, choosePin });
}

/** Finds the credential for a server (see `resolveCredential`), the user's stored login among them. */
export async function chooseCredential(server: Server, user: User): Promise<Credential> {
  const logins = loginsOf(user);
  const storedLogin: StoredLogin = async (url) => {
    const login = await logins?.read(url);
    return login && logins && { token: storedTokens(login, { ...user, logins }) };
  };
  return resolveCredential({
    ...server,
    env: user.env,
    tokenName: user.tokenName,
    storedLogin,
    tokenVariable: user.knownServer?.(server.url)?.tokenVariable,
  });
}

/** Opens a connection to a chosen server with the user's credential for it. Sends nothing yet. */
export async function openServer(
  server: Server,
  user: User,
  options: Omit<ConnectionOptions, "url" | "credential" | "redactor"> = {},
): Promise<Connection> {
  const credential = await chooseCredential(server, user);
  const ca = user.knownServer?.(server.url)?.ca;
  return openConnection({ ...options, url: server.url, credential, redactor: user.redactor, ca });
}
