import type { CodeArea } from "./area.js";

/** Messages about declarations. */
export const area: CodeArea = {
  name: "declarations",
  title: "Messages about declarations",
  description: "Names, moves and attributes that contradict each other.",
  entries: {
    "date.past": {
      means: "A date has passed, and the server refuses it.",
      cause: "The attribute, for example an expiry, takes only future dates.",
      remedy: "Write a later date, or `null` for no end.",
    },
    deprecated: {
      means: "The attribute is deprecated.",
      cause: "The server will remove it, or has a newer attribute in its place.",
      remedy: "Use the attribute that the message names.",
    },
    "duplicate.alone": {
      means: "Two resources claim a role that only one of them can have.",
      cause: "An attribute has a value that is allowed once in each parent.",
      remedy: "Change the value in one of the two places.",
    },
    "duplicate.attribute": {
      means: "An attribute is given in two places.",
      cause: "Two files, or two names of the same attribute, set it, even if the values are equal.",
      remedy: "Keep one of the two places.",
    },
    "duplicate.item": {
      means: "Two items of a list mean the same.",
      cause: "The items name the same user, group or key.",
      remedy: "Remove one of the two.",
    },
    "duplicate.spelling": {
      means: "A resource is spelled in two ways.",
      cause: "Two files write the path with different letters, and the server treats them as equal.",
      remedy: "Use one spelling.",
    },
    "move.absent": {
      means: "A resource that is absent cannot be moved.",
      cause: "`ensure: absent` and a former path are given together.",
      remedy: "Remove one of the two.",
    },
    "move.alone": {
      means: "A resource that moves away has other attributes.",
      cause: "With `moved_to`, the attributes belong to the new path.",
      remedy: "Write the attributes where the resource goes to.",
    },
    "move.cycle": {
      means: "A move leads back to itself.",
      cause: "The former and the new path are equal, lie inside of each other, or form a circle.",
      remedy: "Correct `moved_from` or `moved_to`.",
    },
    "move.declared": {
      means: "A former path is still declared.",
      cause: "`moved_from` names a path that another resource of the files has.",
      remedy: "Remove the old declaration, or the `moved_from`.",
    },
    "move.left-behind": {
      means: "A resource is still declared below a path that moves.",
      cause: "A group moves with everything in it, and a file names the old path.",
      remedy: "Declare the resource below the new path.",
    },
    "move.twice": {
      means: "Two resources claim the same former path.",
      cause: "Both have the same `moved_from`.",
      remedy: "Keep it at the resource that moves.",
    },
    "move.unanswered": {
      means: "No resource says that it comes from this path.",
      cause: "`moved_to` is given, and the target has no matching `moved_from`.",
      remedy: "Add `moved_from` at the target.",
    },
    name: {
      means: "A name of a resource is not allowed.",
      cause: "The server does not accept the characters or the length of the name.",
      remedy: "Write a name as the message says.",
    },
    "name.path": {
      means: "The full path of a resource is not allowed.",
      cause: "A part of the path is empty, reserved or has characters that the server refuses.",
      remedy: "Write a path as the message says.",
    },
    "parent.absent": {
      means: "A resource is declared inside of a resource that is absent.",
      cause: "The parent has `ensure: absent`, so the server deletes both.",
      remedy: "Remove the resource, or the `ensure: absent` of its parent.",
    },
    "parent.top": {
      means: "A resource at the top has a parent, or a nested resource is at the top.",
      cause: "The full path does not fit the kind.",
      remedy: "Write the path as the message says.",
    },
    "path.taken": {
      means: "Two resources of the files have the same path.",
      cause: "A group and a project share one space of paths.",
      remedy: "Give one of them another path.",
    },
    "reference.absent": {
      means: "A value names a resource that the files declare absent.",
      cause: "The named resource has `ensure: absent`.",
      remedy: "Name another resource, or keep the named resource.",
    },
    "text.unreadable": {
      means: "trueup cannot read a text that has a form of its own.",
      cause: "The text, for example a cron expression or a duration, is malformed.",
      remedy: "Follow the form that the message names.",
    },
    twin: {
      means: "Two attributes are names of the same value.",
      cause: "The server has an old and a new name, and both are given.",
      remedy: "Keep the name that the message recommends.",
    },
    "visibility.parent": {
      means: "A resource is more visible than its group.",
      cause: "The server does not allow a project or subgroup to be more open than its parent.",
      remedy: "Lower its visibility, or raise that of the group.",
    },
  },
};
