import type { Routes } from "../../core/kind.js";

type Path = `/${string}`;

/** The routes of a collection, as most are on real servers: `at` is its path and `member` the last segment of a member's, each with a query where its requests have one. */
export function collection(at: Path, member: string, { list = "" } = {}) {
  return {
    list: `GET ${at}${list}`,
    read: `GET ${at}/${member}`,
    create: `POST ${at}`,
    update: `PUT ${at}/${member}`,
    delete: `DELETE ${at}/${member}`,
  } as const satisfies Routes;
}

/** The routes of what there is one of and may be absent. */
export function single(at: Path): Routes {
  return { read: `GET ${at}`, create: `POST ${at}`, update: `PUT ${at}`, delete: `DELETE ${at}` };
}

/** The routes of a collection whose members need no create: the update makes them. */
export function slots(at: Path): Routes {
  return { list: `GET ${at}`, read: `GET ${at}/{key}`, update: `PUT ${at}/{key}`, delete: `DELETE ${at}/{key}` };
}
