import { createRedactor } from "../../src/core/redact.js";
import { serveProvider } from "../../src/terraform/plugin/serve.js";

// A provider that keeps what it is given and asks nobody: what remains is the protocol itself.
const redactor = createRedactor();
void serveProvider({
  source: "registry.terraform.io/trueup/echo",
  redactor,
  load: async (log) => {
    const { createEcho } = await import("./echo-service.js");
    return createEcho(log, redactor);
  },
  arguments: process.argv.slice(2),
  env: process.env,
});
