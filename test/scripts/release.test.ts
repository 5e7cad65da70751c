import { expect, test } from "vitest";

interface Release {
  readonly version: string | undefined;
  readonly unreleased: readonly string[];
}

const script = "../../scripts/release/checks.mjs";
const { obstacles, releaseIn } = (await import(script)) as {
  readonly obstacles: (state: {
    readonly release: Release;
    readonly version: string;
    readonly changes: string;
  }) => readonly string[];
  readonly releaseIn: (changelog: string) => Release;
};

const changelog = "# Changelog\n\n## Unreleased\n\n### Added\n\n- A\n- B\n\n## 0.2.0 - 2026-12-01\n\n- C\n\n## [0.1.0]\n\n- D\n";

test("the version of a release is that of the newest heading of the changelog", () => {
  expect(releaseIn(changelog)).toEqual({ version: "0.2.0", unreleased: ["- A", "- B"] });
  expect(releaseIn("# Changelog\n\n## Unreleased\n")).toEqual({ version: undefined, unreleased: [] });
});

test("there is no release with another version, with unreleased entries, or with files that are not committed", () => {
  expect(obstacles({ release: releaseIn(changelog), version: "0.1.0", changes: " M a\n?? b\n" })).toEqual([
    "CHANGELOG.md ends with 0.2.0, and package.json has 0.1.0.",
    "CHANGELOG.md has 2 entries under Unreleased: give them a version.",
    "2 files are not committed.",
  ]);
  expect(obstacles({ release: { version: "0.2.0", unreleased: [] }, version: "0.2.0", changes: "" })).toEqual([]);
});
