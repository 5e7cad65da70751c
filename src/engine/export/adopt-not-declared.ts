import { formatAddress, parseAddress } from "../../core/address.js";
import type { Edit } from "../../core/declaration.js";
import { topParent } from "../../core/kind.js";
import type { NotDeclared } from "../../core/plan.js";
import { topName } from "../../core/steps.js";
import type { LiveInstance } from "../live/index.js";
import { type Exported, exportLive, type ExportOptions, nothingExported } from "./export.js";

/** What adopting what no file says needs to know beside the two sides. `state` is what the files say, with their layers. */
type AdoptNotDeclaredOptions = Pick<ExportOptions, "refuse" | "resolve" | "isTaken" | "onSecret"> &
  Required<Pick<ExportOptions, "state" | "isPlain">>;

/** What the files must say of what none of them says: just the attributes and things of a judgement (`cover`). Reads each thing that it is about. */
export async function adoptNotDeclared(
  instance: LiveInstance,
  { attributes, things }: Pick<NotDeclared, "attributes" | "things">,
  options: AdoptNotDeclaredOptions,
): Promise<Exported> {
  const paths = new Map<string, Set<string>>(things.map((address) => [address, new Set()]));
  for (const { address, path } of attributes) paths.set(address, (paths.get(address) ?? new Set()).add(topName(path)));
  if (paths.size === 0) return nothingExported;
  const parts = [...paths.keys()].map((address) => parseAddress(address));
  const liesUnderPath = (name: string): boolean => {
    const kind = instance.kinds.get(name);
    return kind !== undefined && (kind.tree !== undefined || Object.keys(kind.parents).some((parent) => parent !== topParent));
  };
  const under = parts.flatMap(({ kind, path }) => (path !== undefined && liesUnderPath(kind) ? [path] : []));
  const exported = await exportLive(instance, {
    ...options,
    scope: { under: [...new Set(under)], kinds: [...new Set(parts.map(({ kind }) => kind))] },
    full: false,
    isSelected: (thing) => paths.has(formatAddress(thing)),
  });
  const edits = exported.edits.flatMap((edit): Edit[] => {
    if (edit.action !== "set") return [edit];
    const names = paths.get(edit.address);
    const kept = Object.entries(edit.attributes).filter(([path]) => names?.has(topName(path)));
    return kept.length === 0 ? [] : [{ ...edit, attributes: Object.fromEntries(kept), without: [] }];
  });
  return { ...exported, edits };
}
