import { createHash } from "node:crypto";
import type { ReadApi } from "../../core/api.js";
import type { Declaration, Edit } from "../../core/declaration.js";
import { typeOf } from "../../core/fields.js";
import type { Value } from "../../core/json.js";
import { fieldsOf, type PlacedKind } from "../../core/kind.js";
import { file, type FileValue, isFile } from "../../core/placeholders.js";
import { picturePath } from "../forms/index.js";

/** True if another picture stands at a path, relative to the root of the files. */
export type IsTaken = (path: string, bytes: Uint8Array) => boolean;

/** Pictures that are to stand beside the files, by their path relative to the root. */
export class Pictures {
  private readonly files = new Map<string, Uint8Array>();

  constructor(private readonly isTaken: IsTaken) {}

  /** Puts a picture where it usually goes, or beside what stands there; answers where. */
  add(usual: string, bytes: Uint8Array): FileValue {
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    const [format] = formats.find(([, start]) => start.every((byte, index) => bytes[index] === byte)) ?? ["svg"];
    const fileName = `${usual}.${format}`;
    const path = this.isTaken(fileName, bytes) ? `${usual}-${sha256.slice(0, 8)}.${format}` : fileName;
    this.files.set(path, bytes);
    return file(path, sha256);
  }

  /** Those that edits refer to: what could not be declared needs none. */
  namedBy(edits: readonly Edit[]): ReadonlyMap<string, Uint8Array> {
    const values = edits.flatMap((edit) => {
      if (edit.action === "forget") return [];
      if (edit.action === "set-layer" || edit.action === "except") return [edit.value];
      return Object.values(edit.action === "declare" ? edit.declaration.spec : edit.attributes);
    });
    const named = new Set(values.flatMap((value) => (isFile(value) ? [value.$file] : [])));
    return new Map([...this.files].filter(([path]) => named.has(path)));
  }
}

/** Formats of pictures by their first bytes; what is none of them is taken for an SVG text. */
const formats: readonly (readonly [string, readonly number[]])[] = [
  ["png", [0x89, 0x50, 0x4e, 0x47]],
  ["jpg", [0xff, 0xd8, 0xff]],
  ["gif", [0x47, 0x49, 0x46, 0x38]],
  ["webp", [0x52, 0x49, 0x46, 0x46]],
  ["bmp", [0x42, 0x4d]],
  ["ico", [0x00, 0x00, 0x01, 0x00]],
];

const pictureEnding = new RegExp(`\\.(?:svg|${formats.map(([format]) => format).join("|")})$`, "i");

/** Puts the pictures of a declaration, downloaded, in place of the locations that the reply gave; those that cannot be had are left out, with a remark. */
export async function withPictures(
  declaration: Declaration,
  { kind, id }: { readonly kind: PlacedKind; readonly id: number | string | undefined },
  read: ReadApi,
  pictures: Pictures,
): Promise<Declaration> {
  const fields = fieldsOf(kind, { key: declaration.key });
  const names = Object.keys(declaration.spec).filter((name) => typeOf(fields[name])?.isUploaded);
  if (names.length === 0) return declaration;
  const spec: Record<string, Value | undefined> = { ...declaration.spec };
  const remarks = [...declaration.remarks];
  for (const name of names) {
    const location = spec[name];
    const bytes =
      typeof location === "string" && location !== ""
        ? await read.download(location, picturePath(fields[name], kind.name, id))
        : undefined;
    if (bytes) spec[name] = pictures.add(usualPath(kind, declaration, name), bytes);
    else if (location === null || location === "") spec[name] = null;
    else {
      delete spec[name];
      remarks.push(`${name} is left out: this server does not serve the picture`);
    }
  }
  return { ...declaration, spec, remarks };
}

/** sha256 of the picture that the server serves; undefined if it cannot be had. */
export async function hashOfServed(read: ReadApi, location: string, path: string | undefined): Promise<string | undefined> {
  const bytes = await read.download(location, path);
  return bytes && createHash("sha256").update(bytes).digest("hex");
}

/** `assets/logo` for the instance, `assets/projects/acme/web` for the only picture of a thing. */
function usualPath(kind: PlacedKind, { path, address }: Declaration, attribute: string): string {
  if (path === undefined) return `assets/${attribute}`;
  const segments = path.split("/").map((segment, index, all) => {
    const plain = segment.replaceAll(/[^\w.-]/g, "-").replace(/^\.+/, "");
    // A directory must not be named like the picture of something else.
    const name = index < all.length - 1 && pictureEnding.test(plain) ? plain.replaceAll(".", "-") : plain;
    return name === "" ? "-" : name.slice(0, 100);
  });
  const safe = segments.join("/");
  // What had to be spelled otherwise may meet another thing of that spelling.
  const mark = safe === path ? "" : `-${createHash("sha256").update(address).digest("hex").slice(0, 8)}`;
  return `assets/${kind.file}/${safe}${mark}`;
}
