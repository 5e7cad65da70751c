import type { RunContext } from "../server/run-context.js";
import type { Forge, ForgePlace, ForgeTokens } from "./forge.js";

/** Opens the forge with tokens of its own, which no other server gets. Sends nothing yet. Throws what choosing a server throws. */
export async function openForge(place: ForgePlace, tokens: ForgeTokens, context: RunContext): Promise<Forge> {
  if (place.service === "gitlab") return (await import("./gitlab.js")).openGitlab(place, tokens, context);
  return (await import("./github.js")).openGithub(place, tokens, context);
}
