import { isUtf8 } from "node:buffer";
import { type BigNumber, numberOfDouble, numberOfInteger } from "./value.js";

/** One token of MessagePack. An array's items and a map's keys and values follow as tokens of their own. */
export type Token =
  | { readonly kind: "nil" }
  | { readonly kind: "bool"; readonly value: boolean }
  | { readonly kind: "number"; readonly value: number | BigNumber }
  | { readonly kind: "text"; readonly value: string }
  | { readonly kind: "bytes"; readonly value: Uint8Array }
  | { readonly kind: "array" | "map"; readonly length: number }
  | { readonly kind: "extension"; readonly code: number };

/** Reads MessagePack token by token. Throws RangeError where the bytes end early or are none. */
export class MessagePackReader {
  private offset = 0;
  private readonly bytes: Buffer;

  constructor(bytes: Uint8Array) {
    this.bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get atEnd(): boolean {
    return this.offset === this.bytes.length;
  }

  next(): Token {
    const byte = this.unsigned(1);
    if (byte < 0x80) return { kind: "number", value: byte };
    if (byte < 0x90) return this.many("map", byte & 0x0f);
    if (byte < 0xa0) return this.many("array", byte & 0x0f);
    if (byte < 0xc0) return this.text(byte & 0x1f);
    if (byte >= 0xe0) return { kind: "number", value: byte - 0x100 };
    return this.marked(byte);
  }

  private marked(byte: number): Token {
    if (byte === 0xc0) return { kind: "nil" };
    if (byte === 0xc2 || byte === 0xc3) return { kind: "bool", value: byte === 0xc3 };
    if (byte >= 0xc4 && byte <= 0xc6) return { kind: "bytes", value: this.take(this.unsigned(widthOf(byte - 0xc4))) };
    if (byte >= 0xc7 && byte <= 0xc9) return this.extension(this.unsigned(widthOf(byte - 0xc7)));
    if (byte >= 0xd4 && byte <= 0xd8) return this.extension(2 ** (byte - 0xd4));
    if (byte >= 0xd9 && byte <= 0xdb) return this.text(this.unsigned(widthOf(byte - 0xd9)));
    if (byte === 0xdc || byte === 0xdd) return this.many("array", this.unsigned(widthOf(byte - 0xdb)));
    if (byte === 0xde || byte === 0xdf) return this.many("map", this.unsigned(widthOf(byte - 0xdd)));
    return { kind: "number", value: this.number(byte) };
  }

  private number(byte: number): number | BigNumber {
    if (byte === 0xca) return numberOfDouble(this.take(4).readFloatBE());
    if (byte === 0xcb) return numberOfDouble(this.take(8).readDoubleBE());
    if (byte >= 0xcc && byte <= 0xce) return this.unsigned(widthOf(byte - 0xcc));
    if (byte === 0xcf) return numberOfInteger(this.take(8).readBigUInt64BE());
    if (byte === 0xd3) return numberOfInteger(this.take(8).readBigInt64BE());
    if (byte < 0xd0 || byte > 0xd2) throw new RangeError(`byte 0x${byte.toString(16)} begins no MessagePack value`);
    const width = widthOf(byte - 0xd0);
    return this.take(width).readIntBE(0, width);
  }

  private unsigned(width: number): number {
    return this.take(width).readUIntBE(0, width);
  }

  private take(length: number): Buffer {
    const taken = this.bytes.subarray(this.offset, this.offset + length);
    if (taken.length < length) throw new RangeError("the MessagePack bytes end in the middle of a value");
    this.offset += length;
    return taken;
  }

  private text(length: number): Token {
    const taken = this.take(length);
    if (!isUtf8(taken)) throw new RangeError("a MessagePack text is not UTF-8");
    return { kind: "text", value: taken.toString("utf8") };
  }

  /** Every item takes a byte at least: a length beyond that is a lie, and nothing is set aside for it. */
  private many(kind: "array" | "map", length: number): Token {
    if (length > this.bytes.length - this.offset) throw new RangeError("the MessagePack bytes end in the middle of a value");
    return { kind, length };
  }

  private extension(length: number): Token {
    const code = this.take(1).readInt8();
    this.take(length);
    return { kind: "extension", code };
  }
}

/** 1, 2, 4: the widths of the lengths and numbers that stand behind neighbouring marks. */
function widthOf(place: number): number {
  return 2 ** place;
}

/** Writes MessagePack. */
export class MessagePackWriter {
  private bytes = Buffer.allocUnsafe(1024);
  private length = 0;

  written(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }

  nil(): void {
    this.byte(0xc0);
  }

  bool(value: boolean): void {
    this.byte(value ? 0xc3 : 0xc2);
  }

  /** Extension 0 is Terraform's unknown value; its one byte says nothing. */
  unknown(): void {
    for (const byte of [0xd4, 0x00, 0x00]) this.byte(byte);
  }

  integer(value: number): void {
    if (value >= 0 && value < 0x80) return this.byte(value);
    if (value < 0 && value >= -0x20) return this.byte(value & 0xff);
    this.room(9);
    const narrow = value >= -0x80000000 && value < 0x80000000;
    this.byte(narrow ? 0xd2 : 0xd3);
    this.length = narrow ? this.bytes.writeInt32BE(value, this.length) : this.bytes.writeBigInt64BE(BigInt(value), this.length);
  }

  text(value: string): void {
    const length = Buffer.byteLength(value);
    if (length < 0x20) this.byte(0xa0 | length);
    else this.marked([0xd9, 0xda, 0xdb], length);
    this.room(length);
    this.length += this.bytes.write(value, this.length, "utf8");
  }

  data(value: Uint8Array): void {
    this.marked([0xc4, 0xc5, 0xc6], value.length);
    this.room(value.length);
    this.bytes.set(value, this.length);
    this.length += value.length;
  }

  array(length: number): void {
    if (length < 0x10) this.byte(0x90 | length);
    else this.marked([undefined, 0xdc, 0xdd], length);
  }

  map(length: number): void {
    if (length < 0x10) this.byte(0x80 | length);
    else this.marked([undefined, 0xde, 0xdf], length);
  }

  /** A length behind the mark for its width: one, two or four bytes. */
  private marked([narrow, middle, wide]: readonly [number | undefined, number, number], length: number): void {
    const width = narrow !== undefined && length < 0x100 ? 1 : length < 0x10000 ? 2 : 4;
    this.room(5);
    this.byte(width === 1 && narrow !== undefined ? narrow : width === 2 ? middle : wide);
    this.length = this.bytes.writeUIntBE(length, this.length, width);
  }

  private byte(value: number): void {
    this.room(1);
    this.bytes[this.length] = value;
    this.length += 1;
  }

  private room(more: number): void {
    if (this.length + more <= this.bytes.length) return;
    const grown = Buffer.allocUnsafe(Math.max(this.bytes.length * 2, this.length + more));
    this.bytes.copy(grown, 0, 0, this.length);
    this.bytes = grown;
  }
}
