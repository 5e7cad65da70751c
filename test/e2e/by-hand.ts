import { type Field, type Fields, formed, unsetValue, switchOf, settingRoutesOf } from "../../src/core/fields.js";
import { isObject, type Json, type JsonObject } from "../../src/core/json.js";
import { fieldsOf, isTopLevel, isUnchangeable, keyParts, type PlacedKind } from "../../src/core/kind.js";
import { goesByOlderName } from "../../src/core/kinds-on.js";
import { accessLevels } from "../../src/core/types/access-level.js";
import type { Administrator } from "../harness/administrator.js";
import type { Server, Subject as Whole } from "./subjects.js";
import { secrets } from "./values.js";

/** What a value names is not there. */
export class Missing extends Error {}

/** What a hand must know of a thing. */
export type Subject = Pick<Whole, "kind" | "path" | "key" | "fields">;

/** The secret of the matrix that a template such as `${env:FIRST_SECRET}` names. */
function secretOfMatrix(template: string): Json | undefined {
  const name = /^\$\{env:(\w+)\}$/.exec(template)?.[1];
  return name === undefined ? undefined : (secrets[name] ?? null);
}

/** True for what is taken away and made anew: old servers cannot update it, or an update names its entries by their numbers. */
export function isReplaced(kind: PlacedKind): boolean {
  return (
    isUnchangeable(kind) ||
    kind.routes.updateSince !== undefined ||
    Object.values(fieldsOf(kind)).some(({ entryIds }) => entryIds)
  );
}

/** The key of what hangs on something, or of what stands at the top. */
function keyOf({ key, path = "" }: Pick<Subject, "key" | "path">): string {
  return key ?? path;
}

/** The key as a call says it that makes the thing. */
function keySaid(subject: Pick<Subject, "kind" | "key" | "path">): JsonObject {
  const { key } = subject.kind;
  const { name, by, scope } = keyParts(subject.kind, keyOf(subject));
  const names = { [by ?? key?.write ?? "name"]: name };
  return key?.scope === undefined || key.write === undefined ? names : { ...names, [key.scope.field]: scope };
}

function textOf(value: Json | undefined): string {
  return typeof value === "number" || typeof value === "string" ? `${value}` : "";
}

/** Changes things over the API as somebody without trueup would: from the attributes' names on the wire, and nothing of the engine. */
export class Hand {
  constructor(
    private readonly platform: Pick<Administrator, "call">,
    private readonly server: Pick<Server, "dialect"> & Partial<Pick<Server, "version">>,
    /** Pictures by the path that files give. */
    private readonly pictures: Readonly<Record<string, Uint8Array<ArrayBuffer>>>,
    /** What is sent for the text of a secret attribute; undefined for the text itself. */
    private readonly secretOf: (text: string) => Json | undefined = secretOfMatrix,
  ) {}

  /** Gives a live thing these attributes; null unsets. */
  async change(subject: Subject, spec: JsonObject): Promise<void> {
    const body = await this.body(subject, spec);
    for (const [name, value] of Object.entries(spec)) {
      const field = subject.fields[name];
      if (field && switchOf(field) && value !== undefined) await this.toggle(subject, field, value);
      else if (field?.links && value !== undefined) await this.share(subject, value);
      else if (field?.through && value !== undefined) await this.throughOwnRoute(subject, name, field, value);
    }
    if (subject.kind.committed) return this.commit(subject, body);
    if (isReplaced(subject.kind)) return this.replace(subject, body);
    const { method, path } = await this.at(subject, subject.kind.routes.update ?? "");
    if (Object.keys(body).length > 0) await this.platform.call(method, path, { ...(await this.repeated(subject)), ...body });
    const files = this.files(subject, spec);
    if ([...files].length > 0) await this.platform.call(method, path, files);
  }

  /** What a live thing's own reply shows. */
  async shown(subject: Subject): Promise<JsonObject> {
    const { update, read, list } = subject.kind.routes;
    if (read === undefined && list !== undefined) return this.row(subject);
    const { path } = await this.at(subject, read ?? update ?? "");
    return (await this.platform.call("GET", path)) as JsonObject;
  }

  /** Makes a thing with these attributes and what else the call asks for, and answers with the reply. */
  async create(subject: Subject, spec: JsonObject, more: JsonObject): Promise<JsonObject> {
    const { kind, path = "" } = subject;
    const [, route = ""] = kind.routes.create?.split(" ") ?? [];
    const holder = kind.parent;
    const at = isTopLevel(kind) ? route : route.replace(`{${holder}}`, String(await this.idOf(holder, path)));
    return (await this.platform.call("POST", at, { ...more, ...(await this.body(subject, spec)) })) as JsonObject;
  }

  /** Attributes that go in a JSON body, under their names on the wire. */
  private async body(subject: Subject, spec: JsonObject): Promise<Record<string, Json>> {
    const body: Record<string, Json> = {};
    for (const [name, value] of Object.entries(spec)) {
      const field = subject.fields[name];
      if (!field || value === undefined || field.links || field.through) continue;
      if (value === null) body[this.wireName(name, field)] = unsetValue(field);
      else if (field.older && this.isOlder(field)) body[field.older.name] = formed(field.older.form, value);
      else if (field.type !== "image") body[this.wireName(name, field)] = await this.wireValue(subject, field, value);
    }
    return body;
  }

  private files({ fields }: Subject, spec: JsonObject): FormData {
    const files = new FormData();
    for (const [name, value] of Object.entries(spec)) {
      const field = fields[name];
      if (field?.type === "image" && typeof value === "string")
        files.append(this.wireName(name, field), this.picture(value), "by-hand.png");
    }
    return files;
  }

  /** The id of a group or project by its path, or of a topic by its name. */
  async idOf(kind: string, path: string): Promise<number> {
    if (kind === "topic")
      return this.found(await this.platform.call("GET", `/topics?search=${encodeURIComponent(path)}`), "name", path);
    const { id } = (await this.platform.call("GET", `/${kind}s/${encodeURIComponent(path)}`)) as { id: number };
    return id;
  }

  /** True where the server knows an attribute by its older name alone. */
  private isOlder(field: Field): boolean {
    const { dialect, version = "0" } = this.server;
    return goesByOlderName(field, { dialect, version });
  }

  private wireName(name: string, field: Field): string {
    if (field.older && this.isOlder(field)) return field.older.name;
    return (this.server.dialect === "vendor" ? field.vendor : undefined) ?? field.write ?? name;
  }

  /** The method and path of one of the thing's routes. */
  private async at(subject: Subject, route: string): Promise<{ method: string; path: string }> {
    const { kind, path = "" } = subject;
    const [method = "", template = ""] = route.split(" ");
    const { name, scope = "", by = "" } = keyParts(kind, keyOf(subject));
    const known: Readonly<Record<string, string>> = {
      key: name,
      scope,
      by,
      ...(isTopLevel(kind) ? {} : { [kind.parent]: path }),
    };
    const others = [...template.matchAll(/\{(\w+)\}/g)]
      .map(([, word = ""]) => word)
      .filter((word) => !Object.hasOwn(known, word));
    const live: JsonObject =
      others.length === 0
        ? {}
        : kind.tree || kind.name === "topic"
          ? { id: await this.idOf(kind.name, path) }
          : await this.row(subject);
    const valueOf = (word: string): string => known[word] ?? textOf(live[word === kind.name ? "id" : word]);
    return { method, path: template.replaceAll(/\{(\w+)\}/g, (_, word: string) => encodeURIComponent(valueOf(word))) };
  }

  /** The thing as the list has it that shows those which hang on the same one. */
  private async row(subject: Subject): Promise<JsonObject> {
    const { kind } = subject;
    const { name, scope, by } = keyParts(kind, keyOf(subject));
    const { path } = await this.at(subject, kind.routes.list ?? "");
    const rows = (await this.platform.call("GET", path)) as JsonObject[];
    const isIt = (row: JsonObject): boolean => {
      const shown = row[by ?? kind.key?.read ?? "name"];
      return (
        formed(kind.key?.form, shown ?? null) === name && (scope === undefined || row[kind.key?.scope?.field ?? ""] === scope)
      );
    };
    const found = rows.find(isIt);
    if (found === undefined) throw new Missing(`there is no ${name} in ${JSON.stringify(rows)}`);
    return found;
  }

  private found(list: unknown, attribute: string, value: string): number {
    const row = (list as JsonObject[]).find((one) => one[attribute] === value);
    if (typeof row?.["id"] !== "number") throw new Missing(`there is no ${value} in ${JSON.stringify(list)}`);
    return row["id"];
  }

  /** What document 2 wants in every update of a rule. */
  private async repeated(subject: Subject): Promise<JsonObject> {
    const { kind, path = "", key = "" } = subject;
    if (kind.name !== "approval_rule") return kind.key?.repeated ? keySaid(subject) : {};
    const route = `/projects/${encodeURIComponent(path)}/approval_rules?per_page=100`;
    const rule = ((await this.platform.call("GET", route)) as JsonObject[]).find((one) => one["name"] === key) ?? {};
    const ids = (name: string) => (rule[name] as { id: number }[]).map((one) => one.id);
    return {
      name: key,
      approvals_required: rule["approvals_required"],
      user_ids: ids("users"),
      group_ids: ids("groups"),
      protected_branch_ids: ids("protected_branches"),
    };
  }

  private async replace(subject: Subject, body: JsonObject): Promise<void> {
    const { create = "", delete: removal = "" } = subject.kind.routes;
    const gone = await this.at(subject, removal);
    const anew = await this.at(subject, create);
    await this.platform.call(gone.method, gone.path);
    await this.platform.call(anew.method, anew.path, { ...body, ...keySaid(subject) });
  }

  /** Files are changed by a commit. */
  private async commit(subject: Subject, { content, execute }: JsonObject): Promise<void> {
    const { name, scope } = keyParts(subject.kind, keyOf(subject));
    const { method, path } = await this.at(subject, subject.kind.routes.update ?? "");
    const branch = scope === "HEAD" ? "main" : scope;
    const say = (action: JsonObject) =>
      this.platform.call(method, path, { branch, commit_message: "By hand", actions: [{ ...action, file_path: name }] });
    if (content !== undefined) await say({ action: "update", content });
    if (execute !== undefined) await say({ action: "chmod", execute_filemode: execute });
  }

  private async toggle({ path = "" }: Subject, field: Field, value: Json): Promise<void> {
    const [, route = ""] = (value === true ? switchOf(field)?.on : switchOf(field)?.off)?.split(" ") ?? [];
    await this.platform.call("POST", route.replace("{project}", encodeURIComponent(path)));
  }

  private async throughOwnRoute(subject: Subject, name: string, field: Field, value: Json): Promise<void> {
    const [method = "", template = ""] = settingRoutesOf(field)?.update.split(" ") ?? [];
    const route = template.replace(`{${subject.kind.name}}`, encodeURIComponent(subject.path ?? ""));
    await this.platform.call(method, route, { [this.wireName(name, field)]: await this.wireValue(subject, field, value) });
  }

  private async share(subject: Subject, value: Json): Promise<void> {
    const path = `/${subject.kind.name}s/${await this.idOf(subject.kind.name, subject.path ?? "")}`;
    const live = (await this.platform.call("GET", path)) as { shared_with_groups: { group_id: number }[] };
    for (const { group_id } of live.shared_with_groups) await this.platform.call("DELETE", `${path}/share/${group_id}`);
    const field = subject.fields["shared_with_groups"];
    for (const entry of value as JsonObject[])
      await this.platform.call("POST", `${path}/share`, await this.parts(subject, field?.fields ?? {}, entry));
  }

  private picture(path: string): Blob {
    const bytes = this.pictures[path];
    if (!bytes) throw new Error(`there is no picture ${path}`);
    return new Blob([bytes]);
  }

  private async wireValue(subject: Subject, field: Field, value: Json): Promise<Json> {
    const secret = field.secret && typeof value === "string" ? this.secretOf(value) : undefined;
    if (secret !== undefined) return secret;
    if (Array.isArray(field.encode)) return formed(field.encode, value);
    if (typeof field.encode === "function") return field.encode(value);
    if (Array.isArray(value)) return Promise.all(value.map((one: Json) => this.item(subject, field, one)));
    if (field.type === "level") return accessLevels[value as keyof typeof accessLevels];
    if (field.type === "reference" && field.wire === "id") return this.number(subject, field.target ?? "", value as string);
    return isObject(value) && field.fields ? this.parts(subject, field.fields, value) : value;
  }

  private async item(subject: Subject, field: Field, value: Json): Promise<Json> {
    if (isObject(value) && field.fields) return this.parts(subject, field.fields, value);
    return field.item ? this.wireValue(subject, field.item, value) : value;
  }

  private async parts(subject: Subject, fields: Fields, value: JsonObject): Promise<JsonObject> {
    const pairs = Object.entries(value).map(async ([name, part]) => {
      const field = fields[name];
      return [
        field ? this.wireName(name, field) : name,
        field && part !== undefined ? await this.wireValue(subject, field, part) : part,
      ];
    });
    return Object.fromEntries(await Promise.all(pairs)) as JsonObject;
  }

  private async number({ path = "" }: Subject, target: string, name: string): Promise<number> {
    if (target === "user") return this.found(await this.platform.call("GET", `/users?username=${name}`), "username", name);
    if (target === "protected_branch")
      return this.found(
        await this.platform.call("GET", `/projects/${encodeURIComponent(path)}/protected_branches`),
        "name",
        name,
      );
    return this.idOf(target, name);
  }
}
