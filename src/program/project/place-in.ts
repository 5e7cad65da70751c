import path from "node:path";
import type { ProjectPlace } from "../../desired/index.js";

/** The project of a run, for files that are laid out elsewhere: what stands for `cwd` there is `there`. */
export function placeIn(there: string, cwd: string, place: ProjectPlace): ProjectPlace {
  const moved = (absolute: string) => path.resolve(there, path.relative(cwd, absolute));
  const { scopes } = place;
  return { ...place, file: moved(place.file), ...(scopes ? { scopes: { ...scopes, directory: moved(scopes.directory) } } : {}) };
}
