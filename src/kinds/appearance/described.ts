import { described } from "../parts/described.js";

/** What is known of attributes that only facts of releases name. */
export const describedAppearance = described({
  member_guidelines: "Text on the page of members of groups and projects, in Markdown.",
  pwa_description: "What the installed app says that it is.",
  pwa_icon: "Icon of the installed app.",
  pwa_name: "Name of the installed app.",
  pwa_short_name: "Short name of the installed app, where there is little room.",
  site_name: "Name of the site in titles of pages and in e-mails.",
});
