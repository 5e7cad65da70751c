import { spawn } from "node:child_process";
import type { Session } from "./session.js";

type Program = readonly [command: string, ...words: string[]];

/** Opens a page in the user's browser, if there is a person in front of one. True if it was tried. */
export function openBrowser(page: string, { env, output }: Pick<Session, "env" | "output">): boolean {
  if (!output.terminal || !process.stdin.isTTY || env["CI"]) return false;
  const program = opener(env);
  if (program === undefined) return false;
  const [command, ...words] = program;
  // No shell reads the address. Whether it works shows in the browser; the address is printed in any case.
  const child = spawn(command, [...words, page], { stdio: "ignore", detached: true });
  child.on("error", () => undefined);
  child.unref();
  return true;
}

/** Undefined where no browser can show: for example a Linux without a screen. */
function opener(env: Session["env"], platform: NodeJS.Platform = process.platform): Program | undefined {
  if (platform === "darwin") return ["open"];
  if (platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler"];
  return env["DISPLAY"] || env["WAYLAND_DISPLAY"] || env["BROWSER"] ? ["xdg-open"] : undefined;
}
