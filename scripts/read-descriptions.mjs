// A worker that parses YAML files: their names in, what they say out.
import { readFileSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { parse } from "yaml";

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origin
parentPort.postMessage(workerData.map((file) => [file, read(file)]));

function read(file) {
  try {
    return parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new Error(`${file}: ${error.message}`, { cause: error });
  }
}
