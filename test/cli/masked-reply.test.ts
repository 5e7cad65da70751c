import { expect, it } from "vitest";
import { maskedSecrets } from "../../src/cli/api/send.js";

it("a reply of api shows no text under a name that tells a secret, however deep and whether or not the description has it", () => {
  const reply = [{ id: 1, nobody_describes_this_token: "hunter2", deep: { list: [{ "x-api-key": "hunter2", token: "" }] } }];
  expect(maskedSecrets(reply)).toEqual([
    { id: 1, nobody_describes_this_token: "[secret]", deep: { list: [{ "x-api-key": "[secret]", token: "" }] } },
  ]);
  expect(maskedSecrets({ token_expires_in: "1d", has_token: true, runners_token: "hunter2" })).toEqual({
    token_expires_in: "1d",
    has_token: true,
    runners_token: "[secret]",
  });
});
