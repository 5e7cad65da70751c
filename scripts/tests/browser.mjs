// A browser for the tests of pages: npm's where it starts, else the system's. As a program it exits with 1 where none starts, and `.ci/run` then installs one.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const modules = fileURLToPath(new URL("../../node_modules", import.meta.url));

/** Nothing that the browser would do on its own account: it opens what the test opens. */
const quiet = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Options to launch the first browser that starts here, or a text that says why none does. The variable CHROMIUM names the only one to try. `use` fails for one that is of no use. */
export async function firstThatStarts(use = async () => undefined) {
  const chosen = process.env["CHROMIUM"];
  const candidates = chosen === undefined ? [...ofNpm(), ...ofSystem()] : [{ executablePath: chosen }];
  for (const candidate of candidates) {
    const options = { ...candidate, args: quiet };
    try {
      // oxlint-disable-next-line no-await-in-loop -- the next one is for where this one does not start
      const browser = await chromium.launch(options);
      try {
        // oxlint-disable-next-line no-await-in-loop -- as above
        await use(browser);
      } finally {
        // oxlint-disable-next-line no-await-in-loop -- as above
        await browser.close();
      }
      return options;
    } catch {
      // A library or a right that it wants is not there.
    }
  }
  return chosen === undefined
    ? "no browser starts here: install Chromium, or set CHROMIUM to the path of one"
    : `${chosen}, which CHROMIUM names, does not start`;
}

function ofSystem() {
  const places = (process.env["PATH"] ?? "").split(delimiter);
  const names = ["chromium", "chromium-browser", "google-chrome"];
  const programs = places.flatMap((place) => names.map((name) => join(place, name)));
  return programs.filter(existsSync).map((executablePath) => ({ executablePath }));
}

/** The browser that lies packed in an npm package, with the libraries and fonts that a bare Linux lacks. */
function ofNpm() {
  if (process.platform !== "linux" || process.arch !== "x64") return [];
  const { version } = JSON.parse(readFileSync(join(modules, "@sparticuz/chromium/package.json"), "utf8"));
  const place = join(modules, ".cache/trueup", `chromium-${version}`);
  if (!existsSync(place)) unpack(place);
  const env = { LD_LIBRARY_PATH: join(place, "al2023/lib"), FONTCONFIG_PATH: join(place, "fonts") };
  return [{ executablePath: join(place, "chromium"), env: { ...process.env, ...env } }];
}

/** The package unpacks into the system's temporary directory, and its libraries only on the platform that it is made for. */
function unpack(place) {
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

if (process.argv[1] === fileURLToPath(import.meta.url) && typeof (await firstThatStarts()) === "string") process.exitCode = 1;
