// Where the pages are, and where the repository is read by others.
import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The top of the repository. */
export const top = fileURLToPath(new URL("..", import.meta.url)).replace(/\/$/, "");
/** The folder of the pages. */
export const docs = `${top}/docs`;

/** The address at which people read the repository, by package.json; undefined as long as that names none. */
export function repositoryAddress() {
  const { repository } = JSON.parse(readFileSync(`${top}/package.json`, "utf8"));
  const said = typeof repository === "string" ? repository : repository?.url;
  if (said === undefined) return undefined;
  const short = /^(github|gitlab):([\w.-]+(?:\/[\w.-]+)+)$/.exec(said);
  if (short !== null) return `https://${short[1]}.com/${short[2]}`;
  const address = said.replace(/^git\+/, "").replace(/\.git$/, "");
  return address.startsWith("https://") ? address : undefined;
}

/** Pages that are called otherwise in the site: the front page of a folder. */
export const rewrites = Object.fromEntries(
  readdirSync(docs, { recursive: true })
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => /(?:^|\/)README\.md$/.test(name))
    .map((name) => [name, name.replace(/README\.md$/, "index.md")]),
);
