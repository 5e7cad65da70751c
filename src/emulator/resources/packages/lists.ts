import { canSee, findGroup, levelsIn } from "../../core/access.js";
import { type Context, page } from "../../core/context.js";
import { compare } from "../../core/order.js";
import type { Project } from "../../core/records.js";
import type { Reply } from "../../core/replies.js";
import { projectsIn } from "../groups/reach.js";
import { isDisplayed, presentGroupPackage, presentPackage } from "./present.js";
import { type Package, findRegistry, mayReadPackages, packageTable } from "./records.js";

/** GET /projects/:id/packages. Real servers show terraform modules only when that type is asked for. */
export function listProjectPackages(context: Context): Reply {
  const project = findRegistry(context);
  const rows = context.store.of(packageTable).where("project", project.id);
  const isModule = (row: Package): boolean => row.package_type === "terraform_module";
  const hidesModules = context.instance.dialect === "vendor" && context.params.text("package_type") === undefined;
  const isWanted = filterOf(context);
  const packages = rows.filter((row) => isWanted(row) && !(hidesModules && isModule(row)));
  return page(
    sort(context, packages, () => project),
    context,
    (row) => presentPackage(context, row, project),
  );
}

/** GET /groups/:id/packages: of the projects that the caller may read packages of; never terraform modules. */
export function listGroupPackages(context: Context): Reply {
  const { store, params, user } = context;
  const group = findGroup(context);
  const inGroup = user === undefined ? undefined : levelsIn(store, user);
  const rows = params.flag("exclude_subgroups") === true ? store.projects.where("namespace", group.id) : projectsIn(store, group);
  const projects = new Map(
    rows
      .filter((project) => canSee(store, user, project, inGroup) && mayReadPackages(store, user, project, inGroup))
      .map((project) => [project.id, project] as const),
  );
  const isWanted = filterOf(context);
  const packages = [...projects.keys()]
    .flatMap((id) => store.of(packageTable).where("project", id))
    .filter((row) => row.package_type !== "terraform_module" && isWanted(row));
  const projectOf = (row: Package): Project => projects.get(row.project_id) ?? lost(row);
  const sorted = sort(context, packages, projectOf);
  return page(sorted, context, (row) => presentGroupPackage(context, row, projectOf(row), inGroup));
}

function filterOf({ params }: Context): (row: Package) => boolean {
  const [type, status, name] = [params.text("package_type"), params.text("status"), params.text("package_name") ?? ""];
  const words = name.toLowerCase().split(/\s+/);
  const isVersionless = params.flag("include_versionless") === true;
  return (row) =>
    (type === undefined || row.package_type === type) &&
    (status === undefined ? isDisplayed(row) : row.status === status) &&
    (row.version !== null || isVersionless) &&
    words.every((word) => row.name.toLowerCase().includes(word));
}

/** By the asked order; what is equal in it, and packages without a version after those with one, by id. */
function sort({ params }: Context, rows: readonly Package[], projectOf: (row: Package) => Project): Package[] {
  const key = KEYS[params.text("order_by") ?? "created_at"] ?? ((row) => row.created_at);
  const sign = params.text("sort") === "desc" ? -1 : 1;
  return rows.toSorted((a, b) => sign * (compare(key(a, projectOf), key(b, projectOf)) || a.id - b.id));
}

type KeyOf = (row: Package, projectOf: (row: Package) => Project) => string;

const KEYS: Readonly<Record<string, KeyOf>> = {
  name: (row) => row.name.toLowerCase(),
  version: (row) => row.version ?? "\uFFFF",
  type: (row) => row.package_type,
  project_path: (row, projectOf) => projectOf(row).path_with_namespace.toLowerCase(),
};

function lost(row: Package): never {
  throw new Error(`package ${row.id} lies in a project that is not listed`);
}
