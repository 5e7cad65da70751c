import type { RunContext } from "../server/run-context.js";
import type { ForgePlace } from "./forge.js";
import type { Merges, MergesTokens } from "./merges.js";

/** Opens them at the service that the place names. Throws what choosing a server throws. */
export async function openMerges(place: ForgePlace, tokens: MergesTokens, context: RunContext): Promise<Merges> {
  if (place.service === "github") {
    const { openGithubMerges } = await import("./merges-github.js");
    return openGithubMerges(place, tokens, context);
  }
  const { openGitlabMerges } = await import("./merges-gitlab.js");
  return openGitlabMerges(place, tokens, context);
}
