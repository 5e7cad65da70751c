import { execFileSync, spawn } from "node:child_process";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";

const backend = join(execFileSync("git", ["--exec-path"], { encoding: "utf8" }).trim(), "git-http-backend");

/** Git's own server program, by the common gateway interface. */
export function serveGit(request: IncomingMessage, response: ServerResponse, root: string): void {
  const [path = "", query = ""] = (request.url ?? "").split("?");
  const env = {
    PATH: process.env["PATH"],
    GIT_PROJECT_ROOT: root,
    GIT_HTTP_EXPORT_ALL: "1",
    PATH_INFO: path,
    QUERY_STRING: query,
    REQUEST_METHOD: request.method,
    CONTENT_TYPE: request.headers["content-type"] ?? "",
    GIT_PROTOCOL: request.headers["git-protocol"]?.toString() ?? "",
    GIT_CONFIG_COUNT: "1",
    GIT_CONFIG_KEY_0: "safe.directory",
    GIT_CONFIG_VALUE_0: "*",
  };
  const child = spawn(backend, [], { env, stdio: ["pipe", "pipe", "ignore"] });
  request.pipe(child.stdin);
  const chunks: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  child.on("close", () => {
    const whole = Buffer.concat(chunks);
    const end = whole.indexOf("\r\n\r\n");
    const lines = whole.subarray(0, end).toString().split("\r\n");
    const headers = Object.fromEntries(lines.map((line) => line.split(": ", 2) as [string, string]));
    const { Status: status = "200", ...rest } = headers;
    response.writeHead(Number.parseInt(status, 10), rest).end(whole.subarray(end + 4));
  });
}
