import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it, onTestFinished } from "vitest";
import { createRedactor, type Redactor } from "../../src/core/redact.js";
import { startEmulator } from "../../src/emulator/index.js";
import type { ProviderService } from "../../src/terraform/plugin/service.js";
import { createProvider } from "../../src/terraform/provider.js";
import { configure, Core } from "./core.js";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** One command of Terraform: configures, plans and reads, with a token and a secret of its own. */
async function command(provider: ProviderService, url: string, token: string, secret: string): Promise<void> {
  await configure(provider, { url, token });
  const core = new Core(provider, "trueup_integration");
  const config = { project: "acme-labs/website", slug: "asana", asana: { api_key: secret } };
  expect((await core.plan(core.config(config))).diagnostics).toEqual([]);
}

it("one process serves many commands of Terraform, and of those that are over it keeps no secret", async () => {
  const emulator = await startEmulator();
  onTestFinished(() => emulator.close());
  const made: WeakRef<Redactor>[] = [];
  const seen: string[] = [];
  let current = createRedactor();
  const provider = createProvider({
    cwd: process.cwd(),
    env: { TRUEUP_BACKOFF_MS: "5" },
    createRedactor: () => {
      current = createRedactor();
      made.push(new WeakRef(current));
      return current;
    },
    log: (text) => seen.push(text),
  });
  for (let run = 0; run < 12; run++) {
    // oxlint-disable-next-line no-await-in-loop -- one command after the other is what is tried
    await command(provider, emulator.url, emulator.token, `secret-of-run-${run}`);
    expect(current.scrub(`secret-of-run-${run} ${emulator.token}`)).toBe("[secret] [secret]");
  }
  expect(current.scrub("secret-of-run-3 and secret-of-run-11")).toBe("secret-of-run-3 and [secret]");
  expect(seen.join("\n")).not.toContain("secret-of-run");
  // What was looked at through a weak reference stays until the turn is over, and one collection may leave what a later one takes. Only their number is
  // told: the error of a look holds what it was shown, until the next look fails.
  const kept = (): number => {
    collectGarbage();
    return made.slice(0, -1).filter((one) => one.deref() !== undefined).length;
  };
  await expect.poll(kept, { timeout: 60_000 }).toBe(0);
});
