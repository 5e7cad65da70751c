import { Buffer } from "node:buffer";
import { crc32, deflateRawSync } from "node:zlib";

/** The most bytes that come of it. */
const MOST = 2 ** 30;

/** Bytes as the program `bzip2` packs them, which real servers run for it, too: Node has no such compression. Undefined where the machine does not have it. */
export function bzip2(bytes: Uint8Array): Buffer | undefined {
  // Hardly anybody packs so, and whoever imports the emulator is not one who starts programs for that.
  const { spawnSync } = process.getBuiltinModule("node:child_process");
  const { error, status, stdout } = spawnSync("bzip2", ["-c"], {
    input: bytes,
    maxBuffer: MOST,
    stdio: ["pipe", "pipe", "ignore"],
  });
  return error === undefined && status === 0 ? stdout : undefined;
}

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

/** A zip archive of the entries, all with one time (seconds since 1970), with a comment. */
export function zipOf(entries: readonly ArchiveEntry[], time: number, comment: string): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const isFolder = entry.content === undefined;
    const name = Buffer.from(isFolder ? `${entry.path}/` : entry.path);
    const content = entry.content ?? Buffer.alloc(0);
    const packed = isFolder ? Buffer.alloc(0) : deflateRawSync(content);
    const facts = factsOf(time, isFolder, crc32(content), packed.length, content.length, name.length);
    const local = Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4]), facts, name, packed]);
    const kind = isFolder ? 0o040000 : 0o100000;
    const place = Buffer.concat([Buffer.alloc(8), shorts(entry.mode | kind), longs(offset)]);
    directory.push(Buffer.concat([Buffer.from([0x50, 0x4b, 1, 2, 0x17, 3]), facts, place, name]));
    parts.push(local);
    offset += local.length;
  }
  const index = Buffer.concat(directory);
  const about = Buffer.from(comment);
  const counts = [shorts(0, 0, entries.length, entries.length), longs(index.length, offset), shorts(about.length)];
  return Buffer.concat([...parts, index, Buffer.from([0x50, 0x4b, 5, 6]), ...counts, about]);
}

/** Numbers of two bytes each, the lower one first. */
const shorts = (...numbers: readonly number[]): Buffer => Buffer.from(numbers.flatMap((row) => [row & 0xff, (row >> 8) & 0xff]));

/** Numbers of four bytes each. */
const longs = (...numbers: readonly number[]): Buffer => shorts(...numbers.flatMap((number) => [number & 0xffff, number >>> 16]));

/** What both headers of an entry say, in the same order: needed version, flags (names are UTF-8), method, time, checksum, sizes, length of the name. */
function factsOf(time: number, isFolder: boolean, sum: number, packed: number, size: number, name: number): Buffer {
  const at = new Date(time * 1000);
  const clock = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  const day = (Math.max(at.getUTCFullYear() - 1980, 0) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  return Buffer.concat([shorts(20, 0x0800, isFolder ? 0 : 8, clock, day), longs(sum, packed, size), shorts(name, 0)]);
}
