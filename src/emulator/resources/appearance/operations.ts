import { BODY_LIMIT, type UploadedFile } from "../../core/body.js";
import { type Context, type PlatformState, checkLimits } from "../../core/context.js";
import { addKnown } from "../../core/facts/shown.js";
import type { Attributes, Json } from "../../core/records.js";
import { invalid, ok } from "../../core/replies.js";
import type { Resource } from "../../core/resource.js";
import { type Row, defineTable } from "../../core/table.js";
import { checkImage, saveUpload } from "../../core/uploads.js";

const LOGO_LIMIT = 1024 * 1024;

const PICTURES = ["logo", "header_logo", "favicon"] as const;

type Picture = (typeof PICTURES)[number];

/** Where a release has it; it is kept with the attributes. */
const ICON = "pwa_icon";

/** What GET shows before anything was written (the reference of real servers, section G). */
const PRESETS: Attributes = {
  title: "",
  description: "",
  new_project_guidelines: "",
  profile_image_guidelines: "",
  header_message: "",
  footer_message: "",
  message_background_color: "#E75E40",
  message_font_color: "#FFFFFF",
  email_header_and_footer_enabled: false,
};

type Appearance = Row & {
  readonly logo: string | null;
  readonly header_logo: string | null;
  readonly favicon: string | null;
  readonly attributes: Attributes;
};

const appearanceTable = defineTable<Appearance>("appearances", {});

const EMPTY: Omit<Appearance, "id"> = { logo: null, header_logo: null, favicon: null, attributes: {} };

const isPicture = (name: string): name is Picture => PICTURES.some((picture) => picture === name);

/** Document 2, Appearance; presets, sizes and file types from the reference of real servers, section G. */
export default {
  operations: {
    "GET /application/appearance": (context) => ok(present(context, rowOf(context))),
    "PUT /application/appearance": (context) => {
      checkLimits(context);
      for (const [name, file] of context.files) if (isPicture(name)) check(name, file);
      const icon = context.files.get(ICON);
      if (icon !== undefined) check(ICON, icon);
      const row = rowOf(context) ?? context.store.of(appearanceTable).insert(EMPTY);
      const attributes = { ...row.attributes, ...written(context), ...savedIcon(context, row) };
      return ok(present(context, context.store.of(appearanceTable).update(row.id, { attributes, ...pictures(context, row) })));
    },
  },
  seeds: [
    {
      key: "appearance",
      about: "Appearance of the instance where it differs from the presets: one entry.",
      entry: {
        type: "object",
        additionalProperties: false,
        properties: Object.fromEntries(Object.entries(PRESETS).map(([name, preset]) => [name, { type: typeof preset }])),
      },
      load: (world, entries) => {
        const attributes = Object.assign({}, ...entries) as Attributes;
        if (entries.length > 0) world.store.of(appearanceTable).insert({ ...EMPTY, attributes });
      },
    },
  ],
} satisfies Resource;

function rowOf({ store }: PlatformState): Appearance | undefined {
  const [row] = store.of(appearanceTable).scan({});
  return row;
}

/** The sent attributes; null and a blank colour stand for what was there at first. A blank picture is no file and removes nothing. */
function written({ params }: Context): Attributes {
  const sent = Object.entries(params.sent([...PICTURES, ICON]));
  return Object.fromEntries(sent.map(([name, value]) => [name, value === null || value === "" ? (PRESETS[name] ?? "") : value]));
}

function pictures(context: Context, row: Appearance): Partial<Record<Picture, string>> {
  const sent = [...context.files].flatMap(([name, file]) => (isPicture(name) ? [[name, file] as const] : []));
  return Object.fromEntries(
    sent.map(([name, file]) => [name, saveUpload(context, `appearance/${name}/${row.id}`, file, row[name])]),
  );
}

/** Throws 400 when a logo is larger than 1 MB or a favicon is neither .ico nor .png. */
function check(name: Picture | typeof ICON, file: UploadedFile): void {
  if (name === "favicon") checkImage(name, file, BODY_LIMIT, ["ico", "png"]);
  else if (file.bytes.length > LOGO_LIMIT) throw invalid({ [name]: ["is too big (should be at most 1 MiB)"] });
}

function savedIcon(context: Context, { id, attributes }: Appearance): Attributes {
  const file = context.files.get(ICON);
  const before = attributes[ICON];
  if (file === undefined) return {};
  return { [ICON]: saveUpload(context, `appearance/${ICON}/${id}`, file, typeof before === "string" ? before : null) };
}

function present(context: Context, row: Appearance | undefined): Record<string, Json> {
  const { logo, header_logo, favicon, attributes } = row ?? EMPTY;
  const { knowledge } = context;
  const isShown = knowledge !== undefined && knowledge.keys.has(ICON) && (knowledge.isWhole || ICON in attributes);
  const pictures = { logo, header_logo, favicon, ...(isShown ? { [ICON]: attributes[ICON] ?? null } : {}) };
  return addKnown(context, {}, { ...PRESETS, ...attributes, ...pictures });
}
