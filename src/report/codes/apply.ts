import type { CodeArea } from "./area.js";

/** Messages of apply, pipelines and Git. */
export const area: CodeArea = {
  name: "apply",
  title: "Messages of apply, pipelines and Git",
  description: "Writing, waiting, journals, fingerprints, revisions and jobs.",
  entries: {
    "apply.failed": {
      means: "A write of a resource failed.",
      cause: "The server refused the request. The message has its answer.",
      remedy: "Resolve the reason, then apply again.",
    },
    "apply.file-changed": {
      means: "A file that is uploaded changed after the plan.",
      cause: "Its digest differs from that in the plan.",
      remedy: "Plan again.",
    },
    "apply.import": {
      means: "The import of a project failed.",
      cause: "The server reported the failure of its import.",
      remedy: "Read the reason, correct the source, and apply again.",
    },
    "apply.key": {
      means: "The server takes another resource for the meant resource.",
      cause: "A name contains the name of another, and the server searches by parts of names.",
      remedy: "Rename the other resource while this change is applied.",
    },
    "apply.skipped": {
      means: "trueup did not try a change.",
      cause: "A change that it depends on failed.",
      remedy: "Resolve the failure of the resource that the message names, then apply again.",
    },
    "apply.stale": {
      means: "The resource changed on the server after the plan.",
      cause: "The plan was applied before, or somebody else changed it, and trueup overwrites nothing unseen.",
      remedy: "Look at the change, then plan again.",
    },
    "apply.unconfirmed": {
      means: "Nobody confirmed the apply.",
      cause: "The answer at the terminal was no, or there is no terminal.",
      remedy: "Run it again and confirm, or give `--yes`.",
    },
    "apply.value": {
      means: "A value of the plan cannot be computed now.",
      cause: "A resource that the value refers to changed, or a picture is in a wrong place.",
      remedy: "Plan again.",
    },
    "apply.vanished": {
      means: "The server does not show the resource after the write.",
      cause: "Something deleted it, or the token may not see it.",
      remedy: "Check the server and the rights of the token, then plan again.",
    },
    "apply.wait": {
      means: "The server did not finish its work in time.",
      cause: "Background work of the server, such as an import or a deletion, takes long.",
      remedy: "Look at the server, then run again.",
    },
    "ci.history": {
      means: "The target branch lost the commit that was applied last.",
      cause: "Somebody rewrote the branch.",
      remedy: "Check the difference, apply by hand, and record the commit as the hint says.",
    },
    "ci.more": {
      means: "The plan has changes that nobody approved.",
      cause: "The server or the files changed after the approval.",
      remedy: "Check `trueup plan`, and run the manual job.",
    },
    "delete.delayed": {
      means: "A resource cannot be replaced because its deletion is delayed.",
      cause: "The server keeps deleted resources until a scheduled day.",
      remedy: "Choose another path, or wait for that day.",
    },
    "fingerprints.form": {
      means: "The file does not hold fingerprints of secrets.",
      cause: "Somebody changed it, or it is another file.",
      remedy: "Restore the file from your repository.",
    },
    "fingerprints.key": {
      means: "The key of the fingerprints is missing, too short or another key.",
      cause: "The variable has another value than when the file was made.",
      remedy: "Set the right key, or begin a new file as the hint says.",
    },
    "fingerprints.missing": {
      means: "The file of fingerprints does not exist.",
      cause: "The path is misspelled, or the file was never made.",
      remedy: "Restore the file from your repository, or begin a new file.",
    },
    "fingerprints.write": {
      means: "trueup cannot write the file of fingerprints.",
      cause: "The file is read-only, or the disk is full.",
      remedy: "Make it writable, and apply again.",
    },
    "forge.label": {
      means: "The service created an issue without its label.",
      cause: "The token may not set labels, so trueup closed the issue again.",
      remedy: "Give `TRUEUP_NOTES_TOKEN` a role that may set labels.",
    },
    frozen: {
      means: "Nothing is applied during a freeze.",
      cause: "The project file declares a period without changes.",
      remedy: "Apply after the period, or change the freeze.",
    },
    "git.conflict": {
      means: "The branch conflicts with its base.",
      cause: "Both changed the same lines, so there is no merge result to plan.",
      remedy: "Merge the base into the branch and solve the conflicts.",
    },
    "git.failed": {
      means: "git reported an error.",
      cause: "The message has the words of git.",
      remedy: "Resolve the error as git says.",
    },
    "git.fetch": {
      means: "git could not fetch a revision.",
      cause: "The network, the token or the name of the revision is wrong.",
      remedy: "Check the rights of the job and the revision.",
    },
    "git.history": {
      means: "Two revisions have no common commit in this clone.",
      cause: "The clone is shallow.",
      remedy: "Fetch the history with `git fetch --unshallow`, or set `GIT_DEPTH=0`.",
    },
    "git.link": {
      means: "A link in a revision leads out of the repository.",
      cause: "trueup reads only files of the revision.",
      remedy: "Put the file itself there.",
    },
    "git.missing": {
      means: "git is not installed.",
      cause: "trueup reads revisions with git.",
      remedy: "Install git, or plan the files without a revision.",
    },
    "git.objects": {
      means: "The clone lacks a file of the revision.",
      cause: "The clone is partial, and trueup fetches nothing on the way.",
      remedy: "Fetch the objects first.",
    },
    "git.repository": {
      means: "The files are in no Git repository that trueup may read.",
      cause: "The directory is outside of a repository, or git refuses its owner.",
      remedy: "Run inside of the repository, or correct its owner.",
    },
    "git.revision": {
      means: "The repository does not have the revision.",
      cause: "The name is misspelled, or the clone is shallow.",
      remedy: "Correct the name, or fetch the history.",
    },
    "git.size": {
      means: "The files of the revision are too large together.",
      cause: "The paths include files that are no desired state.",
      remedy: "Give only the paths of the desired-state files.",
    },
    "git.version": {
      means: "git is too old for this option.",
      cause: "The merge result needs a newer git.",
      remedy: "Install a newer git, or leave `--base` out.",
    },
    "journal.form": {
      means: "The file is not a journal of trueup.",
      cause: "Another program wrote it, or it was cut off.",
      remedy: "Name a journal that `trueup apply` wrote.",
    },
    "journal.none": {
      means: "There is no journal in this directory.",
      cause: "Nothing was applied from here, or `--no-journal` was given.",
      remedy: "Change the directory, or name a journal.",
    },
    "journal.read": {
      means: "trueup cannot read the journal.",
      cause: "The file is missing, or its rights exclude your user.",
      remedy: "Correct the path or the rights.",
    },
    "journal.write": {
      means: "trueup cannot write the journal.",
      cause: "The directory is read-only, or the disk is full.",
      remedy: "Make the directory writable, or give `--no-journal`.",
    },
    not_stuck: {
      means: "The server accepted a write and did not store a value.",
      cause: "The server ignores the attribute, or changes the value.",
      remedy: "Check whether the server supports the attribute, or declare the stored value.",
    },
    "parts.read": {
      means: "trueup cannot read the results of other shards.",
      cause: "The directory of `--parts` is missing or incomplete.",
      remedy: "Give a directory that all shards of the run share.",
    },
    "parts.write": {
      means: "trueup cannot write the result of a shard.",
      cause: "The directory of `--parts` is not writable.",
      remedy: "Give a directory that all shards of the run share.",
    },
    "person.nowhere": {
      means: "There is no place to look for a person.",
      cause: "The files declare no group and no project.",
      remedy: "Say where to look with `--under GROUP`.",
    },
    "person.unknown": {
      means: "The server has no user with this name.",
      cause: "The name is misspelled, or is the display name.",
      remedy: "Give the username without `@`.",
    },
    "removed.invalid": {
      means: "The files of an earlier revision have errors.",
      cause: "trueup compares with that revision to find removed resources.",
      remedy: "Name a revision whose files are valid.",
    },
    "rights.lacking": {
      means: "The user of the token may not make these changes.",
      cause: "The role in the group or project is too low.",
      remedy: "Give the user the role that the message names, or use another token.",
    },
  },
};
