import { TrueupError } from "../core/errors.js";
import type { Plan } from "../core/plan.js";
import type { ServerOptions } from "../trueup.js";
import type { Session } from "./session.js";

/**
 * A plan file may come from anywhere, so the server in it never chooses where the token goes: it must be the one that `--url` or the environment says.
 * Throws TrueupError `plan.server`, and `server.none` where nothing says a server.
 */
export async function checkSameServer(plan: Plan, server: ServerOptions, env: Session["env"]): Promise<void> {
  const { resolveServer } = await import("../trueup.js");
  const { url, source } = await resolveServer({ flagUrl: server.url, env, allowHttp: server.allowHttp });
  if (url === plan.instance.url) return;
  throw new TrueupError({
    code: "plan.server",
    message: `the plan was made for ${plan.instance.url}, but ${source} is ${url}`,
    hint: `Use the plan with ${plan.instance.url}, or plan again for ${url}.`,
  });
}
