import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import type { Change } from "../../src/core/plan.js";
import { createRedactor } from "../../src/core/redact.js";
import { LastLook } from "../../src/engine/apply/last-look.js";
import { makePlan } from "../../src/engine/plan/make-plan.js";
import { createApi, openConnection } from "../../src/platform/index.js";
import { kinds } from "../../src/program/kinds.js";
import { describeInstance } from "../../src/program/server/instance.js";
import { loadText } from "../desired/workspace.js";
import { platform, type RunningEmulator } from "../harness/emulator.js";

let emulator: RunningEmulator;
let [change, look]: [Change | undefined, LastLook | undefined] = [undefined, undefined];

/** Plans a new title for a topic that is there; what is live is looked at only later. */
beforeEach(async () => {
  emulator = await platform();
  await emulator.call("POST", "/topics", { name: "node", title: "Node" });
  const credential = { kind: "personal", token: emulator.token, from: "TRUEUP_TOKEN", passedOver: [] } as const;
  const connection = openConnection({ url: emulator.url, credential, redactor: createRedactor() });
  onTestFinished(async () => connection.close());
  const api = createApi(connection);
  const instance = { ...(await describeInstance(api, { url: emulator.url, server: {}, needsTier: false })), read: api };
  const { state } = await loadText("topics: { node: { title: Newer } }\n", { kinds });
  const options = { targets: [], resendSecrets: [], allowDelete: [], resolve: (text: string) => text };
  const { plan, before } = await makePlan(instance, state, options);
  change = plan.changes[0];
  look = new LastLook(instance, plan, before);
});

const outcome = async (): Promise<string> => {
  if (!change || !look) return "nothing is planned";
  return look.at(change).then(
    () => "as it was",
    (error: Error) => error.message,
  );
};

describe("what is about to be written to", () => {
  it("is written to if it is as it was, or as it is to be by now", async () => {
    expect(await outcome()).toBe("as it was");
    await emulator.call("PUT", "/topics/1", { title: "Newer" });
    expect(await outcome()).toBe("as it was");
  });

  it("is left alone if somebody changed or deleted it", async () => {
    await emulator.call("PUT", "/topics/1", { title: "Elsewhere" });
    expect(await outcome()).toContain("title has changed since the plan was made");
    await emulator.call("DELETE", "/topics/1");
    expect(await outcome()).toContain("it is gone since the plan was made");
  });

  it("is left alone if somebody deleted it and made another one that says the same", async () => {
    await emulator.call("DELETE", "/topics/1");
    await emulator.call("POST", "/topics", { name: "node", title: "Node" });
    expect(await outcome()).toContain("it is another one by now");
  });
});
