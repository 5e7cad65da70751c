// The world of a replay. Its clock stands still during a request, what is random depends on the number of the request alone, and nothing reaches a network.
// So two emulators that do the same give the same bytes. Import this before an emulator.
import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { Server } from "node:net";

const RealDate = Date;
const moment = { now: 0, step: 0, draws: 0, address: undefined };

/** Begins a step of the replay at a time, in milliseconds since 1970. */
export function beginStep(step, now) {
  Object.assign(moment, { step, now, draws: 0 });
}

/** Makes the next server believe that it listens at this address. */
export function listenAt(url) {
  const { hostname, port } = new URL(url);
  const address = hostname.replaceAll(/^\[|\]$/g, "");
  moment.address = { address, port: Number(port), family: address.includes(":") ? "IPv6" : "IPv4" };
}

globalThis.Date = class extends RealDate {
  constructor(...values) {
    super(...(values.length === 0 ? [moment.now] : values));
  }

  static now() {
    return moment.now;
  }
};
performance.now = () => 0;
Object.defineProperty(process, "pid", { value: 1 });
globalThis.fetch = async () => {
  throw new Error("a replay reaches no network");
};

function randomBytes(size) {
  const draw = moment.draws++;
  const block = (index) => crypto.createHash("sha256").update(`${moment.step} ${draw} ${index}`).digest();
  return Buffer.concat(Array.from({ length: Math.ceil(size / 32) }, (_, index) => block(index))).subarray(0, size);
}

crypto.randomBytes = randomBytes;
crypto.randomUUID = () => {
  const digits = randomBytes(16).toString("hex");
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, "$1-$2-4$3-8$4-$5");
};
crypto.randomInt = (low, high) =>
  (high === undefined ? 0 : low) + (randomBytes(6).readUIntBE(0, 6) % (high === undefined ? low : high - low));
Math.random = () => randomBytes(6).readUIntBE(0, 6) / 2 ** 48;
syncBuiltinESMExports();

Server.prototype.listen = function listen(_port, _host, listening) {
  const { address } = moment;
  this.address = () => address;
  process.nextTick(() => {
    this.emit("listening");
    listening();
  });
  return this;
};
