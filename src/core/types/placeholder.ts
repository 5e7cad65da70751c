/** A value that stands for something that is known elsewhere or later: a whole, of which no part is data. `core/placeholders.ts` has them all. */
export abstract class Placeholder {
  /** No object literal is one, whatever it holds. */
  declare protected readonly nominal: never;
}

/** True for any placeholder. */
export function isPlaceholder(value: unknown): value is Placeholder {
  return value instanceof Placeholder;
}
