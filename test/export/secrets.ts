import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { mustHide } from "../harness/fixture.js";

/** Every secret that a test hands to a platform, each a text of its own, so that none can show in a file unnoticed. */
export class Secrets {
  private readonly all: string[] = [];
  private readonly byName = new Map<string, string>();

  /** Adds what must show nowhere, such as a token. */
  keep(...secrets: readonly string[]): void {
    this.all.push(...secrets);
  }

  /** All of them. */
  known(): readonly string[] {
    return this.all;
  }

  /** A new secret; as an address where only an address is taken. */
  next(form: "text" | "url" = "text"): string {
    const secret = `hushed-${this.all.length}-${Math.random().toString(36).slice(2)}`;
    this.all.push(secret);
    return form === "url" ? `https://hooks.example.com/${secret}` : secret;
  }

  /** Fails if a text holds a secret. */
  expectNoneIn(text: string): void {
    mustHide(this.all, "the text", text);
  }

  /** The secret that somebody fills in for a variable: always the same one for a name. */
  named(name: string): string {
    const secret = this.byName.get(name) ?? this.next("url");
    this.byName.set(name, secret);
    return secret;
  }

  /** Fails if a file below a directory, or its name, holds a secret: as it is, in JSON, in an address, in base64. */
  async expectNone(directory: string): Promise<void> {
    const entries = await readdir(directory, { recursive: true, withFileTypes: true });
    for (const entry of entries.filter((one) => one.isFile())) {
      const path = join(entry.parentPath, entry.name);
      const name = relative(directory, path);
      mustHide(this.all, name, `${name}\n${await readFile(path, "utf8")}`);
    }
  }
}
