import { resolve } from "node:path";
import { type Command, Option } from "commander";
import { defined } from "../../core/collections.js";
import { reasonOf, TrueupError } from "../../core/errors.js";
import { isObject } from "../../core/json.js";
import type { EmulatorOptions, Fault } from "../../emulator/index.js";
import { exit } from "../exit.js";
import { collect, emulatorToken, filled, release, wholeNumber } from "../option-values.js";
import {
  addConfigOption,
  addExample,
  allowHttpOption,
  concurrencyOption,
  maxConcurrencyOption,
  maxPagesOption,
  optionsGiven,
  tierOption,
  timeoutOption,
} from "../options.js";
import type { Session } from "../session.js";
import { start } from "../start-emulator.js";
import { startTwin, type TwinFlags } from "../twin.js";
import { usage } from "../usage.js";

interface Flags extends Omit<TwinFlags, "from"> {
  readonly from?: string;
  readonly port: number;
  readonly host?: string;
  readonly allowHost?: readonly string[];
  readonly allowOutbound?: readonly string[];
  readonly token?: string;
  readonly seed: string;
  readonly data?: string;
  readonly latency?: number;
  readonly limits?: "hosted" | "hosted-headers";
  readonly limitsWindow?: number;
  readonly tokenLifetime?: number;
  readonly fault?: readonly string[];
  readonly faultSeed?: number;
  readonly settingsCache?: number;
  readonly json?: true;
}

/** `trueup emulator`: the embedded platform as a server, until a signal ends it. */
export function defineEmulator(program: Command, session: Session): void {
  const command = addConfigOption(program.command("emulator"))
    .description("run the embedded platform: a real HTTP server to try and test against")
    .option("--port <n>", "port to listen on; 0 takes a free one", wholeNumber(0, 65_535), 0)
    .option("--host <host>", "address to listen on (default: 127.0.0.1)", filled)
    .option("--allow-host <name>", "another name that requests may call it by (repeatable)", collect)
    .option("--allow-outbound <host>", "host that webhooks are sent to, * for all (repeatable; default: this machine)", collect)
    .option("--token <token>", "token of its administrator (default: a random one)", emulatorToken)
    .option(
      "--seed <seed>",
      "initial content: default (a company), people (its users alone), none, or a YAML or JSON file",
      "default",
    )
    .option("--data <file>", "file that keeps the state; wins over the seed if it is there")
    .option("--latency <ms>", "milliseconds by which each reply is late", wholeNumber(0, 60_000))
    .option("--fault <rule>", 'inject a failure, as "METHOD PATH EFFECT…"; repeatable (docs/emulator.md)', collect)
    .option("--fault-seed <n>", "makes the rates of faults repeatable (default: 1)", wholeNumber(0, 2 ** 31))
    .option(
      "--settings-cache <seconds>",
      "how late settings take effect, 60 on real servers (default: 0)",
      wholeNumber(0, 86_400),
    )
    .option("--token-lifetime <seconds>", "how long an OAuth access token is good (default: 7200)", wholeNumber(1, 31_536_000))
    .option("--json", 'print {"url", "token"} as the first line')
    .option("--debug", "show stack traces");
  addReleaseOptions(command);
  addLimitOptions(command);
  addTwinOptions(command);
  addExample(
    command,
    "trueup emulator --port 8080 --seed none",
    "trueup emulator --json --data .trueup/platform.json",
    "trueup emulator --from https://platform.example.com --under acme --data .trueup/twin.json",
    'trueup emulator --fault "POST /projects status=503 rate=0.2" --fault "GET /groups/** delay=500"',
  );
  command.action(async () => {
    const flags = command.opts<Flags>();
    session.interrupt.listen();
    const options = await emulatorOptions(flags, session.cwd);
    const { from } = flags;
    if (from === undefined) refuseTwinOptions(flags);
    const emulator = await (from === undefined ? start(options) : startTwin({ ...flags, from }, options, session));
    if (emulator.isExposed) session.output.error(exposure(emulator.url));
    // Its token is what the user asked for, so it is printed past the redactor.
    process.stdout.write(flags.json ? `${JSON.stringify({ url: emulator.url, token: emulator.token })}\n` : greeting(emulator));
    await session.interrupt.come();
    await emulator.close();
    process.exit(exit.ok);
  });
}

/** Adds `--tier`, `--dialect` and `--server-version`. */
function addReleaseOptions(command: Command): void {
  command
    .addOption(tierOption("tier of its licence (default: ultimate)"))
    .addOption(
      new Option("--dialect <dialect>", "vendor is how real servers are, neutral as the documents say (default: vendor)").choices(
        ["neutral", "vendor"],
      ),
    )
    .option("--server-version <version>", "release that it says it is (default: 19.0.0; neutral: 15.4.0)", release);
}

/** Adds `--limits` and `--limits-window`. */
function addLimitOptions(command: Command): void {
  command
    .addOption(
      new Option(
        "--limits <limits>",
        "limits requests as the hosted service does, with its headers or with headers everywhere",
      ).choices(["hosted", "hosted-headers"]),
    )
    .option("--limits-window <seconds>", "how long a minute of the limits takes (default: 60)", wholeNumber(1, 3600));
}

/** Adds `--from` and how that server is read. */
function addTwinOptions(command: Command): void {
  command
    .addOption(
      new Option(
        "--from <url>",
        "begin as the twin of this server or instance of the project file, which is only read",
      ).conflicts("seed"),
    )
    .option("--under <glob>", "of that server, only what has this full path, * and ** allowed (repeatable)", collect)
    .addOption(concurrencyOption("requests to that server in flight at once (default: as many as it bears, 8 at first)"))
    .addOption(maxConcurrencyOption())
    .addOption(timeoutOption())
    .addOption(maxPagesOption())
    .addOption(allowHttpOption());
}

function refuseTwinOptions(flags: Flags): void {
  const [lone] = optionsGiven(flags, ["under", "concurrency", "maxConcurrency", "timeout", "maxPages", "allowHttp"]);
  if (lone === undefined) return;
  throw usage(`${lone} says how a server is read, and no --from names one`, "Add --from URL, or leave it out.");
}

function exposure(url: string): string {
  return (
    `warning: other machines can reach the emulator at ${url}, by HTTP that anybody on the way can read. ` +
    "The tokens and passwords of its seed's users are written in the seed. Leave out --host to be reached from this machine alone.\n"
  );
}

function greeting({ url, token }: { readonly url: string; readonly token: string }): string {
  return `url:   ${url}\ntoken: ${token}\n\nTo use it: export TRUEUP_URL=${url} TRUEUP_TOKEN=${token}\nCtrl-C ends it.\n`;
}

function refuseLoneWindow({ limits, limitsWindow }: Flags): void {
  if (limits !== undefined || limitsWindow === undefined) return;
  throw usage(
    "--limits-window says how long a minute of limits takes, and no --limits names any",
    "Add --limits hosted, or leave it out.",
  );
}

async function emulatorOptions(flags: Flags, cwd: string): Promise<EmulatorOptions> {
  refuseLoneWindow(flags);
  const { port, host, token, tier, dialect, serverVersion, latency, limits, limitsWindow, tokenLifetime } = flags;
  const { allowHost: allowedHosts, allowOutbound: allowedOutbound, faultSeed, settingsCache } = flags;
  const data = flags.data === undefined ? undefined : resolve(cwd, flags.data);
  const faults = flags.fault && (await readFaults(flags.fault));
  return {
    port,
    seed: isNamed(flags.seed) ? flags.seed : await readSeed(flags.seed, cwd),
    ...defined({ host, allowedHosts, allowedOutbound, token, tier, dialect, serverVersion, data, latency }),
    ...defined({ limits, limitsWindow, tokenLifetime, faults, faultSeed, settingsCache }),
  };
}

async function readFaults(texts: readonly string[]): Promise<readonly Fault[]> {
  const { parseFault } = await import("../../emulator/index.js");
  try {
    return texts.map((text) => parseFault(text));
  } catch (error) {
    throw new TrueupError({
      code: "emulator.fault",
      message: reasonOf(error),
      cause: error,
    });
  }
}

const largestSeed = 256 * 1024 * 1024;

/** Seeds that need no file. */
export const seedNames = ["default", "people", "none"] as const;

const isNamed = (seed: string): seed is (typeof seedNames)[number] => seedNames.some((name) => name === seed);

/** JSON is YAML, so one parser reads both. */
async function readSeed(file: string, cwd: string): Promise<Readonly<Record<string, unknown>>> {
  const [{ parse }, { readRegular }] = await Promise.all([import("yaml"), import("../../trueup.js")]);
  try {
    const seed: unknown = parse(readRegular(resolve(cwd, file), largestSeed).toString("utf8"));
    if (isObject(seed)) return seed;
  } catch (error) {
    // Below its first line, the parser quotes the file.
    const [reason = ""] = reasonOf(error).split("\n");
    throw badSeed(file, reason.replace(/:$/, ""), error);
  }
  throw badSeed(file, "it is no mapping");
}

function badSeed(file: string, reason: string, cause?: unknown): TrueupError {
  const hint = "Give default, people, none, or a YAML or JSON file.";
  return new TrueupError({ code: "emulator.seed", message: `the seed ${file} cannot be used: ${reason}`, hint, cause });
}
