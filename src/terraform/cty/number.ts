import { TrueupError } from "../../core/errors.js";
import { BigNumber } from "./value.js";

// Terraform computes with 512 bits: about 155 digits. More zeros than this are an attack, not a number.
const mostZeros = 5000;
const decimal = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** True for decimal text of a number, with or without exponent. */
export function isNumber(text: string): boolean {
  return decimal.test(text);
}

/**
 * A number by its decimal text, never rounded: a JavaScript number stands for the decimal that it prints, and what is no such decimal becomes a BigNumber.
 * Throws `terraform.number` for what is not a number, or has an exponent beyond reason.
 */
export function ctyNumber(text: string): number | BigNumber {
  const exact = plainDecimal(text);
  const near = Number(exact);
  if (Number.isFinite(near) && plainDecimal(String(near)) === exact) return near === 0 ? 0 : near;
  return new BigNumber(exact);
}

/** The number that a 64-bit integer is. */
export function numberOfInteger(integer: bigint): number | BigNumber {
  const near = Number(integer);
  return Number.isSafeInteger(near) ? near : ctyNumber(integer.toString());
}

/** The number that a double is, to its last digit: 2 to the power of 64 is 18446744073709551616 and not 18446744073709552000. */
export function numberOfDouble(double: number): number | BigNumber {
  if (Number.isSafeInteger(double)) return double === 0 ? 0 : double;
  if (!Number.isFinite(double)) throw notNumber();
  if (Number.isInteger(double)) return numberOfInteger(BigInt(double));
  // A double is an integer divided by a power of two; 2^-n is 5^n / 10^n.
  let [scaled, halvings] = [double, 0];
  while (!Number.isInteger(scaled)) {
    // Doubling could overflow only where doubles are integers already.
    scaled *= 2;
    halvings += 1;
  }
  return ctyNumber(`${BigInt(scaled) * 5n ** BigInt(halvings)}e-${halvings}`);
}

/** The decimal text of a number without exponent, needless zeros or `-0`. */
export function plainDecimal(text: string): string {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = decimal.exec(text) ?? [];
  const shift = Number(exponent);
  if (whole === "" || Math.abs(shift) > mostZeros) throw notNumber();
  const digits = `${"0".repeat(Math.max(0, 1 - shift - whole.length))}${whole}${fraction}${"0".repeat(Math.max(0, shift - fraction.length))}`;
  const point = digits.length - Math.max(0, fraction.length - shift);
  const [before, after] = [digits.slice(0, point).replace(/^0+(?=\d)/, ""), digits.slice(point).replace(/0+$/, "")];
  const unsigned = after === "" ? before : `${before}.${after}`;
  return unsigned === "0" ? "0" : `${sign}${unsigned}`;
}

/** The text may be a secret in the wrong place: it is not shown. */
function notNumber(): TrueupError {
  return new TrueupError({ code: "terraform.number", message: "what stands in place of a number is none that Terraform has" });
}
