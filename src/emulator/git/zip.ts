import { Buffer } from "node:buffer";
import { crc32, deflateRawSync } from "node:zlib";
import type { ArchiveEntry } from "./tar.js";

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
    const place = Buffer.alloc(14);
    place.writeUInt32LE(((entry.mode | (isFolder ? 0o040000 : 0o100000)) * 0x10000) >>> 0, 6);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from([0x50, 0x4b, 1, 2, 0x17, 3]), facts, place, name]));
    parts.push(local);
    offset += local.length;
  }
  const index = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(index.length, 12);
  end.writeUInt32LE(offset, 16);
  end.writeUInt16LE(Buffer.byteLength(comment), 20);
  return Buffer.concat([...parts, index, end, Buffer.from(comment)]);
}

/** What both headers of an entry say, in the same order: needed version, flags (names are UTF-8), method, time, checksum, sizes, length of the name. */
function factsOf(time: number, isFolder: boolean, sum: number, packed: number, size: number, name: number): Buffer {
  const at = new Date(time * 1000);
  const facts = Buffer.alloc(26);
  facts.writeUInt16LE(20, 0);
  facts.writeUInt16LE(0x0800, 2);
  facts.writeUInt16LE(isFolder ? 0 : 8, 4);
  facts.writeUInt16LE((at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1), 6);
  facts.writeUInt16LE((Math.max(at.getUTCFullYear() - 1980, 0) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(), 8);
  facts.writeUInt32LE(sum, 10);
  facts.writeUInt32LE(packed, 14);
  facts.writeUInt32LE(size, 18);
  facts.writeUInt16LE(name, 22);
  return facts;
}
