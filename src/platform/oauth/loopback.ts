import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { TrueupError } from "../../core/errors.js";
import { parsedUrl } from "../../core/url.js";

/** What a browser is shown. */
export interface LandingPage {
  readonly status: number;
  readonly title: string;
  readonly text: string;
}

/** What the browser brought back, and a way to tell the person in front of it how it went. */
export interface Landed {
  readonly answer: URLSearchParams;
  /** Shows a page. Resolves when it is there, or nobody waits for it. */
  tell(page: LandingPage): Promise<void>;
}

/** A page on this computer to which the server sends the browser back. */
export interface Loopback {
  /** Resolves with the first answer that is accepted; all others are refused and change nothing. Undefined where none comes within so many milliseconds. */
  land(accepts: (answer: URLSearchParams) => boolean, patience: number): Promise<Landed | undefined>;
  close(): void;
}

const host = "127.0.0.1";
const path = "/callback";

/** The port that applications are registered with, unless somebody chooses another. */
export const usualPort = 7171;

/** The redirect URI of a port: an application is registered with exactly this text. */
export function redirectUriOf(port: number): string {
  return `http://${host}:${port}${path}`;
}

/** Begins to listen on the loopback address, and on no other. Throws TrueupError `login.port` where the port is taken. */
export async function openLoopback(port: number): Promise<Loopback> {
  const server = createServer();
  await listen(server, port);
  let landed = false;
  return {
    land: async (accepts, patience) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => resolve(undefined), patience);
        server.on("request", (request: IncomingMessage, response: ServerResponse) => {
          const answer = answerIn(request, port);
          if (answer === undefined) return show(response, nothingHere);
          if (landed) return show(response, answeredAlready);
          if (!accepts(answer)) return show(response, anotherLogin);
          landed = true;
          clearTimeout(timer);
          resolve({ answer, tell: async (page) => shown(response, page) });
        });
      }),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function listen(server: Server, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(portTaken(port, error)));
    server.listen({ port, host, exclusive: true }, resolve);
  });
}

/** Undefined for anything but the browser's way back, for example its wish for an icon, or a page of the web that poses as this computer. */
function answerIn({ method, url = "", headers }: IncomingMessage, port: number): URLSearchParams | undefined {
  const asked = parsedUrl(url, redirectUriOf(port));
  const isForUs = method === "GET" && headers.host === `${host}:${port}` && asked?.pathname === path;
  return isForUs ? asked.searchParams : undefined;
}

const nothingHere: LandingPage = {
  status: 404,
  title: "Nothing here",
  text: "This address waits for the end of a login, which leads here by itself.",
};
const answeredAlready: LandingPage = {
  status: 409,
  title: "Answered already",
  text: "This login was answered before. You can close this window.",
};
const anotherLogin: LandingPage = {
  status: 400,
  title: "Not this login",
  text: "This answer belongs to another login, so it was refused. Use the address that the terminal shows.",
};

function show(response: ServerResponse, { status, title, text }: LandingPage): void {
  response.writeHead(status, {
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    connection: "close",
  });
  response.end(landingPage(title, text));
}

async function shown(response: ServerResponse, page: LandingPage): Promise<void> {
  if (response.closed) return;
  const closed = once(response, "close");
  show(response, page);
  await closed;
}

function portTaken(port: number, error: Error): TrueupError {
  const isTaken = "code" in error && error.code === "EADDRINUSE";
  return new TrueupError({
    code: "login.port",
    message: isTaken
      ? `the port ${port} of this computer is taken, and the login comes back there`
      : `the login cannot come back to port ${port} of this computer: ${error.message}`,
    hint: `End what listens there (another trueup auth login?), or choose another --port and register ${redirectUriOf(port).replace(String(port), "PORT")} with the application.`,
    cause: error,
  });
}

const style = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: light-dark(#f4f5f7, #16181d); color: light-dark(#1f2328, #e6e8eb); }
  main { max-width: 28rem; margin: 1rem; padding: 2rem; border-radius: 12px; background: light-dark(#fff, #22252b); box-shadow: 0 1px 3px rgb(0 0 0 / 20%); }
  h1 { margin: 0 0 0.5rem; font-size: 1.4rem; }
  p { margin: 0; overflow-wrap: anywhere; }
`;

/** The page that a browser shows at the end of a login: one sentence, no script, nothing from elsewhere. */
function landingPage(title: string, text: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)} - trueup</title><style>${style}</style></head>
<body><main><h1>${escaped(title)}</h1><p>${escaped(text)}</p></main></body>
</html>
`;
}

function escaped(text: string): string {
  const names: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
  return text.replaceAll(/[&<>"']/g, (character) => names[character] ?? character);
}
