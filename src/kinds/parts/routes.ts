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

/** The same, of what is changed by PATCH. */
export function patched(at: Path, member: string): Routes {
  return { ...collection(at, member), update: `PATCH ${at}/${member}` };
}

/** The same without the single read. */
export function unread(at: Path, member: string): Routes {
  const { read: _read, ...routes } = collection(at, member);
  return routes;
}

/** The routes of a collection whose members are found by their keys and cannot be changed. */
export function unchangeable(at: Path): Routes {
  return { list: `GET ${at}`, read: `GET ${at}/{key}`, create: `POST ${at}`, delete: `DELETE ${at}/{key}` };
}

/** The routes of what there is one of and may be absent. */
export function single(at: Path): Routes {
  return { read: `GET ${at}`, create: `POST ${at}`, update: `PUT ${at}`, delete: `DELETE ${at}` };
}

/** The routes of a collection whose members need no create: the update makes them. */
export function slots(at: Path): Routes {
  return { list: `GET ${at}`, read: `GET ${at}/{key}`, update: `PUT ${at}/{key}`, delete: `DELETE ${at}/{key}` };
}
