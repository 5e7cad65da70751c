import { mustMatch } from "../../core/address-globs.js";
import type { Edit } from "../../core/declaration.js";
import { addressGlob } from "../../core/glob.js";
import { adoptDrift, adoptNotDeclared, cover, type PlaceGiven } from "../../engine/export/index.js";
import { defaultsOn, expand, withImplied } from "../../engine/plan/index.js";
import { createReadApi } from "../../platform/index.js";
import { editedFiles, type FilesDraft, settingsFor } from "../files/draft.js";
import { loadValid } from "../files/load.js";
import { describeInstanceFor } from "../server/instance.js";
import { openLink, pinOf } from "../server/link.js";
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
  const link = await openLink(pinOf(loaded.state), server, context);
  try {
    const read = createReadApi(link.connection);
    const instance = await describeInstanceFor(loaded.state, read, {
      url: link.connection.url,
      server,
      needsTier: undeclared !== undefined,
      targets: [],
      keeps: "all",
    });
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
    const added = await adoptNotDeclared(instance, counted?.notDeclared ?? nothing, { ...settings, state });
    mustMatch(addresses, { option: "--adopt", whose: "the files declare or want deleted", addresses: [...known] });
    const all = {
      ...adopted,
      edits: together(adopted.edits, added.edits),
      pictures: new Map([...adopted.pictures, ...added.pictures]),
      gaps: [...adopted.gaps, ...added.gaps],
    };
    return await editedFiles(loaded, all, { paths, context, layout: "per-group", requests: read.requests });
  } finally {
    await link.close();
  }
}

/** Both, but each thing is declared once: what declares a thing for what no file says has all that layers give otherwise as well. */
function together(adopted: readonly Edit[], added: readonly Edit[]): readonly Edit[] {
  const declaredBy = (edit: Edit): string[] =>
    edit.action === "declare" ? [`${edit.declaration.parent ?? ""} ${edit.declaration.address}`] : [];
  const declared = new Set(added.flatMap(declaredBy));
  return [...adopted.filter((edit) => !declaredBy(edit).some((thing) => declared.has(thing))), ...added];
}
