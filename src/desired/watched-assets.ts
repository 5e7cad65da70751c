import path from "node:path";
import { Assets } from "./assets.js";
import type { SourceFile } from "./read-file.js";

/** Assets that tell which files are named. */
export class WatchedAssets extends Assets {
  /** `onNamed` is told of each by its absolute path, before it is read. */
  constructor(
    private readonly onNamed: ((absolute: string) => void) | undefined,
    ...assets: ConstructorParameters<typeof Assets>
  ) {
    super(...assets);
  }

  override relative(name: string, source: SourceFile): string {
    const relative = super.relative(name, source);
    this.onNamed?.(path.join(this.root, relative));
    return relative;
  }
}
