// What a scenario works with: platforms, files, the command line, and a place for what came of it.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { callPlatform } from "./by-hand.mjs";
import { Outputs } from "./outputs.mjs";
import { settled } from "./settled.mjs";

const token = "glpat-token-of-the-comparison";

/** The kit of one scenario. `side` has the command line, the recorder, the emulator and the material of the base, the port, and where outputs go. */
export class Kit {
  #servers = [];
  #variables = {};
  #fresh = 0;
  #side;
  #outputs;

  constructor(side, scenario) {
    this.#side = side;
    this.directory = join(side.work, scenario);
    rmSync(this.directory, { recursive: true, force: true });
    mkdirSync(this.directory, { recursive: true });
    this.#outputs = new Outputs(join(side.out, scenario), this.directory);
  }

  /** The directory of the base, whose examples both sides get. */
  get base() {
    return this.#side.base;
  }

  /** What the tests of the base know of desired states. */
  get material() {
    return this.#side.material;
  }

  /** A module of the side's build. */
  load(path) {
    return this.#side.load(path);
  }

  /** A fault of a platform as the command line writes it. */
  fault(text) {
    return this.#side.parseFault(text);
  }

  /** A path of the scenario. */
  at(name) {
    return join(this.directory, name);
  }

  /** Writes a file of the scenario: a text, bytes, or an object as JSON. */
  file(name, content) {
    mkdirSync(dirname(this.at(name)), { recursive: true });
    const isPlain = typeof content === "string" || content instanceof Uint8Array;
    writeFileSync(this.at(name), isPlain ? content : JSON.stringify(content, undefined, 1));
  }

  copy(from, to) {
    cpSync(from, this.at(to), { recursive: true });
  }

  /** Sets variables of the environment for all runs from now on. */
  set(variables) {
    Object.assign(this.#variables, variables);
  }

  /** Gives every variable that an export asks for a value. */
  fillIn(from) {
    const file = join(this.at(from), ".env.example");
    const text = existsSync(file) ? readFileSync(file, "utf8") : "";
    for (const [, name] of text.matchAll(/^(\w+)=$/gm)) this.set({ [name]: `https://hooks.example.com/${name.toLowerCase()}` });
  }

  /** Starts a platform, at the same address on both sides; runs go to the first one. It answers when its background work is done, unless it is `slow`. */
  async server({ seed = "none", slow = false, ...options } = {}) {
    const state = await this.#side.planted(seed, options);
    const port = this.#side.port + this.#servers.length;
    const emulator = await this.#side.startEmulator({ token, workerDelay: 0, port, ...options, state });
    this.#servers.push(emulator);
    if (!slow) this.#side.recorder.hold(emulator);
    if (this.#servers.length === 1) this.set({ TRUEUP_URL: emulator.url, TRUEUP_TOKEN: emulator.token });
    const call = async (...request) => {
      const answer = await callPlatform(emulator, this.material.Declined, ...request);
      await settled(emulator);
      return answer;
    };
    return { url: emulator.url, token: emulator.token, call };
  }

  /** Runs a command and keeps what it said and asked for; `how` as in `requestsText`. */
  async run(name, words, how = {}) {
    await this.#rest();
    const env = { PATH: "/usr/bin:/bin", HOME: this.directory, TRUEUP_BACKOFF_MS: "1", COLUMNS: "110", ...this.#variables };
    const ended = await this.#side.trueup(words, this.directory, env);
    this.#outputs.command(name, words, ended, this.#side.recorder.take(), how);
    return ended;
  }

  /** Does something that no command does, and keeps what came of it, also an error, and what it asked for. */
  async ask(name, work) {
    await this.#rest();
    const answer = await work().catch(({ message, code, hint, remarks, diagnostics = remarks }) => ({
      error: message,
      code,
      hint,
      // Older revisions call them so.
      remarks: diagnostics,
    }));
    this.note(name, answer ?? null);
    this.#outputs.requests(name, this.#side.recorder.take());
    return answer;
  }

  /** Goes through random changes by hand, as `walk` of the tests does, and keeps how many were taken. */
  async walk(server, place, steps) {
    const secrets = { next: (form) => (form === "url" ? "https://hooks.example.com/hushed" : "hushed"), named: () => "hushed" };
    const freshName = () => `fresh-${(this.#fresh += 1)}`;
    const { done } = await this.material.walk({ server: place, platform: server, secrets, freshName }, steps);
    this.note("changes-by-hand.text", { done });
  }

  /** Keeps the files below a directory as they are now. */
  keep(name, from = name) {
    this.#outputs.files(name, this.at(from));
  }

  /** Keeps one file as it is now. */
  keepFile(name, file) {
    this.#outputs.text(name, existsSync(this.at(file)) ? readFileSync(this.at(file), "utf8") : "");
  }

  /** Keeps a value. */
  note(name, value) {
    this.#outputs.text(name, `${JSON.stringify(value, undefined, 1)}\n`);
  }

  async close() {
    for (const server of this.#servers) {
      this.#side.recorder.release(server);
      await server.close();
    }
    rmSync(this.directory, { recursive: true, force: true });
  }

  async #rest() {
    for (const server of this.#servers) await settled(server);
    this.#side.recorder.take();
  }
}
