// @module-tag slow
import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, it } from "vitest";

const top = fileURLToPath(new URL("..", import.meta.url));
const source = join(top, "src");
const architecture = readFileSync(join(top, "docs/ARCHITECTURE.md"), "utf8");

/** What every room stands on; the drawing leaves it out. */
const ground = "core";
/** Pages that stand beside the folder of their room. */
const pages: Readonly<Record<string, string>> = { "trueup.ts": "program", "validate.ts": "program" };
const mostArrows = 5;
const mostLines = 400;
const mostLinesOfFunction = 50;

interface Arrow {
  readonly from: string;
  readonly to: string;
}

const files: readonly string[] = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((name) =>
  /(?<!\.gen)\.ts$/.test(name),
);
const texts: ReadonlyMap<string, string> = new Map(files.map((name) => [name, readFileSync(join(source, name), "utf8")]));
const imports: readonly Arrow[] = files.flatMap((name) =>
  [...(texts.get(name) ?? "").matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+\.js)"/g)].map((match) => ({
    from: name,
    to: relative(source, resolve(source, dirname(name), (match[1] ?? "").replace(/\.js$/, ".ts"))),
  })),
);

function roomOf(name: string): string {
  const [folder = ""] = name.split("/");
  return pages[folder] ?? folder;
}

/** The room inside the engine; undefined for what stands elsewhere. */
function engineRoomOf(name: string): string | undefined {
  const [folder, room] = name.split("/");
  return folder === "engine" ? room : undefined;
}

/** The room inside the emulator, where files beside its folders are the front; undefined for what stands elsewhere. */
function emulatorRoomOf(name: string): string | undefined {
  const [folder, room = ""] = name.split("/");
  if (folder !== "emulator") return undefined;
  // It stands beside the folders because its own place says where the schemas are.
  return room === "schemas-folder.ts" ? "core" : room.endsWith(".ts") ? "front" : room;
}

/** The area of a resource of the emulator; undefined for what stands elsewhere. */
function areaOf(name: string): string | undefined {
  const [folder, room, area, file] = name.split("/");
  return folder === "emulator" && room === "resources" && file !== undefined ? area : undefined;
}

/** The folder of a room with one entry; undefined for what stands elsewhere. */
function closedRoomOf(name: string): string | undefined {
  const room = engineRoomOf(name);
  return room === undefined ? (roomOf(name) === "policies" ? "policies" : undefined) : `engine/${room}`;
}

/** The arrows between rooms, as `a --> b`, each once and sorted. */
function arrows(room: (name: string) => string | undefined, leftOut = ground): string[] {
  const found = imports.flatMap(({ from, to }) => {
    const [own, other] = [room(from), room(to)];
    return own === undefined || other === undefined || own === other || other === leftOut ? [] : [`${own} --> ${other}`];
  });
  return [...new Set(found)].sort();
}

/** The arrows that the drawing below a heading of docs/ARCHITECTURE.md shows. */
function drawn(heading: string): string[] {
  const section = architecture.split(`\n## ${heading}\n`)[1]?.split("\n## ")[0] ?? "";
  const drawing = /```mermaid\n([\s\S]*?)```/.exec(section)?.[1] ?? "";
  const lines = [...drawing.matchAll(/^ *(\w+) --> ([\w &]+)$/gm)];
  return lines.flatMap(([, from, to = ""]) => to.split(" & ").map((one) => `${from} --> ${one.trim()}`)).sort();
}

/** Rooms of a graph from which a way leads back to them. */
function onCycles(graph: readonly string[]): string[] {
  const next = new Map<string, string[]>();
  for (const [from = "", to = ""] of graph.map((one) => one.split(" --> "))) next.set(from, [...(next.get(from) ?? []), to]);
  const reaches = (from: string, goal: string, seen: Set<string>): boolean =>
    (next.get(from) ?? []).some((one) => one === goal || (!seen.has(one) && reaches(one, goal, seen.add(one))));
  return [...next.keys()].filter((one) => reaches(one, one, new Set()));
}

function crowded(graph: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const [from = ""] of graph.map((one) => one.split(" --> "))) counts.set(from, (counts.get(from) ?? 0) + 1);
  return [...counts].filter(([, count]) => count > mostArrows).map(([room, count]) => `${room}: ${count}`);
}

describe.each([
  { heading: "The rooms", graph: arrows(roomOf) },
  { heading: "The rooms of the engine", graph: arrows(engineRoomOf) },
  { heading: "The emulator and the twin", graph: arrows(emulatorRoomOf, "nothing") },
])("$heading", ({ heading, graph }) => {
  it("import each other as docs/ARCHITECTURE.md draws it", () => expect(graph).toEqual(drawn(heading)));
  it("have no arrow that runs back up", () => expect(onCycles(graph)).toEqual([]));
  it("import no more than five others each", () => expect(crowded(graph)).toEqual([]));
});

it.each(["emulator", "constructs"])(
  "%s imports nothing of ours: it shares no misreading, and runs in other people's programs",
  (room) => {
    expect(imports.filter(({ from, to }) => roomOf(from) === room && roomOf(to) !== room)).toEqual([]);
  },
);

describe("the areas of the emulator", () => {
  it("import nothing from the operations of another", () => {
    const across = imports.filter(({ from, to }) => {
      const area = areaOf(to);
      return area !== undefined && area !== areaOf(from) && to.endsWith("/operations.ts");
    });
    expect(across).toEqual([]);
  });

  it("have a core with a page of contents that names each file", () => {
    const core = "emulator/core/";
    const page = readFileSync(join(source, core, "README.md"), "utf8");
    const named = [...page.matchAll(/^- `([\w/-]+\.ts)`: \S/gm)].map(([, name = ""]) => name);
    expect(named.toSorted()).toEqual(
      files.flatMap((name) => (name.startsWith(core) ? [name.slice(core.length)] : [])).toSorted(),
    );
  });

  it("have a page that names each file in which more than the operation decides on the role", () => {
    const page = readFileSync(join(source, "emulator/resources/README.md"), "utf8");
    const named = [...page.matchAll(/`([\w-]+\/[\w-]+\.ts)`/g)].map(([, name = ""]) => name);
    const deciding = files.flatMap((name) => {
      const isOne = areaOf(name) !== undefined && /\baccessLevel\(/.test(readFileSync(join(source, name), "utf8"));
      return isOne ? [name.replace("emulator/resources/", "")] : [];
    });
    expect(named.toSorted()).toEqual(deciding.toSorted());
  });

  it("have a file of operations each", () => {
    const areas = new Set(files.flatMap((name) => areaOf(name) ?? []));
    expect([...areas].filter((area) => !files.includes(`emulator/resources/${area}/operations.ts`))).toEqual([]);
  });
});

describe("the rooms of the engine, and that of the policies", () => {
  const rooms = [...new Set(files.flatMap((name) => closedRoomOf(name) ?? []))];

  it("have one entry each, through which all others come in", () => {
    const around = imports.filter(({ from, to }) => {
      const room = closedRoomOf(to);
      return room !== undefined && closedRoomOf(from) !== room && to !== `${room}/index.ts`;
    });
    expect(around).toEqual([]);
  });

  it.each(rooms)("have a page of contents that names each file: %s", (room) => {
    const entry = texts.get(`${room}/index.ts`) ?? "";
    const named = [...entry.matchAll(/^ \* - `([\w-]+\.ts)`: \S/gm)].map(([, name]) => name);
    const inside = files.filter((name) => closedRoomOf(name) === room).map((name) => basename(name));
    expect(new Set(named)).toEqual(new Set(inside.filter((name) => name !== "index.ts")));
    expect(named.length).toBe(inside.length - 1);
  });
});

describe("a stranger who reads docs/ARCHITECTURE.md", () => {
  it("finds every file that it names", () => {
    const folders = ["src", "scripts", "test"];
    const all = folders.flatMap((folder) =>
      readdirSync(join(top, folder), { recursive: true, encoding: "utf8" }).map((name) => `/${folder}/${name}`),
    );
    const named = [...architecture.matchAll(/`([\w./-]+\.(?:ts|mjs))`/g)].map(([, name = ""]) => name);
    expect(named.filter((name) => !all.some((one) => one.endsWith(`/${name}`)))).toEqual([]);
  });
});

describe("a stranger who reads on", () => {
  it(`meets no file of more than ${mostLines} lines`, () => {
    const long = [...texts].map(([name, text]) => ({ name, lines: text.split("\n").length - 1 }));
    expect(long.filter(({ lines }) => lines > mostLines)).toEqual([]);
  });

  it(`meets no function of more than ${mostLinesOfFunction} lines`, () => {
    const isLong = (node: ts.Node, lineOf: LineOf) =>
      ts.isFunctionLike(node) && lineOf(node.end) - lineOf(node.getStart()) + 1 > mostLinesOfFunction;
    expect([...texts].flatMap(([name, text]) => placesOf(name, text, isLong))).toEqual([]);
  });

  it("meets no value called found, own, said, told or one: a noun says what it is", () => {
    const vague = new Set(["found", "own", "said", "told", "one"]);
    const isVague = (node: ts.Node) =>
      (ts.isVariableDeclaration(node) || ts.isBindingElement(node) || ts.isParameter(node)) &&
      ts.isIdentifier(node.name) &&
      vague.has(node.name.text);
    expect([...texts].flatMap(([name, text]) => placesOf(name, text, isVague))).toEqual([]);
  });
});

type LineOf = (position: number) => number;

/** Where nodes stand that are meant, as `file:line`. */
function placesOf(name: string, text: string, isMeant: (node: ts.Node, lineOf: LineOf) => boolean): string[] {
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const lineOf: LineOf = (position) => file.getLineAndCharacterOfPosition(position).line;
  const places: string[] = [];
  const visit = (node: ts.Node): void => {
    if (isMeant(node, lineOf)) places.push(`${name}:${lineOf(node.getStart()) + 1}`);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return places;
}
