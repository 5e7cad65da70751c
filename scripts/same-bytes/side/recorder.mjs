// Writes down what reaches the servers of this process, and has them answer only when they are at rest.
import { subscribe } from "node:diagnostics_channel";
import { EventEmitter } from "node:events";
import { Server } from "node:http";
import { isBusy, settled } from "./settled.mjs";

/** Begins to record; `take` answers the requests since the last time, in the order in which they arrived. Servers that are held answer nothing while they have background work. */
export function record() {
  let requests = [];
  const held = new Set();
  subscribe("http.server.request.start", ({ request }) => requests.push(recorded(request)));
  Server.prototype.emit = function (event, ...rest) {
    const busy = event === "request" ? [...held].filter(isBusy) : [];
    if (busy.length === 0) return EventEmitter.prototype.emit.call(this, event, ...rest);
    Promise.all(busy.map(settled)).then(
      () => EventEmitter.prototype.emit.call(this, event, ...rest),
      (error) => rest[1].destroy(error),
    );
    return true;
  };
  return {
    take: () => {
      const taken = requests;
      requests = [];
      return taken;
    },
    hold: (emulator) => held.add(emulator),
    release: (emulator) => held.delete(emulator),
  };
}

/** A request whose body is there once the server has read it. */
function recorded(request) {
  const pieces = [];
  // A listener of our own would begin to read before the server does.
  const push = request.push;
  request.push = function (piece, ...more) {
    if (piece !== null) pieces.push(Buffer.from(piece));
    return push.call(this, piece, ...more);
  };
  return {
    method: request.method,
    url: request.url,
    type: request.headers["content-type"],
    get body() {
      return Buffer.concat(pieces);
    },
  };
}
