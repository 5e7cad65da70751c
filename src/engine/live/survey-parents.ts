import { firstSegment, fold, parentPath } from "../../core/address.js";
import type { Json, JsonObject } from "../../core/json.js";
import { everyFieldsOf, type Kinds, type PlacedKind, placedKinds } from "../../core/kind.js";
import type { Live } from "../../core/plan.js";

/** What groups give to what lies in them. Only that is kept of them. */
export class ParentValues {
  private readonly known = new Map<string, Promise<JsonObject | undefined>>();

  constructor(
    private readonly kinds: Kinds,
    /** Reads a group that nobody has told of. */
    private readonly read: (kind: PlacedKind, path: string) => Promise<Live | undefined>,
  ) {}

  /** Live attributes of a group that what lies in it may inherit: its own values, else those of the groups above it. undefined where there is none. */
  async find(kind: PlacedKind, path: string): Promise<JsonObject | undefined> {
    if (!this.known.has(fold(path))) this.tell(kind, path, this.read(kind, path));
    return this.known.get(fold(path));
  }

  /** Tells of a group that is read anyway, so that it is not read again. */
  tell(kind: PlacedKind, path: string, reading: Promise<Live | undefined>): void {
    const given = reading.then(async (live) => live && this.givenBy(kind, path, live.spec));
    // Whoever asks for it gets the error; until then it must not end the process.
    given.catch(() => undefined);
    this.known.set(fold(path), given);
  }

  private async givenBy(kind: PlacedKind, path: string, spec: JsonObject): Promise<JsonObject> {
    const parent = parentPath(path);
    const above = parent === undefined ? undefined : await this.find(kind, parent);
    const top = parent === undefined ? undefined : await this.find(kind, firstSegment(path));
    return Object.fromEntries(
      [...this.inheritable(kind)].map(([name, from]) => [name, own(spec, name) ?? (from === "top" ? top : above)?.[name]]),
    );
  }

  /** Attributes of a group that decide what another thing's are while nobody sets them, and which groups above it are asked next. */
  private inheritable(holder: PlacedKind): ReadonlyMap<string, "nearest" | "top"> {
    const pairs = placedKinds(this.kinds).flatMap((kind) =>
      everyFieldsOf(kind)
        .flatMap((fields) => Object.entries(fields))
        .flatMap(([name, { defaultFrom = [] }]) =>
          defaultFrom.flatMap((source): [string, "nearest" | "top"][] => {
            if (source === "parent") return [[name, "nearest"]];
            if (source === "parent-or-top") return [[name, "top"]];
            return typeof source === "object" && source.kind === holder.name ? [[source.field, "nearest"]] : [];
          }),
        ),
    );
    return new Map(pairs);
  }
}

/** What a group says itself; an empty text says nothing. */
function own(spec: JsonObject, name: string): Json | undefined {
  return spec[name] === "" ? undefined : (spec[name] ?? undefined);
}
