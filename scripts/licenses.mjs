// The licenses of packages whose code is in what the build makes: they ask for their text to be shipped along.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const top = fileURLToPath(new URL("..", import.meta.url));

/** The directories of the packages to which modules belong, given by their files. */
export function ownersOf(modules) {
  return modules.flatMap((id) => /^\0?(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(id)?.[1] ?? []);
}

/** One text with the name, the version and the license of each package, given by their directories. */
export function licensesOf(owners) {
  const entries = new Map([...new Set(owners)].map((owner) => entryOf(owner)));
  const texts = [...entries].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, text]) => text);
  return `This package holds code of these packages.\n\n${[...texts, protocolLicense()].join(`\n\n${"-".repeat(80)}\n\n`)}\n`;
}

function entryOf(owner) {
  const { name, version, license } = JSON.parse(readFileSync(join(owner, "package.json"), "utf8"));
  const files = readdirSync(owner).filter((file) => /^(licen[cs]e|notice|copying)/i.test(file));
  const title = `${name} ${version} (${license})`;
  return [title, [title, ...files.map((file) => readFileSync(join(owner, file), "utf8").trim())].join("\n\n")];
}

/** The messages of the Terraform provider are made of a file that is no package. */
function protocolLicense() {
  const [about, license] = ["README.md", "LICENSE"].map((file) =>
    readFileSync(join(top, "src/terraform/plugin/protocol", file), "utf8").trim(),
  );
  const [, name, version] = /\/([\w-]+)\)\s+v([\d.]+),/.exec(about);
  return `${name} ${version} (MPL-2.0)\n\n${about}\n\n${license}`;
}
