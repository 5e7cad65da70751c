import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Makes a directory and what is missing above it. Throws what the file system throws. `mkdir` of Node with `recursive` would not end in file systems such as /proc,
 * which say that nothing is there where nothing can be made.
 */
export function makeDirectories(directory: string): void {
  if (isDirectory(directory)) return;
  const above = dirname(directory);
  if (above !== directory) makeDirectories(above);
  try {
    mkdirSync(directory);
  } catch (error) {
    // Somebody else may have made it in between.
    if (!isDirectory(directory)) throw error;
  }
}

function isDirectory(name: string): boolean {
  return statSync(name, { throwIfNoEntry: false })?.isDirectory() === true;
}
