import { describe, expect, test } from "vitest";
import { ApiError, TrueupError } from "../../src/core/errors.js";
import { renderError } from "../../src/report/index.js";

const pinned = new TrueupError({
  code: "instance.pinned",
  message: "the files are pinned to another server",
  where: "trueup.yaml:2:13",
  hint: "give --url https://platform.example.com, or remove the pin",
});
const denied = new ApiError({
  code: "api.forbidden",
  message: "this token may not change application settings",
  status: 403,
  method: "PUT",
  path: "/application/settings",
  serverMessage: "Forbidden",
  hint: "use the token of an administrator",
});

describe("an error", () => {
  test("says what, its code, where and what to do", () => {
    expect(renderError(pinned, { color: false })).toBe(`Error: the files are pinned to another server [instance.pinned]
  at trueup.yaml:2:13
  hint: give --url https://platform.example.com, or remove the pin
`);
  });

  test("of the server says method, path, status and the server's words", () => {
    expect(renderError(denied, { color: false })).toBe(`Error: this token may not change application settings [api.forbidden]
  at PUT /application/settings
  the server answered 403: Forbidden
  hint: use the token of an administrator
`);
  });

  test("does not repeat what its message says already", () => {
    const error = new ApiError({
      code: "api",
      message: "PUT /x answered 400: bad",
      status: 400,
      method: "PUT",
      path: "/x",
      serverMessage: "bad",
    });
    expect(renderError(error, { color: false })).toBe("Error: PUT /x answered 400: bad [api]\n");
  });

  test("shows a stack only with debug, with the code and the causes", () => {
    const cause = new Error("socket closed");
    const error = new TrueupError({ code: "network.lost", message: "the server went away", cause });
    expect(renderError(error, { color: false })).not.toMatch(/error-text\.test|socket closed/);
    const debug = renderError(error, { color: false, debug: true });
    expect(debug).toContain("code network.lost");
    expect(debug).toContain("caused by\n  Error: socket closed");
    expect(debug).toContain("error-text.test");
  });

  test("that is unexpected shows its message and how to see more", () => {
    expect(renderError(new TypeError("x is not a function"), { color: false })).toBe(`Error: x is not a function [unexpected]
  hint: this is unexpected; run the command again with --debug to see where it comes from
`);
    expect(renderError("just a text", { color: false })).toContain("Error: just a text [unexpected]\n");
    expect(renderError(new RangeError(""), { color: false })).toContain("Error: RangeError [unexpected]\n");
  });

  test("with a chain of causes that is a circle comes to an end", () => {
    const error = new Error("one");
    error.cause = error;
    expect(renderError(error, { color: false, debug: true })).toContain("Error: one");
  });

  test("with words from a server cannot command the terminal", () => {
    const error = new TrueupError({ code: "x", message: "a\u001b[2J\nb\u202e", where: "\u0007", hint: "\u009b31m" });
    expect(renderError(error, { color: false, debug: true })).not.toMatch(/[^\P{Cc}\n]|\p{Cf}/u);
  });
});
