import { fold } from "../../core/address.js";
import { referencesOf } from "../../core/body-fields.js";
import type { Fields } from "../../core/fields.js";
import { everyFieldsOf, fieldsOf, type Kind, levelIn, makesMembers, placesOf } from "../../core/kind.js";
import type { PersonMention, PersonReport } from "../../core/person.js";
import { accessLevelName } from "../../core/types/access-level.js";
import type { LiveInstance } from "./decide.js";
import { type Found, Survey } from "./survey.js";

/** Reads every kind that can name a person, below these paths: what names this one, and what could not be looked at. `target` is what references to people name. */
export async function findPerson(
  instance: LiveInstance,
  under: readonly string[],
  { username, target }: { readonly username: string; readonly target: string },
): Promise<Pick<PersonReport, "mentions" | "gaps">> {
  const naming = [...instance.kinds.values()].filter((kind) => namesPeople(kind, target));
  const survey = new Survey(instance, { under, kinds: naming.map(({ name }) => name) }, { details: true, marks: ownerMarks });
  const mentions: PersonMention[] = [];
  for await (const thing of survey.things()) mentions.push(...mentionsIn(thing, username, target));
  const rank = ({ as }: PersonMention) => (as === membership ? 0 : 1);
  return { mentions: mentions.toSorted((a, b) => rank(a) - rank(b)), gaps: survey.gaps };
}

const membership = "membership";
const owner = /^owner\.username$/;
const ownerMarks = ["owner.username"];

function namesPeople(kind: Kind, target: string): boolean {
  const isNamed = (fields: Fields): boolean =>
    Object.values(fields).some(
      (field) =>
        field.target === target || field.item?.target === target || (field.fields !== undefined && isNamed(field.fields)),
    );
  if (makesMembers(kind) || kind.marks?.some((mark) => owner.test(mark))) return true;
  return placesOf(kind).some((place) => !place.tree && everyFieldsOf(place).some(isNamed));
}

function mentionsIn({ kind, key, live }: Found, username: string, target: string): PersonMention[] {
  const fields = fieldsOf(kind, { key });
  const { address } = live;
  if (makesMembers(kind)) {
    if (fold(key ?? "") !== fold(username)) return [];
    const role = accessLevelName(levelIn(kind, fields, live.spec) ?? null);
    return [{ address, as: membership, ...(role === undefined ? {} : { role }) }];
  }
  const paths = referencesOf(fields, live.spec).flatMap(({ field, name, path }) =>
    field.target === target && fold(name) === fold(username) ? [path.replace(/(?:\.\d+)?(?:\.user)?$/, "")] : [],
  );
  const isOwner = Object.entries(live.marks).some(([mark, value]) => owner.test(mark) && value === username);
  return [...new Set(paths), ...(isOwner ? ["owner"] : [])].map((as) => ({ address, as }));
}
