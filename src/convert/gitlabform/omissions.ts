import { compareTexts } from "../../core/collections.js";
import { compareOrigins, formatOrigin, type Origin, TrueupError } from "../../core/errors.js";
import type { Json } from "../../core/json.js";

/** A configuration as plain data that still knows where everything stood. */
export interface GitlabformSource {
  readonly value: Json;
  /** Where the key before a value stands, by the value's JSON pointer. */
  keyOrigin(pointer: string): Origin;
}

/** What of a configuration the files do not say, or say otherwise. Levels inherit, so that one line is met many times and told once. */
export class Omissions {
  private readonly found = new Map<string, Origin>();

  /** `isLive` where it is looked at what is live, so that nobody else need. */
  constructor(
    private readonly configuration: GitlabformSource,
    private readonly isLive = false,
  ) {}

  /** What stands at a pointer is not carried over, or means something else now. */
  tell(pointer: string, message: string): void {
    const origin = this.configuration.keyOrigin(pointer);
    this.found.set(`${formatOrigin(origin)}: ${message}`, origin);
  }

  /** The same for what only who looks at what is live can tell. */
  tellUnlessLive(pointer: string, message: string): void {
    if (!this.isLive) this.tell(pointer, message);
  }

  /** All of it in the order of the lines. */
  all(): readonly string[] {
    const sorted = [...this.found].sort(([text, a], [other, b]) => compareOrigins(a, b) || compareTexts(text, other));
    return sorted.map(([text]) => text);
  }

  /** The error for what the configuration's own program would refuse. */
  wrong(pointer: string, message: string, hint: string): TrueupError {
    return new TrueupError({
      code: "convert.input",
      message,
      where: formatOrigin(this.configuration.keyOrigin(pointer)),
      hint,
    });
  }
}
