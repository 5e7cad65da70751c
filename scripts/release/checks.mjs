// What must be true before a release is made.

/** The newest release of a changelog: `version`, or nothing before the first one, and `unreleased`, the lines that no release has yet. */
export function releaseIn(changelog) {
  const [, ...sections] = changelog.split(/^## /m);
  const lines = (section = "") => section.split("\n").slice(1);
  const unreleased = sections.find((section) => /^Unreleased\b/.test(section));
  const version = sections.map((section) => /^\[?(\d+\.\d+\.\d+(?:-[\w.]+)?)\]?/.exec(section)?.[1]).find(Boolean);
  return { version, unreleased: lines(unreleased).filter((line) => /^[-*] /.test(line)) };
}

/** Sentences that say why there can be no release. `changes` are the lines of `git status --porcelain`. */
export function obstacles({ release, version, changes }) {
  const sentences = [];
  if (release.version !== version)
    sentences.push(`CHANGELOG.md ends with ${release.version ?? "no release"}, and package.json has ${version}.`);
  if (release.unreleased.length > 0)
    sentences.push(`CHANGELOG.md has ${release.unreleased.length} entries under Unreleased: give them a version.`);
  if (changes.trim() !== "") sentences.push(`${changes.trim().split("\n").length} files are not committed.`);
  return sentences;
}
