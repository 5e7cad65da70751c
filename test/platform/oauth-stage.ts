import { randomInt } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { createRedactor, type Redactor } from "../../src/core/redact.js";
import { logIn, type LoginRequest } from "../../src/platform/logins/log-in.js";
import { type Login } from "../../src/platform/logins/login.js";
import { type Logins, openLogins } from "../../src/platform/logins/store.js";
import { redirectUriOf } from "../../src/platform/oauth/loopback.js";
import { type Fields, Visitor } from "../emulator/oauth.js";
import { type Platform, startPlatform } from "../emulator/platform.js";
import { type Arrived, misbehavingServer, type Rule, type Trouble } from "../harness/misbehaving-server.js";

/** The secret of the confidential application. */
export const clientSecret = "secret-of-the-portal-0123456789";

/** A port of this computer that is free, and that nothing else is given by chance before it is used: systems choose ports from 32768 on. */
export async function freePort(): Promise<number> {
  const port = randomInt(10_240, 32_768);
  const server = createServer();
  const isFree = await new Promise<boolean>((resolve) => {
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => resolve(true));
  });
  if (!isFree) return freePort();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** What a platform begins with so that trueup can log in there and come back to a port: a public application and a confidential one, and two users. */
export function seedFor(port: number): Readonly<Record<string, unknown>> {
  const application = { redirect_uris: [redirectUriOf(port)], scopes: ["api", "read_user"] };
  return {
    users: [{ username: "alice", name: "Alice Archer" }, { username: "bob" }],
    oauth_applications: [
      { ...application, name: "trueup", client_id: "trueup-cli" },
      { ...application, name: "Portal", client_id: "portal", client_secret: clientSecret },
    ],
  };
}

/** Goes through the page on which to approve as a browser does, up to the address where it would land. */
export async function decide(page: string, decision: "approve" | "deny", username = "alice"): Promise<string> {
  const { origin, searchParams } = new URL(page);
  const request: Fields = Object.fromEntries(searchParams);
  const visitor = new Visitor({ url: origin });
  await visitor.signIn(request, username);
  const decided = await visitor.submit(request, { decision });
  return decided.headers.get("location") ?? "";
}

/** Paths of the API, and none of OAuth. */
export const ofApi = /^\/(?!oauth\/)/;

/** The trouble of an answer that says no more than its status. */
export const answering = (status: number): Trouble => ({ answer: { status, body: "{}" } });

/** A platform on which trueup can log in, and a place for its logins. */
export interface Stage {
  readonly platform: Platform;
  /** What passes between trueup and the platform. */
  readonly passed: readonly Arrived[];
  /** The address of what stands before the platform. */
  readonly url: string;
  readonly port: number;
  readonly directory: string;
  readonly logins: Logins;
  readonly redactor: Redactor;
  /** Logs in as a person would, and answers what is stored and what the browser shows at the end. */
  logIn(more?: Partial<LoginRequest>, browse?: (page: string) => Promise<string>): Promise<{ login: Login; shown: string }>;
}

/** Sets a stage; it ends with the test. */
export async function setStage(
  options: { readonly tokenLifetime?: number; readonly dialect?: "neutral" | "vendor" } = {},
  ...rules: readonly Rule[]
): Promise<Stage> {
  const port = await freePort();
  const platform = await startPlatform({ ...options, seed: seedFor(port) });
  const server = await misbehavingServer(platform.url);
  server.misbehave(...rules);
  const { url, arrived: passed } = server;
  const top = mkdtempSync(join(tmpdir(), "trueup-login-"));
  onTestFinished(() => rmSync(top, { recursive: true, force: true }));
  const directory = join(top, "logins");
  const [logins, redactor] = [openLogins(directory), createRedactor()];
  return {
    platform,
    passed,
    url,
    port,
    directory,
    logins,
    redactor,
    logIn: async (more = {}, browse = async (page) => decide(page, "approve")) => {
      let shown: Promise<string> = Promise.resolve("");
      const show = (page: string): void => {
        shown = browse(page).then(async (location) => (await fetch(location)).text());
        // Where the login fails, nobody waits for what the browser shows.
        shown.catch(() => undefined);
      };
      const request = { url, clientId: "trueup-cli", scopes: ["api"], port, ...more };
      const login = await logIn(request, { logins, redactor, show, hold: async (work) => work });
      return { login, shown: await shown };
    },
  };
}
