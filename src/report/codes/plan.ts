import type { CodeArea } from "./area.js";

/** Messages of plans. */
export const area: CodeArea = {
  name: "plan",
  title: "Messages of plans",
  description: "Refusals, warnings and changes that are held back.",
  entries: {
    "ack.idle": {
      means: "An acknowledgement has no effect.",
      cause: "No change of the plan needs it.",
      remedy: "Remove it.",
    },
    "ack.unknown": {
      means: "`--ack` names no rule, policy or preset.",
      cause: "The name is misspelled, or the plan does not contain it.",
      remedy: "Follow the suggestion. The hint lists the rules.",
    },
    ailing: {
      means: "The server does not call a hook any more.",
      cause: "Several calls of the hook failed, so the server disabled it.",
      remedy: "Correct the target, then test the hook on the pages of the server.",
    },
    "attribute.inapplicable": {
      means: "The plan leaves out an attribute.",
      cause: "The attribute has no effect beside the other values of the resource.",
      remedy: "Remove the attribute, or change the other values.",
    },
    "attribute.unverifiable": {
      means: "trueup cannot compare an attribute with the server.",
      cause: "The server does not return the value, or the token cannot see it.",
      remedy: "Use a token that can read the value, or accept that trueup does not see drift there.",
    },
    "base.invalid": {
      means: "The files before the request have errors.",
      cause: "trueup cannot tell what the request changes, so acknowledgements in files do not count.",
      remedy: "Correct the files of the target branch.",
    },
    "commit.proposed": {
      means: "A change of a file waits in a merge request.",
      cause: "The branch is protected, so trueup proposes the change in place of a commit.",
      remedy: "Merge the request that the message names.",
    },
    "commit.refused": {
      means: "trueup cannot commit to the branch.",
      cause: "The branch is protected, or the project is archived, or the user may not push.",
      remedy: "Give the user the right, or declare that changes are proposed.",
    },
    "create.decided": {
      means: "An attribute can only be set when the resource is created.",
      cause: "The server does not change the attribute later.",
      remedy: "Delete the resource with `ensure: absent`, and declare it again in a second apply.",
    },
    "create.elsewhere": {
      means: "trueup can change the resource and cannot create it.",
      cause: "The API has no call that creates it.",
      remedy: "Create it on the pages of the server, or remove it from the files.",
    },
    "create.lookalike": {
      means: "The plan creates a resource that resembles an existing resource.",
      cause: "A resource may have been renamed by hand, or a name may be misspelled.",
      remedy: "If it was renamed, write `moved_from`. Otherwise acknowledge the create.",
    },
    "create.required": {
      means: "An attribute that the server needs for the create is missing.",
      cause: "The files declare a new resource without the attribute.",
      remedy: "Add the attribute.",
    },
    "delete-undeclared.nothing": {
      means: "A pattern of `delete_undeclared` matches nothing.",
      cause: "The path is misspelled, or the files declare nothing there.",
      remedy: "Correct or remove the pattern.",
    },
    "delete.always": {
      means: "The resource always exists and cannot be deleted.",
      cause: "The server has it for each project, group or instance.",
      remedy: "Remove `ensure: absent`. The resource keeps its values.",
    },
    "delete.contents": {
      means: "A delete also removes what the resource holds.",
      cause: "The resource has contents that the message counts.",
      remedy: "Check that the contents are not needed.",
    },
    "delete.inherited": {
      means: "A delete affects the groups and projects below.",
      cause: "They inherit the resource.",
      remedy: "Check that they do not need it.",
    },
    "delete.refused": {
      means: "The server would refuse the delete.",
      cause: "The resource is, for example, the default branch or protected.",
      remedy: "Change what the message names, or keep the resource.",
    },
    dialect: {
      means: "The server does not have the resource or the attribute.",
      cause: "The server speaks the neutral dialect, and only GitLab has the feature.",
      remedy: "Remove it from the files.",
    },
    "guard.allow-delete": {
      means: "A delete of this kind needs a permission.",
      cause: "Deleting a group, a project or a similar resource destroys what it holds.",
      remedy: "If it is meant, run with `--allow-delete KIND`.",
    },
    "guard.allow-restore": {
      means: "Taking back a scheduled deletion needs a permission.",
      cause: "The files declare a resource whose deletion is scheduled.",
      remedy: "If it is meant, run with `--allow-restore KIND`.",
    },
    "guard.many-updates": {
      means: "A policy or preset changes many resources at once.",
      cause: "One line in the files changes more of a kind than the limit allows.",
      remedy: "Check the plan. If it is meant, give `--ack many-updates:NAME`.",
    },
    "guard.max-deletes": {
      means: "The plan deletes more resources than the limit.",
      cause: "`--max-deletes` or its default limits how much one run may delete.",
      remedy: "Check the plan. If it is meant, raise `--max-deletes`.",
    },
    "inherits.cut": {
      means: "A change stops an inheritance.",
      cause: "The attribute has the value of a group above, and the plan gives it a value of its own.",
      remedy: "Remove the attribute from the files to keep the inheritance.",
    },
    "link.again": {
      means: "The server cannot change an entry in place.",
      cause: "trueup deletes the entry and creates it again, and the server drops what depends on it.",
      remedy: "Apply again afterwards if the message says so.",
    },
    locked: {
      means: "A group above locks the attribute.",
      cause: "The server ignores or refuses other values below.",
      remedy: "Remove the attribute, or change the lock in the group first.",
    },
    lockout: {
      means: "A change would take rights from the user of the token.",
      cause: "The plan removes or lowers the membership of that user.",
      remedy: "Check who applies afterwards. If it is meant, acknowledge it with `--ack lockout`.",
    },
    "match.ambiguous": {
      means: "Several live resources match one declaration.",
      cause: "The server allows resources with equal names.",
      remedy: "Rename or delete the others on the server.",
    },
    "member.inherited": {
      means: "A member has a higher role in a group above.",
      cause: "The server does not allow a lower role below.",
      remedy: "Give at least that role, or lower the role above.",
    },
    "member.last-approver": {
      means: "A change would leave an approval rule without approvers.",
      cause: "The members who leave are the last who may approve.",
      remedy: "Change the rule first, or keep a member who may approve.",
    },
    "member.last-owner": {
      means: "A change would remove the last owner of a group.",
      cause: "The server keeps at least one owner.",
      remedy: "Make another member an owner first.",
    },
    "move.blocked": {
      means: "A resource cannot be moved.",
      cause: "The target does not exist, or something that the message names prevents the move.",
      remedy: "Resolve the reason, then plan again.",
    },
    "move.both-exist": {
      means: "Both the old and the new path exist.",
      cause: "Somebody created the new path, or a move was done by half.",
      remedy: "Decide which resource stays, and delete or rename the other.",
    },
    "move.missing": {
      means: "Neither the old nor the new path exists.",
      cause: "`moved_from` names a path that the token cannot see or that never existed.",
      remedy: "Correct `moved_from`, or remove it to create a new resource.",
    },
    "name.above": {
      means: "A group above has a resource with this name.",
      cause: "The name counts below too, and the server refuses a second resource.",
      remedy: "Use the resource of the group, or choose another name.",
    },
    overlap: {
      means: "Two resources apply to the same name.",
      cause: "Two rules, for example with wildcards, match one branch, and the looser rule decides.",
      remedy: "Merge the two, or make the patterns distinct.",
    },
    override: {
      means: "A directory gives the member its role.",
      cause: "LDAP synchronizes the member, and a change overrides the directory.",
      remedy: "Remove the member from the files, or accept the override.",
    },
    "owner.taken": {
      means: "A change takes over the ownership of a schedule.",
      cause: "Only its owner may change it, and the schedule then runs with the rights of the new owner.",
      remedy: "Apply with the token of the owner if that matters.",
    },
    "parent.missing": {
      means: "The group or project that holds the resource does not exist.",
      cause: "The path is misspelled, or the token cannot see the parent.",
      remedy: "Declare the parent, or correct the path.",
    },
    reference: {
      means: "A value names a user, group or other resource that does not exist.",
      cause: "The name is misspelled, or the token cannot see it.",
      remedy: "Correct the name, or create the resource first.",
    },
    "reference.ineligible": {
      means: "A value names a user or group that the server would silently ignore.",
      cause: "For example, an approver is not a member of the project.",
      remedy: "Make the user a member, or name another user.",
    },
    "reference.uninvited": {
      means: "A value names a group that the project is not shared with.",
      cause: "The server accepts only groups that have access.",
      remedy: "Share the project with the group first.",
    },
    "release.unsure": {
      means: "trueup does not know whether this release has the attribute.",
      cause: "The release in which it came or went is known only roughly.",
      remedy: "Check the documentation of your release.",
    },
    "replace.window": {
      means: "A change leaves the resource unprotected for a moment.",
      cause: "The server cannot update it in place, so trueup deletes it and creates it again.",
      remedy: "Apply when nobody pushes, or accept the risk.",
    },
    "repository-file.owner": {
      means: "A file of code owners names a user or group that the server ignores.",
      cause: "The owner does not exist, or is not a member of the project.",
      remedy: "Correct the name, or add the member.",
    },
    requires: {
      means: "A value needs another value that is missing.",
      cause: "The server accepts the attribute only with the other attribute or state.",
      remedy: "Add what the message names.",
    },
    restore: {
      means: "A resource whose deletion is scheduled is held back.",
      cause: "The files declare the resource, and taking back the deletion needs a permission.",
      remedy: "Give the option that the message names, or declare `ensure: absent`.",
    },
    role: {
      means: "Only an administrator may write this.",
      cause: "The user of the token is not an administrator.",
      remedy: "Use the token of an administrator.",
    },
    "server.newer": {
      means: "The server is newer than the releases that trueup knows.",
      cause: "trueup was released before the server.",
      remedy: "Update trueup. New attributes can be written under `unchecked`.",
    },
    tier: {
      means: "The server's tier does not have the resource or the attribute.",
      cause: "The feature needs a higher subscription.",
      remedy: "Remove it from the files, or give `--tier` if trueup detects the tier wrongly.",
    },
    unread: {
      means: "trueup could not read a part of the server, so changes there wait.",
      cause: "The server refused the read, or answered with an error.",
      remedy: "Use a token that can read it, or solve the server's error.",
    },
    unseen: {
      means: "A create waits because the resource may exist already.",
      cause: "The user of the token is no member of the parent and sees no private resources there.",
      remedy: "Use the token of a member of the parent.",
    },
    value: {
      means: "The server does not accept this value.",
      cause: "Its release, tier or licence allows other values.",
      remedy: "Write one of the allowed values.",
    },
    "value.unfit": {
      means: "The server does not accept a value beside the other attributes.",
      cause: "For example, a masked variable needs a value of a certain form.",
      remedy: "Change the value, or the attributes that the message names.",
    },
    version: {
      means: "The release of the server does not have the attribute or the value.",
      cause: "It came in a later release, or an earlier release removed it.",
      remedy: "Upgrade the server, or remove it from the files.",
    },
    visibility: {
      means: "The server would refuse the visibility.",
      cause: "The instance restricts it, or the parent is less visible.",
      remedy: "Choose a visibility that the message allows.",
    },
    waits: {
      means: "A change waits because the resource does not exist yet.",
      cause: "The server creates the resource when it is first used.",
      remedy: "Apply again after it was used.",
    },
    weakening: {
      means: "A change that weakens protection is held back.",
      cause: "The change lets somebody read, push, merge or deploy who could not before.",
      remedy: "Check the plan. If it is meant, acknowledge it with `--ack weakening`.",
    },
    window: {
      means: "A change that leaves a gap in protection is held back.",
      cause: "The server deletes the resource and creates it again.",
      remedy: "Check the plan. If it is meant, acknowledge it with `--ack window`.",
    },
  },
};
