import { isProject } from "../../core/access.js";
import { defineEntries } from "../../core/collection/spec.js";
import type { Context } from "../../core/context.js";
import { html } from "../../core/markup.js";
import { compare } from "../../core/order.js";
import type { Json } from "../../core/records.js";
import type { Store } from "../../core/store.js";
import { boardListTable } from "../boards/records.js";
import type { Place } from "../milestones/records.js";
import { type Label, epicTable, homeKey, issueTable, labelTable, mergeRequestTable } from "../work-items/records.js";

/** Who subscribed to which label. */
export const labelSubscriptionTable = defineEntries("label_subscriptions");

/** A user's subscription to a label; undefined without one. */
export function subscriptionOf(store: Store, label: Label, userId: number | undefined): { readonly id: number } | undefined {
  const entries = store.of(labelSubscriptionTable).where("home", `${labelTable.name}:${label.id}`);
  return entries.find((entry) => entry["user_id"] === userId);
}

/** A label as its project or group shows it, or as a place below does that has it from there. */
export function presentLabel(context: Context, place: Place, label: Label): Record<string, Json> {
  const { store, user, params, knowledge } = context;
  const { id, name, description, color, text_color, archived = false } = label;
  return {
    id,
    name,
    description,
    description_html: description === null ? "" : html`${description}`.text,
    text_color,
    color,
    ...(knowledge?.keys.has("archived") === true ? { archived } : {}),
    ...(params.get("with_counts") === true ? counts(store, label) : {}),
    subscribed: user !== undefined && subscriptionOf(store, label, user.id) !== undefined,
    ...(isProject(place.thing) ? { priority: label.priority, is_project_label: label.home.kind === "project" } : {}),
  };
}

function counts(store: Store, { id }: Label): Record<string, Json> {
  const has = (item: { readonly label_ids: readonly number[] }): boolean => item.label_ids.includes(id);
  const issues = store.of(issueTable).all().filter(has);
  const open = issues.filter(({ state }) => state === "opened").length;
  const mergeRequests = store.of(mergeRequestTable).all().filter(has);
  return {
    open_issues_count: open,
    closed_issues_count: issues.length - open,
    open_merge_requests_count: mergeRequests.filter(({ state }) => state === "opened").length,
  };
}

/** Labels of homes, in the order of their names. */
export function labelsIn(store: Store, homes: readonly Label["home"][]): Label[] {
  const labels = homes.flatMap((home) => store.of(labelTable).where("home", homeKey(home)));
  return labels.toSorted((a, b) => compare(a.name.toLowerCase(), b.name.toLowerCase()) || a.id - b.id);
}

/** Puts a label in the place of others on all issues, merge requests, epics and boards, or takes these off where it is undefined. */
export function relabel(store: Store, gone: ReadonlySet<number>, label?: Label): void {
  for (const table of [store.of(issueTable), store.of(mergeRequestTable), store.of(epicTable)])
    for (const { id, label_ids = [] } of table.all()) {
      if (!label_ids.some((labelId) => gone.has(labelId))) continue;
      const kept = label_ids.filter((labelId) => !gone.has(labelId));
      table.update(id, { label_ids: label === undefined ? kept : [...new Set([...kept, label.id])] });
    }
  const lists = store.of(boardListTable);
  for (const { id, label_id } of lists.all()) {
    if (label_id === null || !gone.has(label_id)) continue;
    if (label === undefined) lists.delete(id);
    else lists.update(id, { label_id: label.id });
  }
}

/** A colour as servers keep it: names by their digits, short forms in full. Undefined for what is no colour. */
export function colorOf(text: string): string | undefined {
  const word = text.trim();
  const named = NAMED_COLORS.get(word.toLowerCase());
  if (named !== undefined) return named;
  const short = /^#([\da-f])([\da-f])([\da-f])$/i.exec(word);
  if (short !== null)
    return `#${short
      .slice(1)
      .map((digit) => digit + digit)
      .join("")}`;
  return /^#[\da-f]{6}$/i.test(word) ? word : undefined;
}

/** From which sum of red, green and blue on a colour is light. */
const LIGHT = 500;

/** The colour of letters that can be read on a colour. */
export function textColorOn(color: string): string {
  const parts = [1, 3, 5].map((from) => Number.parseInt(color.slice(from, from + 2), 16));
  return parts.reduce((sum, part) => sum + part, 0) > LIGHT ? "#1F1E24" : "#FFFFFF";
}

/** The colours that CSS has names for, each followed by its digits. */
const NAMES_AND_DIGITS = `
  aliceblue F0F8FF antiquewhite FAEBD7 aqua 00FFFF aquamarine 7FFFD4 azure F0FFFF beige F5F5DC bisque FFE4C4 black 000000
  blanchedalmond FFEBCD blue 0000FF blueviolet 8A2BE2 brown A52A2A burlywood DEB887 cadetblue 5F9EA0 chartreuse 7FFF00 chocolate D2691E
  coral FF7F50 cornflowerblue 6495ED cornsilk FFF8DC crimson DC143C cyan 00FFFF darkblue 00008B darkcyan 008B8B darkgoldenrod B8860B
  darkgray A9A9A9 darkgreen 006400 darkgrey A9A9A9 darkkhaki BDB76B darkmagenta 8B008B darkolivegreen 556B2F darkorange FF8C00 darkorchid 9932CC
  darkred 8B0000 darksalmon E9967A darkseagreen 8FBC8F darkslateblue 483D8B darkslategray 2F4F4F darkslategrey 2F4F4F darkturquoise 00CED1 darkviolet 9400D3
  deeppink FF1493 deepskyblue 00BFFF dimgray 696969 dimgrey 696969 dodgerblue 1E90FF firebrick B22222 floralwhite FFFAF0 forestgreen 228B22
  fuchsia FF00FF gainsboro DCDCDC ghostwhite F8F8FF gold FFD700 goldenrod DAA520 gray 808080 green 008000 greenyellow ADFF2F
  grey 808080 honeydew F0FFF0 hotpink FF69B4 indianred CD5C5C indigo 4B0082 ivory FFFFF0 khaki F0E68C lavender E6E6FA
  lavenderblush FFF0F5 lawngreen 7CFC00 lemonchiffon FFFACD lightblue ADD8E6 lightcoral F08080 lightcyan E0FFFF lightgoldenrodyellow FAFAD2 lightgray D3D3D3
  lightgreen 90EE90 lightgrey D3D3D3 lightpink FFB6C1 lightsalmon FFA07A lightseagreen 20B2AA lightskyblue 87CEFA lightslategray 778899 lightslategrey 778899
  lightsteelblue B0C4DE lightyellow FFFFE0 lime 00FF00 limegreen 32CD32 linen FAF0E6 magenta FF00FF maroon 800000 mediumaquamarine 66CDAA
  mediumblue 0000CD mediumorchid BA55D3 mediumpurple 9370DB mediumseagreen 3CB371 mediumslateblue 7B68EE mediumspringgreen 00FA9A mediumturquoise 48D1CC mediumvioletred C71585
  midnightblue 191970 mintcream F5FFFA mistyrose FFE4E1 moccasin FFE4B5 navajowhite FFDEAD navy 000080 oldlace FDF5E6 olive 808000
  olivedrab 6B8E23 orange FFA500 orangered FF4500 orchid DA70D6 palegoldenrod EEE8AA palegreen 98FB98 paleturquoise AFEEEE palevioletred DB7093
  papayawhip FFEFD5 peachpuff FFDAB9 peru CD853F pink FFC0CB plum DDA0DD powderblue B0E0E6 purple 800080 rebeccapurple 663399
  red FF0000 rosybrown BC8F8F royalblue 4169E1 saddlebrown 8B4513 salmon FA8072 sandybrown F4A460 seagreen 2E8B57 seashell FFF5EE
  sienna A0522D silver C0C0C0 skyblue 87CEEB slateblue 6A5ACD slategray 708090 slategrey 708090 snow FFFAFA springgreen 00FF7F
  steelblue 4682B4 tan D2B48C teal 008080 thistle D8BFD8 tomato FF6347 turquoise 40E0D0 violet EE82EE wheat F5DEB3
  white FFFFFF whitesmoke F5F5F5 yellow FFFF00 yellowgreen 9ACD32
`;

/** Colours by the names of CSS. */
const NAMED_COLORS: ReadonlyMap<string, string> = new Map(
  [...NAMES_AND_DIGITS.matchAll(/([a-z]+) ([\dA-F]{6})/g)].map(([, name = "", digits = ""]) => [name, `#${digits}`]),
);
