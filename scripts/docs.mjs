// `npm run docs`: builds the documentation as a site into site/dist, and exits with 1 for a link that leads to no page or heading. `npm run docs:dev` serves it, and follows changes.
// What it needs is installed the first time, in site/ alone.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const top = fileURLToPath(new URL("..", import.meta.url));
const site = join(top, "site");
const [mode = "build", ...options] = process.argv.slice(2);

installOnce();
run(process.execPath, [join(site, "node_modules/vitepress/bin/vitepress.js"), mode, site, ...options]);
if (mode === "build") await checkLinks();

/** Installs again only where the lock file is not the one that was installed. */
function installOnce() {
  const mark = join(site, "node_modules/.installed-lock.json");
  const lock = readFileSync(join(site, "package-lock.json"), "utf8");
  if (existsSync(mark) && readFileSync(mark, "utf8") === lock) return;
  run("npm", ["ci", "--prefix", site]);
  writeFileSync(mark, lock);
}

function run(program, words) {
  const { status, error } = spawnSync(program, words, { cwd: top, stdio: "inherit", shell: process.platform === "win32" });
  if (error !== undefined) throw error;
  if (status !== 0) process.exit(status ?? 1);
}

async function checkLinks() {
  const { brokenLinks } = await import("../site/anchors.mjs");
  const broken = brokenLinks(join(site, "dist"), process.env["DOCS_BASE"] ?? "/");
  for (const line of broken) console.error(line);
  if (broken.length > 0) console.error(`${broken.length} broken links`);
  else console.log("every link leads to a page, and every anchor to a heading: site/dist");
  process.exitCode = broken.length > 0 ? 1 : 0;
}
