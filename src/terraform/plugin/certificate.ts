import { generateKeyPairSync, randomBytes, sign } from "node:crypto";

/** A certificate for this process alone, with its key. */
export interface Certificate {
  readonly der: Buffer;
  readonly certificatePem: string;
  readonly keyPem: string;
}

const hour = 3_600_000;
const identifiers = {
  commonName: [2, 5, 4, 3],
  ecdsaWithSha256: [1, 2, 840, 10045, 4, 3, 2],
  basicConstraints: [2, 5, 29, 19],
  keyUsage: [2, 5, 29, 15],
  extendedKeyUsage: [2, 5, 29, 37],
  serverAuthentication: [1, 3, 6, 1, 5, 5, 7, 3, 1],
  clientAuthentication: [1, 3, 6, 1, 5, 5, 7, 3, 2],
  subjectAlternativeName: [2, 5, 29, 17],
} as const;

/**
 * A self-signed X.509 certificate for `localhost` on P-256 (RFC 5280), as both ends of a plugin's connection have one: each pins exactly that of the other and checks its alternative name (the common name alone is refused). A year is longer than any run.
 */
export function createCertificate(): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const algorithm = sequence(identifier(identifiers.ecdsaWithSha256));
  const name = sequence(element(0x31, sequence(identifier(identifiers.commonName), element(0x0c, Buffer.from("localhost")))));
  const now = Date.now();
  const body = sequence(
    element(0xa0, integer(Buffer.from([2]))),
    integer(serialNumber()),
    algorithm,
    name,
    sequence(time(new Date(now - hour)), time(new Date(now + 365 * 24 * hour))),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    element(0xa3, sequence(...extensions())),
  );
  const der = sequence(body, algorithm, bits(0, sign("sha256", body, privateKey)));
  return {
    der,
    certificatePem: pem("CERTIFICATE", der),
    keyPem: pem("PRIVATE KEY", privateKey.export({ type: "pkcs8", format: "der" })),
  };
}

function extensions(): Buffer[] {
  const isAuthority = sequence(element(0x01, Buffer.from([0xff])));
  // Without the second one OpenSSL does not take it for the end of its own chain.
  const digitalSignatureAndCertificateSign = bits(2, Buffer.from([0x84]));
  const { serverAuthentication, clientAuthentication } = identifiers;
  return [
    extension(identifiers.basicConstraints, true, isAuthority),
    extension(identifiers.keyUsage, true, digitalSignatureAndCertificateSign),
    extension(identifiers.extendedKeyUsage, false, sequence(identifier(serverAuthentication), identifier(clientAuthentication))),
    extension(identifiers.subjectAlternativeName, false, sequence(element(0x82, Buffer.from("localhost")))),
  ];
}

function extension(name: readonly number[], critical: boolean, value: Buffer): Buffer {
  const mark = critical ? [element(0x01, Buffer.from([0xff]))] : [];
  return sequence(identifier(name), ...mark, element(0x04, value));
}

/** Positive, and of the same length each time. */
function serialNumber(): Buffer {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return bytes;
}

/** One element of DER: tag, length, contents. */
function element(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function sequence(...contents: readonly Uint8Array[]): Buffer {
  return element(0x30, ...contents);
}

function integer(bytes: Buffer): Buffer {
  return element(0x02, bytes);
}

/** A bit string; `unused` bits at its end do not count. */
function bits(unused: number, bytes: Buffer): Buffer {
  return element(0x03, Buffer.from([unused]), bytes);
}

/** An object identifier: the first two numbers in one byte, each other one in groups of seven bits. */
function identifier([first, second, ...others]: readonly number[]): Buffer {
  return element(0x06, Buffer.from([(first ?? 0) * 40 + (second ?? 0), ...others.flatMap(inSevenBits)]));
}

function inSevenBits(number: number): number[] {
  const groups = [number & 0x7f];
  for (let rest = number >>> 7; rest > 0; rest >>>= 7) groups.unshift((rest & 0x7f) | 0x80);
  return groups;
}

/** The notation changes with the year 2050. */
function time(date: Date): Buffer {
  const digits = date.toISOString().replaceAll(/[-:T]|\.\d+/g, "");
  return date.getUTCFullYear() < 2050 ? element(0x17, Buffer.from(digits.slice(2))) : element(0x18, Buffer.from(digits));
}

/** Lines of 64 characters, and no empty one at the end: OpenSSL refuses that. */
function pem(label: string, der: Buffer): string {
  const lines = der.toString("base64").match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ""].join("\n");
}
