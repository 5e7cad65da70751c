// Draws the pictures of examples/: plain squares with a shape, as PNG files of a few hundred bytes.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { crc32 as crcOf, deflateSync } from "node:zlib";

const examples = resolve(dirname(fileURLToPath(import.meta.url)), "../examples");

/** The checksum of a chunk; Node 20.18 has no crc32 of its own yet. */
function crc32(bytes) {
  if (crcOf) return crcOf(bytes);
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** A PNG of `size` pixels square; `inside(x, y)` (each from -1 to 1) says where the second colour goes. */
function png(size, [back, front], inside) {
  const rows = [];
  for (let y = 0; y < size; y++) {
    rows.push(0);
    for (let x = 0; x < size; x++) rows.push(inside((2 * x + 1) / size - 1, (2 * y + 1) / size - 1) ? 1 : 0);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("PLTE", Buffer.from([...back, ...front])),
    chunk("IDAT", deflateSync(Buffer.from(rows), { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

const white = [255, 255, 255];
const navy = [24, 40, 72];
const orange = [231, 94, 64];
const teal = [20, 130, 130];
const violet = [98, 70, 160];

const anvil = (x, y) =>
  (Math.abs(x) < 0.7 && y > -0.5 && y < -0.1) ||
  (Math.abs(x) < 0.25 && y < 0.5 && y > -0.5) ||
  (Math.abs(x) < 0.5 && y >= 0.4 && y < 0.65);
const disc = (x, y) => x * x + y * y < 0.4;
const ring = (x, y) => disc(x, y) && x * x + y * y > 0.15;
const bars = (x, y) => Math.abs(x) < 0.7 && Math.abs(y) < 0.65 && Math.floor((y + 1) * 5) % 2 === 0;

const pictures = {
  "acme/assets/logo.png": png(128, [white, navy], anvil),
  "acme/assets/header.png": png(48, [navy, white], anvil),
  "acme/assets/favicon.png": png(32, [orange, white], anvil),
  "acme/assets/topics/typescript.png": png(64, [navy, white], bars),
  "acme/assets/topics/payments.png": png(64, [teal, white], disc),
  "acme/assets/topics/data.png": png(64, [violet, white], ring),
  "acme/assets/shop.png": png(64, [orange, white], ring),
  "kinds/assets/logo.png": png(64, [white, orange], anvil),
};
for (const [name, bytes] of Object.entries(pictures)) {
  mkdirSync(dirname(join(examples, name)), { recursive: true });
  writeFileSync(join(examples, name), bytes);
}
