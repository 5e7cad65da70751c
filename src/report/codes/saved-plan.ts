import type { CodeArea } from "./area.js";

/** Messages about saved plans. */
export const area: CodeArea = {
  name: "saved-plan",
  title: "Messages about saved plans",
  description: "Plan files: their form, seal, age and server.",
  entries: {
    "plan.age": {
      means: "The saved plan is older or newer than allowed.",
      cause: "More time passed than `--max-age` allows, or the clocks of two machines differ.",
      remedy: "Plan again, or correct the clocks.",
    },
    "plan.applied": {
      means: "The saved plan was applied before.",
      cause: "A plan can be applied only once.",
      remedy: "Plan again.",
    },
    "plan.calls": {
      means: "The calls in the saved plan are not what trueup would send.",
      cause: "The file was changed, or a resource was created anew since.",
      remedy: "Plan again.",
    },
    "plan.digest": {
      means: "The digest of the plan is not the expected digest.",
      cause: "The plan was changed, or files or server changed since it was approved.",
      remedy: "Plan again, and approve the new plan.",
    },
    "plan.files": {
      means: "The files are not those of the saved plan.",
      cause: "Somebody changed the files after the plan, or another directory is given.",
      remedy: "Plan again, or name the directory of the plan.",
    },
    "plan.form": {
      means: "The file is not a plan of trueup.",
      cause: "The file holds something else, or another release wrote it.",
      remedy: "Give a file that `trueup plan --out FILE` wrote.",
    },
    "plan.key": {
      means: "The key that seals plans is too short.",
      cause: "The variable has fewer bytes than the minimum.",
      remedy: "Set a random key, for example from `openssl rand -hex 32`.",
    },
    "plan.memory": {
      means: "trueup cannot use the record of applied plans.",
      cause: "Its file or directory is not readable or writable.",
      remedy: "Correct the rights as the message says.",
    },
    "plan.read": {
      means: "trueup cannot read the saved plan.",
      cause: "The file is missing, or its rights exclude your user.",
      remedy: "Correct the path or the rights.",
    },
    "plan.refused": {
      means: "The plan is refused.",
      cause: "A rule that has no code of its own refused it.",
      remedy: "Read the message. Nothing was changed.",
    },
    "plan.root": {
      means: "The saved plan belongs to files in another directory.",
      cause: "The apply runs in another directory than the plan.",
      remedy: "Name the directory: `trueup apply --plan FILE DIRECTORY`.",
    },
    "plan.seal": {
      means: "The seal of the saved plan is missing or wrong.",
      cause: "The plan was made without the key or with another key, or was changed.",
      remedy: "Plan again with the same key.",
    },
    "plan.secret": {
      means: "The plan would contain the value of a secret.",
      cause: "A plain value of the files equals the value of a secret.",
      remedy: "Apply without a plan file, or change the secret.",
    },
    "plan.server": {
      means: "The saved plan was made for another server.",
      cause: "The options or the environment name another server.",
      remedy: "Use the server of the plan, or plan again.",
    },
    "plan.stale": {
      means: "The plan no longer fits the files, the policies or the server.",
      cause: "An exception ended, or something changed after the plan.",
      remedy: "Plan again.",
    },
    "plan.unread": {
      means: "Too many parts of the server could not be read.",
      cause: "The number of failed reads is above `--unread-limit`.",
      remedy: "Check the rights of the token, or raise the limit.",
    },
    "plan.without-secrets": {
      means: "The saved plan was made without secrets.",
      cause: "`--without-secrets` leaves values out, so the plan cannot be applied.",
      remedy: "Plan again with all secrets.",
    },
    "plan.write": {
      means: "trueup cannot write the plan.",
      cause: "The directory is missing or read-only, or the file holds something else than a plan.",
      remedy: "Name a file that is not there yet or holds a plan, in a directory that you may write to.",
    },
  },
};
