// Where a scenario keeps what came of it: numbered files, without what no two runs have in common.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { maskOrder, maskRequestCount, maskText, requestsText } from "./mask.mjs";

export class Outputs {
  #step = 0;

  /** `out` is where outputs go; `directory` is that of the scenario, whose path is masked. */
  constructor(out, directory) {
    this.out = out;
    this.directory = directory;
    mkdirSync(out, { recursive: true });
  }

  /** Keeps how a command ended and what it asked for; `how` as in `requestsText`. */
  command(name, words, { code, stdout, stderr }, requests, how) {
    const parts = [`$ trueup ${words.join(" ")}`, `exit ${code}`, "-- standard output", stdout, "-- standard error"];
    const told = [...parts, how.unordered ? maskOrder(stderr) : stderr].join("\n");
    this.text(name, how.timed || how.unordered ? maskRequestCount(told) : told);
    if (requests.length > 0) this.requests(name, requests, how);
  }

  /** Keeps a text under a name, whose end says what it is: plan, result or text. */
  text(name, text) {
    this.#step += 1;
    this.#write(this.#numbered(name), maskText(text, this.directory));
  }

  /** Keeps requests beside the text that was kept last. */
  requests(name, requests, how = {}) {
    this.#write(`${this.#numbered(name)}.requests`, maskText(requestsText(requests, how), this.directory));
  }

  /** Keeps the files below a directory as they are now, or one file. */
  files(name, from) {
    this.#step += 1;
    const at = `${this.#numbered(name)}.files`;
    const entries = existsSync(from) ? readdirSync(from, { recursive: true, withFileTypes: true }) : [];
    const paths = entries.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
    for (const path of paths) {
      const bytes = readFileSync(path);
      const isPicture = /\.(?:png|ico)$/.test(path);
      this.#write(join(at, relative(from, path)), isPicture ? bytes : maskText(bytes.toString("utf8"), this.directory));
    }
    if (paths.length === 0) this.#write(join(at, "none"), "");
  }

  #numbered(name) {
    return `${String(this.#step).padStart(2, "0")}-${name}`;
  }

  #write(name, content) {
    mkdirSync(dirname(join(this.out, name)), { recursive: true });
    writeFileSync(join(this.out, name), content);
  }
}
