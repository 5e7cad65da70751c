import { createHash } from "node:crypto";
import { isAbsolute, join } from "node:path";
import type { Environment } from "../server.js";

/**
 * The directory of stored logins: `trueup/logins` in XDG_CONFIG_HOME, else in ~/.config; on Windows in APPDATA. Undefined where the environment names no home:
 * then there are no stored logins.
 */
export function loginDirectory(env: Environment, platform: NodeJS.Platform = process.platform): string | undefined {
  const config = platform === "win32" ? env["APPDATA"] : (absolute(env["XDG_CONFIG_HOME"]) ?? below(env["HOME"], ".config"));
  return below(config, "trueup", "logins");
}

/** The XDG base directory specification: a relative path is ignored. */
function absolute(path: string | undefined): string | undefined {
  return path !== undefined && isAbsolute(path) ? path : undefined;
}

function below(directory: string | undefined, ...names: readonly string[]): string | undefined {
  return directory === undefined || directory === "" ? undefined : join(directory, ...names);
}

/** The name of the file that keeps the login of a server: readable, and different for any two addresses. */
export function loginFile(url: string): string {
  const readable = new URL(url).host.replaceAll(/[^\w.-]/g, "-").slice(0, 80);
  return `${readable}-${createHash("sha256").update(url).digest("hex").slice(0, 16)}.json`;
}
