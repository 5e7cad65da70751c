import type { Field } from "../../core/fields.js";
import { fillPath, parseRoute } from "../../core/route.js";

/** The path below `/api/v4` at which the server serves the picture of a thing; undefined where the attribute has no such route. */
export function picturePath(field: Field | undefined, kind: string, id: number | string | undefined): string | undefined {
  return field?.picture === undefined || id === undefined ? undefined : fillPath(parseRoute(field.picture).path, { [kind]: id });
}
