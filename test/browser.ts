import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import type { LaunchOptions, Page } from "playwright-core";
import { onTestFinished } from "vitest";
import { onPath } from "./needs.js";

const modules = fileURLToPath(new URL("../node_modules", import.meta.url));

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

async function firstThatStarts(): Promise<LaunchOptions | string> {
  const chosen = process.env["CHROMIUM"];
  const candidates = chosen === undefined ? [...ofNpm(), ...ofSystem()] : [{ executablePath: chosen }];
  for (const candidate of candidates) {
    const options = { ...candidate, args: QUIET };
    try {
      // oxlint-disable-next-line no-await-in-loop -- the next one is for where this one does not start
      await (await chromium.launch(options)).close();
      return options;
    } catch {
      // A library or a right that it wants is not there.
    }
  }
  return chosen === undefined
    ? "no browser starts here: install Chromium, or set CHROMIUM to the path of one"
    : `${chosen}, which CHROMIUM names, does not start`;
}

function ofSystem(): LaunchOptions[] {
  return onPath("chromium", "chromium-browser", "google-chrome").map((executablePath) => ({ executablePath }));
}

/** The browser that lies packed in an npm package, with the libraries and fonts that a bare Linux lacks. */
function ofNpm(): LaunchOptions[] {
  if (process.platform !== "linux" || process.arch !== "x64") return [];
  const description = readFileSync(join(modules, "@sparticuz/chromium/package.json"), "utf8");
  const { version } = JSON.parse(description) as { readonly version: string };
  const place = join(modules, ".cache/trueup", `chromium-${version}`);
  if (!existsSync(place)) unpack(place);
  const env = { LD_LIBRARY_PATH: join(place, "al2023/lib"), FONTCONFIG_PATH: join(place, "fonts") };
  return [{ executablePath: join(place, "chromium"), env: { ...process.env, ...env } }];
}

/** The package unpacks into the system's temporary directory, and its libraries only on the platform that it is made for. */
function unpack(place: string): void {
  mkdirSync(join(place, ".."), { recursive: true });
  const temporary = mkdtempSync(`${place}-`);
  const program = 'import("@sparticuz/chromium").then(({ default: chromium }) => chromium.executablePath())';
  const env = { ...process.env, TMPDIR: temporary, AWS_EXECUTION_ENV: "AWS_Lambda_nodejs20.x" };
  const { status } = spawnSync(process.execPath, ["-e", program], { cwd: modules, env, stdio: "ignore" });
  try {
    if (status === 0) renameSync(temporary, place);
  } catch {
    // Another test file was quicker.
  }
  rmSync(temporary, { recursive: true, force: true });
}
