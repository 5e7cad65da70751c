import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { expect } from "vitest";
import { bzip2 } from "../../../src/emulator/git/bzip2.js";
import { missing, testUnless } from "../../needs.js";

const unpack = "import bz2, sys; sys.stdout.buffer.write(bz2.decompress(sys.stdin.buffer.read()))";

testUnless(missing("python3"), "what is packed unpacks to what it was, whatever it is", () => {
  const samples = [
    Buffer.alloc(0),
    Buffer.from("a"),
    Buffer.from("aaaaaaaaaaaaaaaaaaaaaaaaa"),
    Buffer.from("abababababababababababab"),
    Buffer.from("banana, bandana and cabana\n".repeat(40)),
    Buffer.alloc(300_000),
    Buffer.alloc(300_000, "abc"),
    randomBytes(250_000),
    Buffer.concat([Buffer.alloc(99_970, "x"), randomBytes(300), Buffer.alloc(500)]),
  ];
  for (const sample of samples) {
    const back = execFileSync("python3", ["-c", unpack], { input: bzip2(sample), maxBuffer: 1e8 });
    expect(back.equals(sample)).toBe(true);
  }
});
