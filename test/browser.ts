import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "playwright-core";
import type { Browser, Page } from "playwright-core";
import { afterEach } from "vitest";

const NAMES = ["chromium", "chromium-browser", "google-chrome"];

/** Nothing that the browser would do on its own account: it opens what the test opens. */
const QUIET = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

const open: Browser[] = [];
afterEach(async () => {
  for (const browser of open.splice(0)) await browser.close();
});

/** A page of a browser without a screen, which ends with the test. The variable CHROMIUM names another browser than the system's. */
export async function openPage(): Promise<Page> {
  const executablePath = process.env["CHROMIUM"] ?? onPath().find((file) => existsSync(file));
  if (executablePath === undefined || !existsSync(executablePath))
    throw new Error(
      "this test needs Chromium: apt-get install --no-install-recommends chromium, or set CHROMIUM to the path of one",
    );
  const browser = await chromium.launch({ executablePath, args: QUIET });
  open.push(browser);
  return (await browser.newContext()).newPage();
}

function onPath(): string[] {
  const places = (process.env["PATH"] ?? "").split(delimiter);
  return places.flatMap((place) => NAMES.map((name) => join(place, name)));
}
