import { type Browser, chromium, type LaunchOptions, type Page } from "playwright-core";
import { onTestFinished } from "vitest";

const script = "../scripts/tests/browser.mjs";
const { firstThatStarts } = (await import(script)) as {
  readonly firstThatStarts: (use?: (browser: Browser) => Promise<void>) => Promise<LaunchOptions | string>;
};
const found = await firstThatStarts();

/** Why no page can be opened on this machine; undefined where one can. */
export const noBrowser = typeof found === "string" ? found : undefined;

/** The first browser that also shows this page and has its first field filled in, or why there is none: npm's has few fonts, and ends where it finds none for a field. */
export async function browserThatFills(html: string): Promise<LaunchOptions | string> {
  return firstThatStarts(async (browser) => {
    const page = await browser.newPage();
    await page.setContent(html);
    await page.locator("input").fill("words");
  });
}

/** A page of a browser without a screen, which ends with the test. The variable CHROMIUM names another browser than npm's and the system's. */
export async function openPage(chosen = found): Promise<Page> {
  if (typeof chosen === "string") throw new Error(chosen);
  const browser = await chromium.launch(chosen);
  onTestFinished(() => browser.close());
  return (await browser.newContext()).newPage();
}
