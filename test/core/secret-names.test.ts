import { describe, expect, it } from "vitest";
import { tellsSecret, withoutSecretParameters, withoutUserinfo } from "../../src/core/secret-names.js";

describe("a name tells a secret", () => {
  it.each(["token", "private-token", "PRIVATE-TOKEN", "api-key", "some_api_token", "runner-access-key", "Set-Cookie"])(
    "%s",
    (name) => {
      expect(tellsSecret(name)).toBe(true);
    },
  );

  it.each(["tokens_count", "token_env", "require_password_change", "key", "public_key", "path"])("but not %s", (name) => {
    expect(tellsSecret(name)).toBe(false);
  });
});

describe("an address", () => {
  it("loses the name and the password in it, and nothing else", () => {
    expect(withoutUserinfo("https://bot:hunter2@git.example/a.git")).toBe("https://git.example/a.git");
    expect(withoutUserinfo("https://glpat-0123@git.example/a.git")).toBe("https://git.example/a.git");
    expect(withoutUserinfo("https://git.example/a@b")).toBe("https://git.example/a@b");
  });

  it("shows no parameter whose name tells a secret, in whichever brackets it stands", () => {
    expect(withoutSecretParameters("/hooks?page=2&private-token=hunter2&a[b_token]=hunter2#x")).toBe(
      "/hooks?page=2&private-token=[secret]&a[b_token]=[secret]#x",
    );
  });
});
