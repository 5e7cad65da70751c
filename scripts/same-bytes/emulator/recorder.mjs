// Records what each emulator of a process is asked, in the directory TRUEUP_RECORD: a file for each emulator, a line for each request, in order of arrival.
import { AsyncLocalStorage } from "node:async_hooks";
import { createHash, randomUUID } from "node:crypto";
import { appendFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createAdaptorServer as createServer } from "@hono/node-server";
import { opaqueStrings } from "./opaque.mjs";
import { bodyText, readReply } from "./reply.mjs";

const directory = process.env.TRUEUP_RECORD;
const starting = new AsyncLocalStorage();
/** Headers of the connection and not of the request. */
const ofConnections = ["accept-encoding", "connection", "content-length", "keep-alive", "transfer-encoding"];
/** Options that a replay decides by itself. */
const ofRuns = ["data", "latency", "onUnknown", "port"];

/** The server of an emulator, whose requests are recorded. The emulator imports it in the place of the one of @hono/node-server. */
export function createAdaptorServer(options) {
  const recording = starting.getStore();
  return createServer(recording === undefined ? options : { ...options, fetch: recording.watch(options.fetch) });
}

/** A start of emulators that records them. Those with faults are left out: what they break is the connection, which a replay lacks. */
export function recording(start) {
  return async (options = {}) => {
    if (directory === undefined || (options.faults ?? []).length > 0) return start(options);
    const own = new Recording();
    const emulator = await starting.run(own, () => start(options));
    own.begin(options, emulator);
    const work = () => {
      own.add({ work: true });
      return emulator.work();
    };
    return { ...emulator, work, fetch: own.watch(emulator.fetch) };
  };
}

class Recording {
  #file = join(directory, `${process.pid}-${randomUUID()}.jsonl`);
  #count = 0;

  /** Writes what the emulator began with. A data file counts as the state that it led to. */
  begin(options, { url, token, state }) {
    const kept = Object.fromEntries(Object.entries(options).filter(([name]) => !ofRuns.includes(name)));
    const { data, facts } = options;
    const more = {
      ...(data === undefined ? {} : { state: state() }),
      ...(facts === undefined ? {} : { facts: keepText(facts) }),
    };
    this.add({ url, options: { ...kept, token, ...more } });
  }

  add(event) {
    this.write({ n: this.#count++, at: Date.now(), ...event });
  }

  write(event) {
    appendFileSync(this.#file, `${JSON.stringify(event)}\n`);
  }

  /** The same handler, each of whose requests is recorded once it is answered. */
  watch(handle) {
    return async (request, ...more) => {
      const event = { n: this.#count++, at: Date.now(), method: request.method, path: pathOf(request.url) };
      event.headers = Object.fromEntries([...request.headers].filter(([name]) => !ofConnections.includes(name)));
      // Read at once: an emulator that refuses a long body waits until its copy is read, too.
      const bytes = request.method === "GET" || request.method === "HEAD" ? undefined : request.clone().arrayBuffer();
      const response = await handle(request, ...more);
      // Nobody waits for this: a body that is refused early may never come whole.
      void this.#keep(event, bytes, response.clone()).catch(() => {});
      return response;
    };
  }

  async #keep(event, bytes, response) {
    const reply = await readReply(response);
    const body = bytes === undefined ? {} : { body: bodyText(Buffer.from(await bytes)) };
    this.write({ ...event, ...body, status: reply.status, opaque: opaqueStrings(reply) });
  }
}

const pathOf = (url) => /^[a-z]+:\/\/[^/?#]*([^#]*)/i.exec(url)?.[1] || "/";

/** Facts of a release are long and come often: each text is kept once, under its digest. */
function keepText(text) {
  const name = createHash("sha256").update(text).digest("hex");
  const file = join(directory, "texts", name);
  mkdirSync(join(directory, "texts"), { recursive: true });
  if (!existsSync(file)) writeFileSync(file, text);
  return name;
}
