import { Buffer } from "node:buffer";

/** Bytes of a block after its runs are shortened; the smallest that the format has, less what it asks to leave free. */
const BLOCK = 100_000 - 20;
const GROUP = 50;

/** Bytes as bzip2 packs them: blocks that are sorted, moved to front and written with codes of about equal length, which costs size and no time. */
export function bzip2(bytes: Uint8Array): Buffer {
  const out = new BitWriter();
  for (const byte of Buffer.from("BZh1")) out.write(byte, 8);
  let whole = 0;
  for (let start = 0; start < bytes.length;) {
    const { packed, end } = shortenedRuns(bytes, start);
    const sum = checksum(bytes, start, end);
    whole = ((whole << 1) | (whole >>> 31)) ^ sum;
    writeBlock(out, packed, sum);
    start = end;
  }
  out.write(0x177245, 24);
  out.write(0x385090, 24);
  out.write(whole >>> 0, 32);
  return out.bytes();
}

class BitWriter {
  readonly #done: number[] = [];
  #bits = 0;
  #count = 0;

  /** The lowest bits of a value, the highest of them first. */
  write(value: number, bits: number): void {
    for (let bit = bits - 1; bit >= 0; bit -= 1) {
      this.#bits = (this.#bits << 1) | ((value >>> bit) & 1);
      this.#count += 1;
      if (this.#count < 8) continue;
      this.#done.push(this.#bits);
      [this.#bits, this.#count] = [0, 0];
    }
  }

  bytes(): Buffer {
    if (this.#count > 0) this.write(0, 8 - this.#count);
    return Buffer.from(this.#done);
  }
}

/** As many bytes as fill one block: of 4 to 259 alike the first four, and how many follow. */
function shortenedRuns(bytes: Uint8Array, start: number): { packed: Uint8Array; end: number } {
  const packed: number[] = [];
  let place = start;
  while (place < bytes.length && packed.length <= BLOCK - 5) {
    const byte = bytes[place] ?? 0;
    let run = 1;
    while (run < 259 && bytes[place + run] === byte && place + run < bytes.length) run += 1;
    for (let index = 0; index < Math.min(run, 4); index += 1) packed.push(byte);
    if (run >= 4) packed.push(run - 4);
    place += run;
  }
  return { packed: Uint8Array.from(packed), end: place };
}

const TABLE = Array.from({ length: 256 }, (_, index) => {
  let sum = index << 24;
  for (let bit = 0; bit < 8; bit += 1) sum = sum & 0x80000000 ? (sum << 1) ^ 0x04c11db7 : sum << 1;
  return sum;
});

function checksum(bytes: Uint8Array, start: number, end: number): number {
  let sum = -1;
  for (let place = start; place < end; place += 1) sum = (sum << 8) ^ (TABLE[((sum >>> 24) ^ (bytes[place] ?? 0)) & 255] ?? 0);
  return ~sum >>> 0;
}

function writeBlock(out: BitWriter, packed: Uint8Array, sum: number): void {
  const { last, origin } = sortedRotations(packed);
  const used = [...new Set(packed)].toSorted((a, b) => a - b);
  const symbols = movedToFront(last, used);
  out.write(0x314159, 24);
  out.write(0x265359, 24);
  out.write(sum, 32);
  out.write(0, 1);
  out.write(origin, 24);
  writeUsed(out, used);
  const groups = Math.ceil(symbols.length / GROUP);
  // Two tables are the fewest that there may be; both are the same, and the first is always taken.
  out.write(2, 3);
  out.write(groups, 15);
  for (let group = 0; group < groups; group += 1) out.write(0, 1);
  const codes = codesFor(used.length + 2);
  writeLengths(out, codes);
  writeLengths(out, codes);
  for (const symbol of symbols) {
    const code = codes[symbol];
    if (code !== undefined) out.write(code.value, code.length);
  }
}

/** Which bytes occur, in sixteen groups of sixteen. */
function writeUsed(out: BitWriter, used: readonly number[]): void {
  const groups = Array.from({ length: 16 }, (_, group) => used.filter((byte) => byte >> 4 === group));
  for (const group of groups) out.write(group.length > 0 ? 1 : 0, 1);
  for (const group of groups) {
    if (group.length === 0) continue;
    for (let byte = 0; byte < 16; byte += 1) out.write(group.some((one) => (one & 15) === byte) ? 1 : 0, 1);
  }
}

/** The last bytes of all rotations in their order, and where the text itself is among these: sorted by twice as many bytes in each round. */
function sortedRotations(text: Uint8Array): { last: Uint8Array; origin: number } {
  const count = text.length;
  let ranks = Uint32Array.from(text);
  let order = countingSort(
    Uint32Array.from(text, (_, index) => index),
    ranks,
    256,
  );
  for (let width = 1; ; width *= 2) {
    const [before, sortedBefore] = [ranks, order];
    const rankAfter = (place: number): number => before[(place + width) % count] ?? 0;
    const shifted = Uint32Array.from(sortedBefore, (place) => (place + count - (width % count)) % count);
    order = countingSort(shifted, before, Math.max(count, 256));
    ranks = new Uint32Array(count);
    let rank = 0;
    for (let index = 1; index < count; index += 1) {
      const [one, other] = [order[index - 1] ?? 0, order[index] ?? 0];
      if (before[one] !== before[other] || rankAfter(one) !== rankAfter(other)) rank += 1;
      ranks[other] = rank;
    }
    if (rank === count - 1 || width >= count) break;
  }
  return { last: Uint8Array.from(order, (place) => text[(place + count - 1) % count] ?? 0), origin: order.indexOf(0) };
}

/** Places by their keys, which are below a bound; those of one key stay in their order. */
function countingSort(places: Uint32Array, keys: Uint32Array, bound: number): Uint32Array {
  const starts = new Uint32Array(bound + 1);
  for (const place of places) {
    const next = (keys[place] ?? 0) + 1;
    starts[next] = (starts[next] ?? 0) + 1;
  }
  for (let key = 1; key <= bound; key += 1) starts[key] = (starts[key] ?? 0) + (starts[key - 1] ?? 0);
  const sorted = new Uint32Array(places.length);
  for (const place of places) {
    const key = keys[place] ?? 0;
    const at = starts[key] ?? 0;
    sorted[at] = place;
    starts[key] = at + 1;
  }
  return sorted;
}

/** Each byte as its place in a list that it then heads; runs of the first place as numbers in digits 1 and 2; an end. */
function movedToFront(last: Uint8Array, used: readonly number[]): number[] {
  const recent = [...used];
  const symbols: number[] = [];
  let run = 0;
  const closeRun = (): void => {
    for (; run > 0; run = (run - 1) >> 1) symbols.push(run % 2 === 1 ? 0 : 1);
  };
  for (const byte of last) {
    const place = recent.indexOf(byte);
    if (place === 0) {
      run += 1;
      continue;
    }
    closeRun();
    recent.splice(place, 1);
    recent.unshift(byte);
    symbols.push(place + 1);
  }
  closeRun();
  symbols.push(used.length + 1);
  return symbols;
}

interface Code {
  readonly value: number;
  readonly length: number;
}

/** A whole set of codes: the first symbols, which are the commonest, get those that are one bit shorter where there are some. */
function codesFor(count: number): Code[] {
  const length = Math.ceil(Math.log2(count));
  const short = 2 ** length - count;
  return Array.from({ length: count }, (_, symbol) =>
    symbol < short ? { value: symbol, length: length - 1 } : { value: symbol + short, length },
  );
}

/** Lengths of codes, each as its difference from the one before. */
function writeLengths(out: BitWriter, codes: readonly Code[]): void {
  let current = codes[0]?.length ?? 1;
  out.write(current, 5);
  for (const { length } of codes) {
    for (; current < length; current += 1) out.write(0b10, 2);
    for (; current > length; current -= 1) out.write(0b11, 2);
    out.write(0, 1);
  }
}
