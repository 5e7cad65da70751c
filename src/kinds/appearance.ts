import { flag, image, text } from "../core/fields.js";
import { defineKind } from "../core/kind.js";

const blank = { nullable: { unset: "" }, default: "" } as const;
const colour = {
  pattern: { like: "^#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$", hint: "a colour such as #E75E40" },
} as const;

/** Appearance of the instance (document 2, Appearance; colours, sizes and the lack of a removal from the reference of real servers). */
export const appearance = defineKind({
  name: "appearance",
  title: "Appearance",
  description: "Look of the sign-in page and the banners of the instance.",
  source: "document 2, Appearance",
  oddities: {
    "An instance has one appearance record. The first change creates the record, so two first changes at the same time may conflict.":
      "GitLab app/models/appearance.rb",
    "trueup uploads pictures in a separate call.": null,
    "trueup compares pictures by their content.": null,
  },
  parents: {
    instance: {
      file: "appearance",
      routes: { read: "GET /application/appearance", update: "PUT /application/appearance" },
    },
  },
  slots: true,
  administrators: "read",
  chained: true,
  fields: {
    title: text("Title of the sign-in page.", blank),
    description: text("Text of the sign-in page, in Markdown.", blank),
    logo: image("Picture of the sign-in page; it can be replaced but not removed."),
    header_logo: image("Picture in the navigation bar; it can be replaced but not removed."),
    favicon: image("Icon of browser tabs, .ico or .png; it can be replaced but not removed.", {
      pattern: { like: String.raw`\.(?:[iI][cC][oO]|[pP][nN][gG])$`, hint: "a .ico or .png file" },
    }),
    new_project_guidelines: text("Text beside the form for new projects, in Markdown.", blank),
    profile_image_guidelines: text("Text beside the form for profile pictures, in Markdown.", { ...blank, max: 4096 }),
    header_message: text("Message in a bar at the top of every page.", blank),
    footer_message: text("Message in a bar at the bottom of every page.", blank),
    message_background_color: text("Colour of the bars that hold messages.", { ...colour, default: "#E75E40" }),
    message_font_color: text("Colour of the text in the bars that hold messages.", { ...colour, default: "#FFFFFF" }),
    email_header_and_footer_enabled: flag("E-mails carry the header and footer messages too.", { default: false }),
  },
  further: async () => ({ refined: (await import("./appearance/described.js")).describedAppearance }),
  example: { title: "Acme", header_message: "Maintenance on Sunday", message_background_color: "#E75E40" },
});
