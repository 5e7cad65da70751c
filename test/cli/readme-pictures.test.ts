// @module-tag slow
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { top } from "../harness/command-line.js";

test("the pictures of README.md are what the built command prints (run: node scripts/plan-picture.mjs)", () => {
  const ran = spawnSync(process.execPath, ["scripts/plan-picture.mjs", "--check"], { cwd: top, encoding: "utf8" });
  expect(ran.status, ran.stdout + ran.stderr).toBe(0);
});

test.each(["dark", "light"])("the %s picture loads nothing from elsewhere, and runs nothing", (name) => {
  const svg = readFileSync(join(top, `docs/assets/plan-${name}.svg`), "utf8");
  expect(svg).not.toMatch(/href|url\(|@import|<script|<style|font-face/);
  expect(svg).toContain("Plan: ");
});
