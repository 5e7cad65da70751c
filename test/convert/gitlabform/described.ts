import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { directory } from "../../harness/directory.js";
import type { RunningEmulator } from "../../harness/emulator.js";

/** A write of gitlabform; what is no JSON is a form. */
type Write = readonly [method: string, path: string, body?: unknown];

const recording = new URL("calls.json", import.meta.url);

/**
 * Brings an instance to what `every-word.yml` says by gitlabform's own writes. They are replayed from what gitlabform 6.3.1 sent; where TRUEUP_GITLABFORM names its program, that
 * runs, and the recording is made anew.
 */
export async function describedByGitlabform(emulator: RunningEmulator, text: string): Promise<void> {
  const program = process.env["TRUEUP_GITLABFORM"] ?? "";
  if (program === "") {
    for (const write of JSON.parse(readFileSync(recording, "utf8")) as readonly Write[]) await replayed(emulator, write);
    return;
  }
  const writes = await recorded(emulator, program, text);
  writeFileSync(recording, `[\n${writes.map((one) => JSON.stringify(one)).join(",\n")}\n]\n`);
}

async function replayed({ url, token }: RunningEmulator, [method, path, body]: Write): Promise<void> {
  const type = typeof body === "string" ? "application/x-www-form-urlencoded" : "application/json";
  const response = await fetch(`${url}/api/v4${path}`, {
    method,
    headers: { "PRIVATE-TOKEN": token, ...(body === undefined ? {} : { "Content-Type": type }) },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const said = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${said}`);
}

async function recorded(emulator: RunningEmulator, program: string, text: string): Promise<readonly Write[]> {
  const writes: Write[] = [];
  const between = createServer((request, response) => {
    forwarded(emulator, request, response, writes).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve) => void between.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(between.address() as AddressInfo).port}`;
  const own = text.replace(/^( {2}url: ).*$/m, `$1${url}`).replace(/^( {2}token: ).*$/m, `$1${emulator.token}`);
  const cwd = directory({ "config.yml": own, "files/hello.txt": "Hello {{ project }} of {{ group }}\n" });
  try {
    await promisify(execFile)(program, ["--skip-version-check", "-a", "-c", "config.yml", "ALL"], { cwd });
  } finally {
    between.closeAllConnections();
    between.close();
  }
  return writes;
}

async function forwarded({ url }: RunningEmulator, request: IncomingMessage, response: ServerResponse, writes: Write[]) {
  const { method = "GET", url: path = "" } = request;
  const body = Buffer.concat(await request.toArray());
  // Only the other interface of the platform tells this, and the emulator does not: it is as the configuration says.
  if (body.includes("duoFeaturesEnabled")) {
    response.writeHead(200, { "Content-Type": "application/json" });
    response.end(JSON.stringify({ data: { project: { duoFeaturesEnabled: true } } }));
    return;
  }
  const headers = new Headers();
  for (const name of ["private-token", "content-type", "authorization"]) {
    const value = request.headers[name];
    if (typeof value === "string") headers.set(name, value);
  }
  const answer = await fetch(url + path, { method, headers, ...(body.length === 0 ? {} : { body }) });
  const said = Buffer.from(await answer.arrayBuffer());
  const own = path.slice("/api/v4".length);
  const isWrite = method !== "GET" && path.startsWith("/api/v4") && answer.ok;
  if (isWrite) writes.push(body.length === 0 ? [method, own] : [method, own, contentOf(body)]);
  const shown = [...answer.headers].filter(([name]) => !/^(?:content-length|transfer-encoding|connection)$/.test(name));
  response.writeHead(
    answer.status,
    Object.fromEntries(shown.map(([name, value]) => [name, value.replaceAll(url, `http://${request.headers.host ?? ""}`)])),
  );
  response.end(said);
}

function contentOf(body: Buffer): unknown {
  const text = body.toString("utf8");
  return text.startsWith("{") ? (JSON.parse(text) as unknown) : text;
}
