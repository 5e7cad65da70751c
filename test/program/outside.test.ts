import { expect, it, onTestFinished } from "vitest";
import { createRedactor } from "../../src/core/redact.js";
import { secrets } from "../../src/program/files/outside.js";
import { openDirectory } from "../harness/directory.js";

it("a secret that is resolved is shown nowhere from then on, neither whole nor in parts", () => {
  const desk = openDirectory();
  onTestFinished(() => desk.close());
  const redactor = createRedactor();
  const resolve = secrets(".", {
    cwd: desk.path,
    env: { USER_PART: "alice-the-user", KEY_PART: "the-key-itself" },
    redactor,
    now: new Date(),
  });
  expect(resolve("${env:USER_PART}:${env:KEY_PART}")).toBe("alice-the-user:the-key-itself");
  expect(redactor.scrub("whole alice-the-user:the-key-itself.")).toBe("whole [secret].");
  expect(redactor.scrub("parts the-key-itself, alice-the-user.")).toBe("parts [secret], [secret].");
});
