import { createRedactor } from "../core/redact.js";
import { providerAddress } from "../derive/terraform/source.js";
import { serveProvider } from "./plugin/serve.js";

/** Of the run that is under way: a process that is debugged serves many, and is to know the secrets of none that is over. */
let redactor = createRedactor();

// What takes time to load comes after the handshake, for which Terraform waits.
void serveProvider({
  source: providerAddress,
  redactor: { scrub: (text) => redactor.scrub(text) },
  arguments: process.argv.slice(2),
  env: process.env,
  load: async (log) => {
    const { createProvider } = await import("./provider.js");
    return createProvider({
      cwd: process.cwd(),
      env: process.env,
      createRedactor: () => (redactor = createRedactor()),
      log: (text) => log("debug", text),
    });
  },
});
