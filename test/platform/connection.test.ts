import { expect, test } from "vitest";
import { createRedactor } from "../../src/core/redact.js";
import { openConnection } from "../../src/platform/index.js";

test("a connection hides its token from its first moment on, before any request", async () => {
  const redactor = createRedactor();
  const credential = { kind: "personal", token: "token-of-this-server", from: "TRUEUP_TOKEN", passedOver: [] } as const;
  const connection = openConnection({ url: "https://p.example", credential, redactor });
  await connection.close();
  expect(redactor.scrub("it said: token-of-this-server")).toBe("it said: [secret]");
});
