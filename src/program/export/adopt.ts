import { parseAddress } from "../../core/address.js";
import type { Declaration, Edit } from "../../core/declaration.js";
import { addressGlob, mustMatch } from "../../core/glob.js";
import { adoptDrift, adoptNotDeclared, countPlain, cover, type Exported, type PlaceGiven } from "../../engine/export/index.js";
import { defaultsOn, expand, withImplied } from "../../engine/plan/index.js";
import { createReadApi } from "../../platform/index.js";
import { editedFiles, type FilesDraft, settingsFor } from "../files/draft.js";
import { loadValid } from "../files/load.js";
import { describeInstanceFor } from "../server/instance.js";
import { onServer, pinOf } from "../server/link.js";
import type { ServerOptions, RunContext } from "../server/run-context.js";

const nothing = { attributes: [], things: [] };

/**
 * Drafts files that say what is live where it differs from what they declare: of the things whose addresses match one of the globs, or of all without any.
 * What the files do not mention is added only with `undeclared`, as far as these address globs name it and it is not as the platform gives it by itself; `place` is asked where to take over what policies and presets give. Writes nothing. Throws InvalidFilesError for bad files, and
 * TrueupError `address.nothing` for a glob that matches nothing that the files declare or want deleted.
 */
export async function draftAdoption(
  paths: readonly string[],
  addresses: readonly string[],
  server: ServerOptions,
  context: RunContext,
  { place, undeclared }: { readonly place: PlaceGiven; readonly undeclared?: readonly string[] | undefined },
): Promise<FilesDraft> {
  const loaded = await loadValid(paths, context);
  return onServer(pinOf(loaded.state), server, context, async (connection) => {
    const read = createReadApi(connection);
    const questions = { url: connection.url, server, needsTier: undeclared !== undefined, targets: [], keeps: "all" } as const;
    const instance = await describeInstanceFor(loaded.state, read, questions);
    const tests = addresses.map((pattern) => addressGlob(pattern));
    const known = new Set(loaded.state.resources.map(({ address }) => address));
    const settings = settingsFor(loaded.directory, context);
    const state = defaultsOn(loaded.state, instance.kinds);
    const adopted = await adoptDrift(instance, state, {
      ...settings,
      place,
      isSelected: (address) => {
        known.add(address);
        return tests.length === 0 || tests.some((matches) => matches(address));
      },
    });
    const part = { targets: addresses, under: [], undeclared: undeclared ?? [] };
    const desired = expand(withImplied(state, instance.kinds), instance.kinds);
    const counted = undeclared && (await cover(instance, desired, part));
    for (const address of counted?.unmanaged ?? []) known.add(address);
    const added = await adoptNotDeclared(instance, counted?.notDeclared ?? nothing, {
      ...settings,
      state,
      // Files with a variable in clear go on like that: a reference would need a value for the next drift.
      isPlain: countPlain(desired, instance.kinds) > 0,
    });
    mustMatch(addresses, { option: "--adopt", whose: "the files declare or want deleted", addresses: [...known] });
    const all = together(adopted, added);
    const draft = await editedFiles(loaded, all, { paths, context, layout: "per-group", requests: read.requests });
    return { ...draft, differing: all.gaps.length, inClear: countPlain(all.edits.flatMap(saidBy), instance.kinds) };
  });
}

/** What an edit says of a thing. */
function saidBy(edit: Edit): Pick<Declaration, "kind" | "parent" | "key" | "spec">[] {
  if (edit.action === "declare") return [edit.declaration];
  if (edit.action !== "set") return [];
  const { parent, address, attributes: spec } = edit;
  return [{ ...parseAddress(address), ...(parent === undefined ? {} : { parent }), spec }];
}

/** Both, but each thing is declared once: what declares a thing for what no file says has all that layers give otherwise as well. */
function together(adopted: Exported, added: Exported): Exported {
  const declaredBy = (edit: Edit): string[] =>
    edit.action === "declare" ? [`${edit.declaration.parent ?? ""} ${edit.declaration.address}`] : [];
  const declared = new Set(added.edits.flatMap(declaredBy));
  const others = adopted.edits.filter((edit) => !declaredBy(edit).some((thing) => declared.has(thing)));
  return {
    ...added,
    edits: [...others, ...added.edits],
    pictures: new Map([...adopted.pictures, ...added.pictures]),
    gaps: [...adopted.gaps, ...added.gaps],
  };
}
