import { chromium, type LaunchOptions, type Page } from "playwright-core";
import { onTestFinished } from "vitest";

const script = "../scripts/tests/browser.mjs";
const { firstThatStarts } = (await import(script)) as { readonly firstThatStarts: () => Promise<LaunchOptions | string> };
const found = await firstThatStarts();

/** Why no page can be opened on this machine; undefined where one can. */
export const noBrowser = typeof found === "string" ? found : undefined;

/** A page of a browser without a screen, which ends with the test. The variable CHROMIUM names another browser than npm's and the system's. */
export async function openPage(): Promise<Page> {
  if (typeof found === "string") throw new Error(found);
  const browser = await chromium.launch(found);
  onTestFinished(() => browser.close());
  return (await browser.newContext()).newPage();
}
