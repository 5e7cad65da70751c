import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

interface LockedPackage {
  readonly integrity?: string;
  readonly link?: boolean;
}

test("each package of the lock file has an integrity hash, and none names a registry", () => {
  const text = readFileSync("package-lock.json", "utf8");
  const { packages } = JSON.parse(text) as { readonly packages: Readonly<Record<string, LockedPackage>> };
  const locked = Object.entries(packages).filter(([path, { link }]) => path !== "" && link !== true);
  expect(locked.length).toBeGreaterThan(100);
  expect(locked.filter(([, { integrity }]) => !integrity?.startsWith("sha512-")).map(([path]) => path)).toEqual([]);
  expect(text).not.toContain('"resolved"');
});
