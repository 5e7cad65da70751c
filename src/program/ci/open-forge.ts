import type { RunContext } from "../server/run-context.js";
import type { Forge, ForgePlace } from "./forge.js";
import type { Merges, MergesTokens } from "./merges.js";

/** Opens the forge with a token of its own, which no other server gets. Sends nothing yet. Throws what choosing a server throws. */
export async function openForge(place: ForgePlace, token: string, context: RunContext): Promise<Forge> {
  if (place.service === "gitlab") return (await import("./gitlab.js")).openGitlab(place, token, context);
  return (await import("./github.js")).openGithub(place, token, context);
}

/** The same for what an apply asks of it. */
export async function openMerges(place: ForgePlace, tokens: MergesTokens, context: RunContext): Promise<Merges> {
  if (place.service === "gitlab") return (await import("./merges-gitlab.js")).openGitlabMerges(place, tokens, context);
  return (await import("./merges-github.js")).openGithubMerges(place, tokens, context);
}
