// @module-tag nightly
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { type AddressInfo } from "node:net";
import { extname, join } from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { browserThatFills, openPage } from "../browser.js";
import { top } from "../harness/command-line.js";
import { describeUnless } from "../needs.js";

interface Found {
  readonly page: string;
  readonly title: string;
}
interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string }[];
}

const chosen = await browserThatFills("<!doctype html><input type='search'>");
const noBrowser = typeof chosen === "string" ? chosen : undefined;
const dist = join(top, "site/dist");
/** How many results the box of the search shows without scrolling, on a screen of the usual height. */
const firstScreen = 5;
/** What people look for, and the page that answers it. */
const searches = [
  ["force push", "protected-branches.html"],
  ["who may merge", "protected-branches.html"],
  ["push_access_level", "protected-branches.html"],
  ["429", "troubleshooting.html"],
  ["rename a group", "rename-move-delete.html"],
] as const;
/** One page of each type. */
const pageTypes = [
  "index",
  "tutorial",
  "adopting",
  "policies",
  "commands/index",
  "commands/plan",
  "kinds/index",
  "kinds/protected_branch",
  "terraform/resources/label",
  "how-a-plan-is-made",
].map((name) => `${name}.html`);
const widths = { wide: 1280, narrow: 390 };

beforeAll(() => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(top, "scripts/docs.mjs"), "build"], { encoding: "utf8" });
  expect({ status, said: stdout + stderr }).toMatchObject({ status: 0 });
}, 600_000);

const types: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".woff2": "font/woff2",
};

/** Serves the site on this machine until the test ends; answers its address. */
async function served(): Promise<string> {
  const server = createServer(({ url = "/" }, reply) => {
    const path = decodeURIComponent(new URL(url, "http://localhost").pathname);
    const file = join(dist, path.endsWith("/") ? `${path}index.html` : path);
    if (!existsSync(file)) reply.writeHead(404).end();
    else reply.writeHead(200, { "content-type": types[extname(file)] ?? "application/octet-stream" }).end(readFileSync(file));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The pages and headings that the box of the search offers, once it offers some. */
async function offered(page: Page, words: string): Promise<readonly string[]> {
  const box = page.locator("#localsearch-input");
  // The page listens to keys only once its program has started.
  const isOpen = async () => (await page.keyboard.press("Control+k"), box.isVisible());
  await expect.poll(isOpen, { timeout: 20_000 }).toBe(true);
  await box.fill(words);
  const results = page.locator("#localsearch-list a.result");
  await expect.poll(async () => results.count(), { timeout: 20_000 }).toBeGreaterThan(0);
  return results.evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
}

describe("the site", () => {
  it.each(searches)("answers %s by its index on the first screen", async (words, page) => {
    const { openSearch } = (await import(join(top, "site/search-index.mjs"))) as {
      readonly openSearch: (folder: string) => Promise<(words: string) => readonly Found[]>;
    };
    const found = (await openSearch(dist))(words).slice(0, firstScreen);
    expect(found.map((one) => one.page)).toEqual(expect.arrayContaining([expect.stringContaining(`/${page}#`)]));
  });

  it("has one page for each type that people look at", () => {
    for (const name of pageTypes) expect(existsSync(join(dist, name)), name).toBe(true);
  });
});

describe("diagrams of the site", () => {
  it("are pictures in the page itself: no code, no script, and nothing that is loaded from elsewhere", () => {
    const page = readFileSync(join(dist, "ARCHITECTURE.html"), "utf8");
    const drawn = readFileSync(join(top, "docs/ARCHITECTURE.md"), "utf8").match(/^```mermaid$/gm) ?? [];
    const pictures = page.match(/<div class="diagram"[\s\S]*?<\/svg>/g) ?? [];
    expect(drawn.length).toBeGreaterThan(0);
    expect(pictures).toHaveLength(drawn.length);
    expect(page).not.toContain("language-mermaid");
    const addresses = pictures.flatMap((picture) => picture.match(/https?:[^"')\s]*/g) ?? []);
    expect(new Set(addresses)).toEqual(new Set(["http://www.w3.org/2000/svg"]));
  });
});

describeUnless(noBrowser, "the site in a browser", () => {
  it.each(searches)(
    "shows what answers %s on the first screen, and Enter goes there",
    async (words, answer) => {
      const page = await openPage(chosen);
      await page.setViewportSize({ width: widths.wide, height: 800 });
      await page.goto(`${await served()}/`);
      const links = await offered(page, words);
      const at = links.findIndex((link) => link.startsWith(`/${answer}#`));
      expect(at, links.join("\n")).toBeGreaterThanOrEqual(0);
      expect(await page.locator("#localsearch-list a.result").nth(at).isVisible()).toBe(true);
      const box = await page.locator("#localsearch-list a.result").nth(at).boundingBox();
      expect((box?.y ?? 801) + (box?.height ?? 0)).toBeLessThan(800);
      for (let step = 0; step < at; step += 1) await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      await page.waitForURL(`**/${answer}#*`);
    },
    60_000,
  );

  it("is used by keyboard: the first Tab offers to skip to the contents", async () => {
    const page = await openPage(chosen);
    await page.goto(`${await served()}/tutorial.html`);
    await page.keyboard.press("Tab");
    expect(await page.evaluate<string>("document.activeElement.textContent")).toContain("Skip to content");
    await page.keyboard.press("Enter");
    expect(new URL(page.url()).hash).toBe("#VPContent");
  }, 60_000);

  it.each(pageTypes)(
    "has nothing serious that axe knows on %s: two widths, light and dark",
    async (name) => {
      const page = await openPage(chosen);
      const address = await served();
      for (const [called, width] of Object.entries(widths))
        for (const colorScheme of ["light", "dark"] as const) {
          await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
          await page.setViewportSize({ width, height: 800 });
          await page.goto(`${address}/${name}`);
          await page.addScriptTag({ path: join(top, "site/node_modules/axe-core/axe.min.js") });
          const found = await page.evaluate<Violation[]>("axe.run().then(({ violations }) => violations)");
          const serious = found
            .filter(({ impact }) => impact === "serious" || impact === "critical")
            .map(({ id, nodes }) => `${id}: ${nodes.length} times, ${nodes[0]?.html.slice(0, 200)}`);
          expect(serious, `${name}, ${called}, ${colorScheme}`).toEqual([]);
        }
    },
    120_000,
  );
});
