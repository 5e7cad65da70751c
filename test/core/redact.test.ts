import { describe, expect, it } from "vitest";
import { createRedactor } from "../../src/core/redact.js";

function scrubbed(text: string, ...secrets: readonly string[]): string {
  const redactor = createRedactor();
  for (const secret of secrets) redactor.add(secret);
  return redactor.scrub(text);
}

describe("a redactor", () => {
  it("masks every place of every secret, also of short ones", () => {
    expect(scrubbed("a=hunter2 b=hunter2 c=1234", "hunter2", "1234")).toBe("a=[secret] b=[secret] c=[secret]");
  });

  it("masks a secret that holds another one as a whole", () => {
    expect(scrubbed("key: pass-word-1", "pass", "pass-word-1")).toBe("key: [secret]");
  });

  it("masks what it gets to know later", () => {
    const redactor = createRedactor();
    redactor.add("first-secret");
    expect(redactor.scrub("second-secret")).toBe("second-secret");
    redactor.add("second-secret");
    expect(redactor.scrub("second-secret")).toBe("[secret]");
  });

  it("masks the forms in which servers send a secret back", () => {
    const secret = `a/b"c&d é`;
    const forms = [
      secret,
      encodeURIComponent(secret),
      new URLSearchParams({ x: secret }).toString().slice(2),
      JSON.stringify(secret).slice(1, -1),
      "a/b&quot;c&amp;d é",
      Buffer.from(secret).toString("base64"),
    ];
    for (const form of forms) expect(scrubbed(`<${form}>`, secret), form).toBe("<[secret]>");
    const credentials = Buffer.from(`user:${secret}`).toString("base64");
    expect(scrubbed(`<${credentials}>`, secret)).toContain("[secret]");
  });

  it("leaves alone what is too short to be one", () => {
    expect(scrubbed("abc of the alphabet", "abc")).toBe("abc of the alphabet");
  });
});
