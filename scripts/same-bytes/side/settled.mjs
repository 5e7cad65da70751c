/** True if a platform has background work that is due soon. */
export function isBusy(emulator) {
  const soon = Date.now() + 60_000;
  return emulator
    .state()
    .some(([table, , row]) => table === "scheduled_work" && row !== null && row.failure === null && row.due < soon);
}

/** Waits until a platform has nothing left to do in the background: what is looked at meanwhile would depend on the clock. */
export async function settled(emulator) {
  for (let look = 0; isBusy(emulator); look++) {
    if (look > 20_000) throw new Error("the emulator never came to rest");
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}
