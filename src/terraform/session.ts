import { waitsOf, credentialVariables } from "../core/environment.js";
import { TrueupError } from "../core/errors.js";
import { tiers } from "../core/names.js";
import type { Redactor } from "../core/redact.js";
import { readTimeouts } from "../core/timeouts.js";
import { openResources, type Resources, type ServerOptions, type RunContext } from "../trueup.js";
import { isList, isWhollyKnown, type ObjectValue } from "./cty/value.js";
import { RunMemory } from "./run-memory.js";

/** The process that a provider runs in. */
export interface Process {
  readonly cwd: string;
  readonly env: RunContext["env"];
  /** Makes the redactor of a run that begins, which learns every secret of it: from then on all that leaves the process goes through that one. */
  readonly createRedactor: () => Redactor;
  /** Told what happens, for the log. */
  readonly log: (text: string) => void;
}

/** What the block `provider "trueup"` says. */
interface Settings {
  readonly server: ServerOptions & { readonly bulk: boolean };
  readonly token?: string;
  /** Whether groups and projects are protected from deletion that do not say it themselves. */
  readonly protects: boolean;
  /** Arguments that come from something that does not exist yet. */
  readonly unknown: readonly string[];
}

/** The way from one provider process to one server, as its block says. */
export class ProviderSession {
  private settings: Settings = { server: { bulk: true }, protects: true, unknown: [] };
  private opened: Promise<Resources> | undefined;
  private stopping = new AbortController();
  /** Knows the secrets of this command of Terraform. */
  redactor: Redactor;
  /** What this command of Terraform has read and planned so far. */
  memory = new RunMemory();

  constructor(private readonly process: Process) {
    this.redactor = this.createRedactor();
  }

  get cwd(): string {
    return this.process.cwd;
  }

  /** Takes the block's arguments over; opens nothing yet. What was read and learnt for another command of Terraform counts no more, where one process serves several. */
  configure(config: ObjectValue): void {
    this.opened = undefined;
    this.stopping = new AbortController();
    this.redactor = this.createRedactor();
    this.memory = new RunMemory();
    this.settings = settingsOf(config);
    this.redactor.add(this.settings.token ?? "");
  }

  /** Whether groups and projects are protected from deletion that do not say it themselves. */
  get protects(): boolean {
    return this.settings.protects;
  }

  /** False while an argument comes from something that does not exist yet. */
  get isConfigured(): boolean {
    return this.settings.unknown.length === 0;
  }

  /** Things on the server. Throws TrueupError `provider.unknown` while that is not known, and what choosing a server throws. */
  async resources(): Promise<Resources> {
    const { server, around } = this.target();
    this.opened ??= openResources(server, around);
    return this.opened;
  }

  /**
   * Finds out what the server is, so that one that does not answer or a token that is none fails here, once, and not at every resource. An address that is not given is
   * no error yet: files may name theirs.
   */
  async greet(): Promise<void> {
    if (!this.isConfigured) return;
    try {
      await (await this.resources()).capabilities();
    } catch (error) {
      if (!(error instanceof TrueupError && error.code === "server.none")) throw error;
    }
  }

  /** The server and what is around a run on it. Throws TrueupError `provider.unknown`. */
  target(): { readonly server: ServerOptions & { readonly bulk: boolean }; readonly around: RunContext } {
    const { server, token, unknown } = this.settings;
    if (unknown.length > 0) throw notKnown(unknown);
    const { redactor } = this;
    const { cwd, env } = this.process;
    // What a run says after the next one began still goes through its own.
    const log = (text: string): void => this.process.log(redactor.scrub(text));
    return {
      server: { ...server, ...waitsOf(env) },
      around: {
        cwd,
        now: new Date(),
        env: token === undefined ? env : { ...env, TRUEUP_TOKEN: token },
        redactor,
        signal: this.stopping.signal,
        onNotice: (text) => log(text.trimEnd()),
        onRequest: ({ method, path, status, ms }) => log(`${method} ${path} ${status} ${Math.round(ms)} ms`),
      },
    };
  }

  private createRedactor(): Redactor {
    const redactor = this.process.createRedactor();
    for (const name of credentialVariables) redactor.add(this.process.env[name] ?? "");
    return redactor;
  }

  /** Starts nothing more; what is in flight ends. */
  async stop(): Promise<void> {
    const opened = await this.opened?.catch(() => undefined);
    opened?.stop();
    this.stopping.abort();
  }
}

function settingsOf(config: ObjectValue): Settings {
  const { url, token, concurrency, bulk_refresh: bulk, timeout, allow_http: hosts } = config;
  const tier = tiers.find((known) => known === config["tier"]);
  return {
    server: {
      bulk: bulk !== false,
      ...(typeof url === "string" ? { url } : {}),
      ...(tier === undefined ? {} : { tier }),
      ...(typeof concurrency === "number" ? { concurrency } : {}),
      ...(typeof timeout === "string" ? { timeouts: readTimeouts(timeout) } : {}),
      ...(isList(hosts) ? { allowHttp: hosts.filter((host) => typeof host === "string") } : {}),
    },
    ...(typeof token === "string" ? { token } : {}),
    protects: config["deletion_protection"] !== false,
    unknown: Object.entries(config).flatMap(([name, value]) => (isWhollyKnown(value) ? [] : [name])),
  };
}

function notKnown(unknown: readonly string[]): TrueupError {
  const names = unknown.map((name) => `provider "trueup": ${name}`).join(", ");
  return new TrueupError({
    code: "provider.unknown",
    message: `${names} is not known yet, because it comes from something that is still to be made`,
    hint: "Make that first, with terraform apply -target, or write the value down.",
  });
}
