import { Buffer } from "node:buffer";

/** A file of an archive; a folder has no content. */
export interface ArchiveEntry {
  readonly path: string;
  readonly mode: number;
  readonly content: Uint8Array | undefined;
}

const BLOCK = 512;

/** A tar archive as `git archive` lays it out: first a header that says which commit it is of, then the entries, all with one time. */
export function tarOf(entries: readonly ArchiveEntry[], time: number, comment: string): Buffer {
  const about = record("comment", comment);
  const parts = [header("pax_global_header", 0o666, about.length, time, "g"), padded(about)];
  for (const { path, mode, content } of entries) {
    const bytes = content ?? Buffer.alloc(0);
    const name = content === undefined ? `${path}/` : path;
    if (Buffer.byteLength(name) > 100) {
      const long = record("path", name);
      parts.push(header("pax_extended_header", 0o666, long.length, time, "x"), padded(long));
    }
    parts.push(header(name, mode, bytes.length, time, content === undefined ? "5" : "0"), padded(bytes));
  }
  const length = parts.reduce((sum, part) => sum + part.length, 0) + 2 * BLOCK;
  return Buffer.concat([...parts, Buffer.alloc(2 * BLOCK + (((-length % (20 * BLOCK)) + 20 * BLOCK) % (20 * BLOCK)))]);
}

/** One line of a pax header, which begins with its own length. */
function record(key: string, value: string): Buffer {
  const rest = Buffer.byteLength(` ${key}=${value}\n`);
  let length = rest + String(rest).length;
  if (String(length).length + rest !== length) length += 1;
  return Buffer.from(`${length} ${key}=${value}\n`);
}

function header(name: string, mode: number, size: number, time: number, type: string): Buffer {
  const block = Buffer.alloc(BLOCK);
  block.write(name, 0, 100);
  block.write(octal(mode, 7), 100);
  block.write(octal(0, 7), 108);
  block.write(octal(0, 7), 116);
  block.write(octal(size, 11), 124);
  block.write(octal(time, 11), 136);
  block.write(" ".repeat(8), 148);
  block.write(type, 156);
  block.write("ustar\u000000", 257);
  block.write("root", 265);
  block.write("root", 297);
  block.write(octal(0, 7), 329);
  block.write(octal(0, 7), 337);
  block.write(
    `${octal(
      block.reduce((sum, byte) => sum + byte, 0),
      6,
    )}\0 `,
    148,
  );
  return block;
}

const octal = (value: number, digits: number): string => value.toString(8).padStart(digits, "0");

function padded(bytes: Uint8Array): Buffer {
  return Buffer.concat([bytes, Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK)]);
}
