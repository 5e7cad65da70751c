import { isIP } from "node:net";
import type { Hono } from "hono";
import type { Operation } from "./operations.js";
import { forbidden, toResponse } from "./replies.js";
import { LOOPBACK, parsedUrl } from "./url.js";

/** True for a name that the emulator may be called by, as the `Host` of a request says it, without a port. */
export type IsOwnName = (name: string) => boolean;

/** What emulators call themselves when they send: none takes what one has sent, or a webhook that leads back would be told of its own messages for ever. */
export const EMULATOR_AGENT = "trueup-emulator";

const WILDCARDS = new Set(["0.0.0.0", "[::]"]);

/**
 * The names of an emulator: those of the loopback, what it listens on, and what else it was told. Listening everywhere, any address of the machine is
 * its own; a name is not, because a page of anybody's can have a name of its own resolve to this machine (DNS rebinding).
 * @param host what it listens on, an address or a name
 */
export function ownNames(host: string, allowed: readonly string[]): IsOwnName {
  const listening = nameOf(host) ?? host;
  const names = new Set([...LOOPBACK, listening, ...allowed.map((name) => nameOf(name) ?? name.toLowerCase())]);
  const isEverywhere = WILDCARDS.has(listening);
  return (name) => names.has(name) || (isEverywhere && isIP(name.replaceAll(/^\[|\]$/g, "")) !== 0);
}

/** True for an address that only this machine reaches. */
export function isLoopback(address: string): boolean {
  return address === "localhost" || address === "::1" || (isIP(address) !== 0 && /^(::ffff:)?127\./i.test(address));
}

/**
 * Refuses what a page of a foreign site has a browser send: requests for a host that is not this emulator's, and those whose `Origin` is another one,
 * unless their operation is for pages of other origins (`x-cors`). A browser says an origin with everything that changes something.
 */
export function refuseForeignPages(application: Hono, operations: readonly Operation[], isOwn: IsOwnName): void {
  const shared = operations.filter(({ cors }) => cors !== "none");
  application.use("*", async (c, next) => {
    const host = c.req.header("host") ?? "";
    // A request line may name another host than the header, and goes before it.
    if (![nameOf(host), parsedUrl(c.req.url)?.hostname].every((name) => name !== undefined && isOwn(name)))
      return toResponse(
        forbidden("the Host of the request is not this emulator's. Start it with --allow-host NAME to let it have that name."),
      );
    if (c.req.header("user-agent") === EMULATOR_AGENT)
      return toResponse(forbidden("an emulator takes no webhooks of emulators."));
    const origin = c.req.header("origin");
    if (origin !== undefined && parsedUrl(origin)?.host !== parsedUrl(`http://${host}`)?.host) {
      const there = shared.filter(({ paths }) => paths.includes(c.req.path));
      const isPreflight = c.req.method === "OPTIONS" && there.some(({ cors }) => cors === "preflight");
      if (!isPreflight && !there.some(({ method }) => method === c.req.method))
        return toResponse(forbidden("pages of other origins may not call this."));
    }
    return next();
  });
}

/** The name in `name:port`, as an address has it; undefined for what is none. */
function nameOf(host: string): string | undefined {
  const isBare = isIP(host) === 6;
  const { hostname, pathname, username, search, hash } = parsedUrl(`http://${isBare ? `[${host}]` : host}`) ?? {};
  return pathname === "/" && username === "" && search === "" && hash === "" ? hostname : undefined;
}
