/** Seconds by name, since they were taken last. On the global object, because tests load this module more than once. */
const shared = globalThis as { trueupTestParts?: Map<string, number> };

/** Does some work and adds its wall time to a part of the harness, such as "start of an emulator". */
export async function timed<T>(part: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  try {
    return await work();
  } finally {
    const parts = (shared.trueupTestParts ??= new Map());
    parts.set(part, (parts.get(part) ?? 0) + (performance.now() - began) / 1000);
  }
}

/** The seconds of each part up to now; begins anew. */
export function takeParts(): Readonly<Record<string, number>> {
  const parts = Object.fromEntries(shared.trueupTestParts ?? []);
  shared.trueupTestParts = new Map();
  return parts;
}
