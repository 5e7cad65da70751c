import { Missing } from "../e2e/by-hand.js";
import { type Administrator, Declined } from "../harness/administrator.js";
import { isFixed } from "./playground.js";

/** What lists show of a group, project, topic, user, rule, integration, member or branch. */
export interface Row {
  readonly id: number;
  readonly full_path?: string;
  readonly namespace?: Row;
  readonly path_with_namespace?: string;
  readonly name?: string;
  readonly slug?: string;
  readonly username?: string;
  readonly access_level?: number;
  readonly archived?: boolean;
  readonly visibility?: string;
  readonly empty_repo?: boolean;
  readonly rule_type?: string;
  readonly inherited?: boolean;
  readonly approvals_required?: number;
  readonly users?: readonly Row[];
  readonly groups?: readonly Row[];
  readonly marked_for_deletion_on?: string | null;
  readonly import_status?: string;
}

/** What is around on a platform, and what came of changing it. */
export class Around {
  done = 0;
  readonly declined: string[] = [];

  constructor(private readonly platform: Pick<Administrator, "call">) {}

  call(method: string, path: string, body?: unknown): Promise<unknown> {
    return this.platform.call(method, path, body);
  }

  /** Counts a change that the platform took; false if it declined, or there was nothing to do it to. Throws for everything else. */
  async attempt(what: string, change: () => Promise<unknown>): Promise<boolean> {
    try {
      if ((await change()) === false) return false;
      this.done += 1;
      return true;
    } catch (error) {
      const isDeclined = error instanceof Missing || (error instanceof Declined && error.status < 500);
      if (!isDeclined) throw error;
      this.declined.push(`${what}: ${error.message}`);
      return false;
    }
  }

  async all(kind: "groups" | "projects" | "topics"): Promise<Row[]> {
    const order = kind === "topics" ? "" : "&order_by=id&sort=asc";
    return (await this.call("GET", `/${kind}?per_page=100${order}`)) as Row[];
  }

  async group(who: number): Promise<Row | undefined> {
    const rows = await this.all("groups");
    return at(
      rows.filter((row) => !isScheduled(row)),
      who,
    );
  }

  async project(who: number): Promise<Row | undefined> {
    const rows = await this.all("projects");
    return at(
      rows.filter((row) => !isScheduled(row)),
      who,
    );
  }

  async topic(who: number): Promise<Row | undefined> {
    return at(await this.all("topics"), who);
  }

  async scheduled(who: number): Promise<["groups" | "projects", Row | undefined]> {
    const kind = who % 2 === 0 ? "groups" : "projects";
    return [kind, at((await this.all(kind)).filter(isScheduled), Math.floor(who / 2))];
  }

  /** A group or project that may be moved and deleted. */
  async loose(who: number): Promise<["groups" | "projects", Row | undefined]> {
    const kind = who % 2 === 0 ? "groups" : "projects";
    const rows = (await this.all(kind)).filter((row) => !isFixed(row.full_path ?? row.path_with_namespace ?? ""));
    return [kind, at(rows, Math.floor(who / 2))];
  }

  async addMembers(kind: "groups" | "projects", id: number, access_level = 40): Promise<boolean> {
    for (const username of ["alice", "bob"]) {
      const [user] = (await this.call("GET", `/users?username=${username}`)) as Row[];
      const add = { user_id: user?.id, access_level };
      await this.attempt("member", () => this.call("POST", `/${kind}/${id}/members`, add));
    }
    return true;
  }

  /** Protects a branch, which is made unless it is the first one. */
  async protect(project: number, branch: string): Promise<boolean> {
    const made = { branch, ref: "main" };
    if (branch !== "main") await this.call("POST", `/projects/${project}/repository/branches`, made);
    return this.attempt("protect", () => this.call("POST", `/projects/${project}/protected_branches`, { name: branch }));
  }

  /** Shares a project with a group, for Developers. */
  async share(project: number, partner: string): Promise<boolean> {
    const { id } = (await this.call("GET", `/groups/${encodeURIComponent(partner)}`)) as Row;
    return this.attempt("share", () => this.call("POST", `/projects/${project}/share`, { group_id: id, group_access: 30 }));
  }

  /** Imports go on after the call that began them. */
  async rest(): Promise<void> {
    for (let look = 0; look < 6_000; look++) {
      const isBusy = ({ import_status: status }: Row) => status === "scheduled" || status === "started";
      if (!(await this.all("projects")).some(isBusy)) return;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    throw new Error("an import never ended");
  }
}

/** The element that a number of any size means; undefined of an empty list. */
export function at<T>(all: readonly T[], index: number): T | undefined {
  return all[index % Math.max(1, all.length)];
}

function isScheduled({ marked_for_deletion_on: day }: Row): boolean {
  return day !== undefined && day !== null;
}
