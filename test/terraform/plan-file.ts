import { inflateRawSync } from "node:zlib";

const directoryEntry = 0x02014b50;
const endOfDirectory = 0x06054b50;

/** Everything that a plan file holds, by name: it is a zip archive (PKWARE's APPNOTE, 4.3). Throws an Error for what is none. */
export function readPlanFile(archive: Buffer): ReadonlyMap<string, Buffer> {
  const end = archive.lastIndexOf(bytesOf(endOfDirectory));
  if (end < 0) throw new Error("this is no zip archive");
  const files = new Map<string, Buffer>();
  let at = archive.readUInt32LE(end + 16);
  while (archive.readUInt32LE(at) === directoryEntry) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) => archive.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    const name = archive.toString("utf8", at + 46, at + 46 + nameLength);
    const local = archive.readUInt32LE(at + 42);
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const content = archive.subarray(start, start + archive.readUInt32LE(at + 20));
    files.set(name, archive.readUInt16LE(at + 10) === 0 ? content : inflateRawSync(content));
    at += 46 + nameLength + extraLength + commentLength;
  }
  return files;
}

function bytesOf(signature: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(signature);
  return bytes;
}
