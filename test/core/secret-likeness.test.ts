import { describe, expect, it } from "vitest";
import { looksSecret } from "../../src/core/secret-names.js";

describe("a value stands in clear", () => {
  it.each([
    ["LOG_LEVEL", "info"],
    ["LOG_LEVEL@production", "warning"],
    ["NODE_ENV", "production"],
    ["RETRIES", "3"],
    ["EMPTY", ""],
    ["AUTHOR", "Ada Lovelace"],
    ["COMPASS", "north"],
    ["REGISTRY", "registry.example.com:5050/acme/platform/web-image-builder"],
    ["API_URL", "https://api.example.com/v2/orders?page=2#top"],
    ["JAVA_OPTS", "-Xmx2g -XX:+UseG1GC"],
    ["NODE_VERSION", "20.11.1"],
    ["BRANCHES", "main, release/*, feature/new-checkout-2024"],
    ["REGION", "eu-central-1"],
    ["HOST", "db-primary.internal.example.com"],
    ["STARTS", "2026-11-26T23:06:03Z"],
    ["PATHS", "$CI_PROJECT_DIR/build/output"],
    ["GREETING", "Welcome to the shop of Acme, open every day!"],
  ])("%s: %s", (name, value) => {
    expect(looksSecret(name, value)).toBe(false);
  });
});

describe("a value is taken for a secret", () => {
  it.each([
    ["DEPLOY_TOKEN", "short"],
    ["TOKEN_PROD", "short"],
    ["dbPassword", "short"],
    ["DB_PASS@review/*", "short"],
    ["AWS_ACCESS_KEY_ID", "short"],
    ["SENTRY_DSN", "short"],
    ["API_KEY2", "short"],
  ])("by its name: %s", (name, value) => {
    expect(looksSecret(name, value)).toBe(true);
  });

  it.each([
    "glpat-abc",
    "ghp_abc",
    "AKIAIOSFODNN",
    "eyJhbGciOiJIUzI1NiJ9.e30.x",
    "-----BEGIN KEY-----",
    "first line\nsecond line",
    "https://bot:hunter2@git.example.com/a.git",
    "https://api.example.com/hook?token=hunter2",
    "Server=db;User=sa;Password=hunter2",
    '{"client_secret": "hunter2"}',
    "Bearer abc",
    "3f2504e0-4f89-11d3-9a0c-0305e82c3301",
    "Summer2024",
    "hunter2!!",
    "k3jh2kj4",
  ])("by its form: %s", (value) => {
    expect(looksSecret("NAME", value)).toBe(true);
  });

  it("by its length: a long text is not searched", () => {
    expect(looksSecret("NAME", "word ".repeat(400_000))).toBe(true);
    expect(looksSecret("NAME", "word ".repeat(100))).toBe(false);
  });

  it.each(["5f4dcc3b5aa765d61d8327deb882cf99", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "qzhwkdjxpvmtnrbgyfcl"])(
    "by its entropy: %s",
    (value) => {
      expect(looksSecret("NAME", value)).toBe(true);
    },
  );
});
