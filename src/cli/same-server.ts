import { TrueupError } from "../core/errors.js";
import type { Plan } from "../core/plan.js";
import type { Target } from "./target.js";

/**
 * A plan file may come from anywhere, so the server in it never chooses where the token goes: it must be the one that `--url` or the environment says, or where
 * neither does one that the user is logged in at or agrees to. Throws TrueupError `plan.server`, and `server.none` where nothing says a server.
 */
export async function checkSameServer(plan: Plan, { server, around }: Target): Promise<void> {
  const [{ chooseServer }, { questionOf }] = await Promise.all([import("../platform/index.js"), import("../trueup.js")]);
  const question = questionOf(server, around.env, { suggested: plan.instance.url });
  const { url, source } = await chooseServer(question, around, around.agree);
  if (url === plan.instance.url) return;
  throw new TrueupError({
    code: "plan.server",
    message: `the plan was made for ${plan.instance.url}, but ${source} is ${url}`,
    hint: `Use the plan with ${plan.instance.url}, or plan again for ${url}.`,
  });
}
