import type { RunContext } from "../server/run-context.js";
import type { Forge, ForgePlace } from "./forge.js";

/** Opens the forge with a token of its own, which no other server gets. Sends nothing yet. Throws what choosing a server throws. */
export async function openForge(place: ForgePlace, token: string, context: RunContext): Promise<Forge> {
  if (place.service === "gitlab") return (await import("./gitlab.js")).openGitlab(place, token, context);
  return (await import("./github.js")).openGithub(place, token, context);
}
