import { existsSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const top = fileURLToPath(new URL("..", import.meta.url));
const list = new URL("longest.txt", import.meta.url);

/** Seconds by test file, of those that take longest: `npm run test:times -- --write` renews them. */
const seconds = new Map(
  (existsSync(list) ? readFileSync(list, "utf8") : "")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.split(" ") as [string, string])
    .map(([time, file]) => [file, Number(time)]),
);

const secondsOf = ({ moduleId }: TestSpecification): number => seconds.get(relative(top, moduleId)) ?? 0;
const isProgram = ({ project }: TestSpecification): number => Number(project.name === "programs");

/** Begins with what takes longest, so that no worker is left with it at the end. Tests that start programs come last: they may still wait for the build. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const byName = files.toSorted((a, b) => (a.moduleId < b.moduleId ? -1 : 1));
    return byName.sort((a, b) => isProgram(a) - isProgram(b) || secondsOf(b) - secondsOf(a));
  }

  /** Deals the files out in turn, so that each shard gets its share of the long ones. */
  override async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { index, count } = this.ctx.config.shard ?? { index: 1, count: 1 };
    return (await this.sort(files)).filter((_, place) => place % count === index - 1);
  }
}
