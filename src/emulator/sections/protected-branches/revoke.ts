import { isProject } from "../../access.js";
import type { Group, Project, StoredAccess } from "../../records.js";
import type { Store } from "../../store.js";
import {
  projectProtectedEnvironmentTable,
  protectedEnvironmentsOf,
} from "../../vendor/configuration/protected-environment-records.js";
import { protectedTagTable, protectedTagsOf } from "../../vendor/configuration/protected-tag-records.js";
import { groupsBelow } from "../groups/lists.js";
import { mayBeNamed } from "../protected-environments/access.js";
import { isEntitled } from "./access.js";

/**
 * Drops from the protected branches, tags and environments of a project, or of all projects below a group, the entries that name somebody without access any more (the
 * reference of real servers, kinds, share with a group).
 */
export function revokeBranchAccess(store: Store, holder: Group | Project): void {
  const projects = isProject(holder)
    ? [holder]
    : [holder, ...groupsBelow(store, holder.id)].flatMap((group) => store.projects.where("namespace", group.id));
  for (const project of projects) {
    const keep = (entries: StoredAccess): StoredAccess =>
      entries.filter((entry) => typeof entry === "number" || isEntitled(store, project, entry));
    for (const { id, create_access_levels: entries } of protectedTagsOf(store, project.id)) {
      const kept = entries.filter((entry) => isEntitled(store, project, entry));
      if (kept.length < entries.length) store.of(protectedTagTable).update(id, { create_access_levels: kept });
    }
    for (const { id, deploy_access_levels: levels, approval_rules: rules } of protectedEnvironmentsOf(store, project.id)) {
      const deploy_access_levels = levels.filter((entry) => mayBeNamed(store, project, entry));
      const approval_rules = rules.filter((entry) => mayBeNamed(store, project, entry));
      if (deploy_access_levels.length + approval_rules.length < levels.length + rules.length)
        store.of(projectProtectedEnvironmentTable).update(id, { deploy_access_levels, approval_rules });
    }
    for (const rule of store.protectedBranches.where("project", project.id)) {
      const push_access_levels = keep(rule.push_access_levels);
      const merge_access_levels = keep(rule.merge_access_levels);
      const unprotect_access_levels = keep(rule.unprotect_access_levels);
      const isSame =
        push_access_levels.length === rule.push_access_levels.length &&
        merge_access_levels.length === rule.merge_access_levels.length &&
        unprotect_access_levels.length === rule.unprotect_access_levels.length;
      if (!isSame) store.protectedBranches.update(rule.id, { push_access_levels, merge_access_levels, unprotect_access_levels });
    }
  }
}
