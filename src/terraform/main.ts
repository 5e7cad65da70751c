import { createRedactor } from "../core/redact.js";
import { providerAddress } from "../derive/terraform/source.js";
import { serveProvider } from "./plugin/serve.js";

const redactor = createRedactor();

// What takes time to load comes after the handshake, for which Terraform waits.
void serveProvider({
  source: providerAddress,
  redactor,
  arguments: process.argv.slice(2),
  environment: process.env,
  load: async (log) => {
    const { createProvider } = await import("./provider.js");
    return createProvider({ cwd: process.cwd(), env: process.env, redactor, log: (text) => log("debug", text) });
  },
});
