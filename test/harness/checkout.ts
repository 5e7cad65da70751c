import { execFile } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { onTestFinished } from "vitest";
import { directory } from "./directory.js";
import { serveGit } from "./git-http.js";
import { git, repository } from "./repository.js";

/** What a server with the one repository platform/config was asked for, and what the command left. */
export interface CheckedOut {
  /** The Basic credentials that Git came with, in plain text. */
  readonly logins: ReadonlySet<string>;
  /** Where the command put the files. */
  readonly place: string;
}

/** Runs a command of an example that clones https://platform.example.com/platform/config.git, against a Git server that wants a login. */
export async function checkOut(words: readonly string[], target: string, token: string): Promise<CheckedOut> {
  const root = directory();
  const work = repository({ "trueup/topics.yaml": "topics: { web: { title: Web } }\n" });
  git(work, "branch", "-q", "-M", "main");
  git(root, "clone", "-q", "--bare", work, join(root, "platform/config.git"));
  const logins = new Set<string>();
  const server = createServer((request, response) => {
    const [, login] = /^Basic (.+)$/.exec(request.headers.authorization ?? "") ?? [];
    if (login === undefined) {
      response.writeHead(401, { "www-authenticate": 'Basic realm="git"' }).end();
      return;
    }
    logins.add(Buffer.from(login, "base64").toString());
    serveGit(request, response, root);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const home = directory();
  const place = join(home, "config");
  const own = words.map((word) => (word === target ? place : word.replace("https://platform.example.com", url)));
  const env = { PATH: process.env["PATH"], HOME: home, GIT_TERMINAL_PROMPT: "0", TRUEUP_CLONE_TOKEN: token };
  await promisify(execFile)(own[0] ?? "", own.slice(1), { env, cwd: home });
  return { logins, place };
}
