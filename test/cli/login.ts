import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { EmulatorOptions } from "../../src/emulator/index.js";
import { inProcess, type Ran } from "../harness/command-line.js";
import { directory } from "../harness/directory.js";
import { platform, type RunningEmulator } from "../harness/emulator.js";
import { decide, freePort, seedFor } from "../platform/oauth-stage.js";

/** A platform on which the command can log in, and a home for its logins. */
export interface Place {
  readonly server: RunningEmulator;
  readonly port: number;
  /** Variables that give the command this home, and no token. */
  readonly env: Readonly<Record<string, string>>;
  /** The directory that holds the logins. */
  readonly logins: string;
}

/** Prepares a place to log in from; it ends with the test. */
export async function placeToLogIn(options: EmulatorOptions = {}): Promise<Place> {
  const port = await freePort();
  const server = await platform({ seed: seedFor(port), ...options });
  const home = directory();
  return { server, port, env: { XDG_CONFIG_HOME: home }, logins: join(home, "trueup", "logins") };
}

/** What the command runs with, and what is done with the page that it shows. */
export interface LoggingIn {
  readonly url?: string;
  readonly words?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Goes through the page; answers where the browser lands, or nothing if it was there. */
  readonly browse?: (page: string) => Promise<string>;
}

/** Runs `trueup auth login`, in this process, and approves as a person would. */
export async function logIn(
  { server, port, env }: Place,
  { url = server.url, words = [], ...how }: LoggingIn = {},
): Promise<Ran> {
  const { browse = async (page) => decide(page, "approve") } = how;
  let [said, landed] = ["", Promise.resolve<unknown>(undefined)];
  const ran = await inProcess(["auth", "login", "--url", url, "--client-id", "trueup-cli", "--port", String(port), ...words], {
    env: { ...env, ...how.env },
    onStderr: (text) => {
      const before = pageIn(said);
      said += text;
      const page = pageIn(said);
      if (before === undefined && page !== undefined)
        landed = browse(page).then(async (location) => (location === "" ? undefined : fetch(location)));
    },
  });
  await landed;
  return ran;
}

/** The address of the page on which to approve, in what the command said. */
export function pageIn(text: string): string | undefined {
  return /^ +(http\S+\/oauth\/authorize\?\S+)\n/m.exec(text)?.[1];
}

/** The only stored login, as it stands in its file. */
export function storedLogin({ logins }: Place): Record<string, unknown> {
  const [file = ""] = filesOf(logins);
  return JSON.parse(readFileSync(join(logins, file), "utf8")) as Record<string, unknown>;
}

/** Has the access token of the only stored login end, by this computer's clock. */
export function expire(place: Place): void {
  const [file = ""] = filesOf(place.logins);
  writeFileSync(join(place.logins, file), JSON.stringify({ ...storedLogin(place), expires_at: Date.now() - 1 }), { mode: 0o600 });
}

function filesOf(logins: string): string[] {
  return readdirSync(logins).filter((name) => name.endsWith(".json"));
}
