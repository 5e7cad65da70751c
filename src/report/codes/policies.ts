import type { CodeArea } from "./area.js";

/** Messages about policies and presets. */
export const area: CodeArea = {
  name: "policies",
  title: "Messages about policies and presets",
  description: "Policies, presets, exceptions, words, globs and acknowledgements in files.",
  entries: {
    "acknowledge.ended": {
      means: "An acknowledgement in the files has ended.",
      cause: "Its date `until` has passed.",
      remedy: "Remove it, or give a later date.",
    },
    "acknowledge.match": {
      means: "An acknowledgement names no valid address.",
      cause: "`match` is neither an address nor a glob of addresses.",
      remedy: "Write an address such as `project:acme/web`.",
    },
    "acknowledge.until": {
      means: "An acknowledgement lasts too long.",
      cause: "Its date `until` is missing or beyond the limit.",
      remedy: "Write the date that the message names, or an earlier date.",
    },
    "bound.impossible": {
      means: "Two bounds exclude each other.",
      cause: "No value meets both of them.",
      remedy: "Change one of the bounds.",
    },
    "bound.order": {
      means: "A bound does not fit the attribute.",
      cause: "`at_least` and `at_most` need values with an order of strictness.",
      remedy: "Use `one_of`, `includes` or `excludes`.",
    },
    "bound.weaker": {
      means: "A value is weaker than a bound that a policy enforces.",
      cause: "Another layer gives a looser value.",
      remedy: "Take a stricter value, or add an exception.",
    },
    "default.unknown": {
      means: "trueup does not know the default of an attribute.",
      cause: "`default` needs a documented default, and the server has none.",
      remedy: "Write the value itself.",
    },
    "enforce.idle": {
      means: "A policy enforces an attribute that it does not set.",
      cause: "`enforce` lists an attribute that is missing under `set`.",
      remedy: "Set the attribute, or remove it from `enforce`.",
    },
    "exception.attribute": {
      means: "An exception does not name exactly one attribute.",
      cause: "A pattern matches several attributes, or a value has several parts.",
      remedy: "Write one exception for each attribute.",
    },
    "exception.conflict": {
      means: "Two exceptions of a policy contradict each other.",
      cause: "Their globs match the same resource and attribute.",
      remedy: "Keep one of the two.",
    },
    "exception.ended": {
      means: "An exception has ended.",
      cause: "Its date `until` has passed, so the policy applies again.",
      remedy: "Remove the exception, or give a later date.",
    },
    "exception.ending": {
      means: "An exception ends soon.",
      cause: "Its date `until` is near.",
      remedy: "Make the resource comply, or give a later date.",
    },
    "exception.idle": {
      means: "An exception changes nothing.",
      cause: "The policy would not change the resource there.",
      remedy: "Remove the exception.",
    },
    "exception.reason": {
      means: "An exception has no reason.",
      cause: "`reason` is missing or empty.",
      remedy: "Write why the exception is needed and how long.",
    },
    "glob.form": {
      means: "A glob is malformed.",
      cause: "The glob has wildcards in the wrong place, or is too long.",
      remedy: "Write a full path, in which `*` matches a segment and `**` any number of segments.",
    },
    "ignore.declared": {
      means: "`ignore` or a declaration has no effect.",
      cause: "An attribute is both ignored and declared.",
      remedy: "Keep one of the two.",
    },
    "pattern.unknown": {
      means: "A pattern of attributes matches nothing that trueup knows.",
      cause: "A name under `ignore`, `enforce` or an exception is misspelled.",
      remedy: "Follow the suggestion.",
    },
    "policy.absent": {
      means: "A policy enforces that a resource is absent, and the files say otherwise.",
      cause: "`ensure: absent` of a policy meets other attributes or a declaration.",
      remedy: "Remove the declaration, or add an exception.",
    },
    "policy.conflict": {
      means: "Two policies give one attribute different values.",
      cause: "Their globs match the same resource, and neither is over the other.",
      remedy: "Add `over` to one of them, or separate their globs.",
    },
    "policy.empty": {
      means: "A policy says nothing.",
      cause: "It has neither `set`, `initial` nor `ignore`.",
      remedy: "Add one of these, or remove the policy.",
    },
    "policy.enforced": {
      means: "A value contradicts a policy that enforces another value.",
      cause: "A resource, a policy or an exception weakens a policy with `enforce`.",
      remedy: "Take the value of the policy, or add an exception to that policy.",
    },
    "policy.initial": {
      means: "`initial` of a policy contains more than attributes of the resource.",
      cause: "`initial` applies only to the resource itself when it is created.",
      remedy: "Move the part under `set`.",
    },
    "policy.kind": {
      means: "A policy does not name exactly one kind of resources.",
      cause: "Both `projects` and `groups` are given, or neither.",
      remedy: "Give one list of globs. Write a second policy for the other kind.",
    },
    "policy.leavable": {
      means: "A maintainer can leave a policy that is enforced.",
      cause: "`where` of the policy reads an attribute that the maintainer may change.",
      remedy: "Use globs in place of `where`, or remove `enforce`.",
    },
    "policy.nothing": {
      means: "A glob of a policy matches nothing.",
      cause: "The glob is misspelled, or the resources are gone.",
      remedy: "Correct or remove the glob.",
    },
    "policy.over": {
      means: "`over` names a policy for another kind of resources.",
      cause: "One of the two is for projects, the other for groups.",
      remedy: "Remove the name from `over`.",
    },
    "policy.over-cycle": {
      means: "Policies are over each other in a circle.",
      cause: "Each `over` leads back to the first policy.",
      remedy: "Remove one of the `over` lines.",
    },
    "policy.place": {
      means: "A policy or preset contains a key that has no meaning there.",
      cause: "`ensure`, `moved_from`, `moved_to` and layers belong to resources.",
      remedy: "Write the key at the resource.",
    },
    "policy.rollout": {
      means: "A policy is in force for a part of its resources, or its `rollout` is malformed.",
      cause: "`rollout` limits a policy to a share in percent.",
      remedy: "Raise the share when you are ready, or write a share such as `10%`.",
    },
    "policy.spared": {
      means: "A resource stays although a policy says that it is absent.",
      cause: "The files declare the resource, or an exception keeps it.",
      remedy: "Remove the declaration if the policy is right.",
    },
    "policy.unknown": {
      means: "There is no policy with this name, or trueup cannot tell whether it applies.",
      cause: "A name is misspelled, or the token cannot read what `where` needs.",
      remedy: "Correct the name, or use a token that can read the attributes.",
    },
    "preset.cycle": {
      means: "Presets extend each other in a circle.",
      cause: "Each `extends` leads back to the first preset.",
      remedy: "Remove one of the `extends` lines.",
    },
    "preset.unknown": {
      means: "There is no preset with this name.",
      cause: "A name under `extends` is misspelled.",
      remedy: "Follow the suggestion, or declare the preset.",
    },
    "preset.unused": {
      means: "No resource extends a preset.",
      cause: "The last use was removed.",
      remedy: "Remove the preset, or extend it.",
    },
    "this.none": {
      means: "`${this:…}` has no resource to refer to.",
      cause: "The place is not about a group or project, or no group holds it.",
      remedy: "Use the word only where a group or project is meant.",
    },
    "this.path": {
      means: "`${this:…}` gives a name that cannot be a part of a path.",
      cause: "A path would contain a full path, or a text with other characters.",
      remedy: "Use another word, such as `${this:name}`.",
    },
    "this.place": {
      means: "`${this:…}` or `template` stands where it has no meaning.",
      cause: "Only texts in policies and presets take it.",
      remedy: "Write the plain value. Write `$${` for a literal `${`.",
    },
    "this.template": {
      means: "`template` has no content beside it.",
      cause: "`template: true` applies to the content of a file.",
      remedy: "Add the content, or remove `template`.",
    },
    "this.text": {
      means: "`${this:…}` cannot stand directly after this text.",
      cause: "The text before it ends with `$`, which would hide the reference.",
      remedy: "Put another character between the two.",
    },
    "this.unknown": {
      means: "There is no such word in `${this:…}`.",
      cause: "The word is misspelled.",
      remedy: "Use a word that the message lists.",
    },
    "where.set": {
      means: "A policy sets an attribute that a policy reads in `where`.",
      cause: "The result would depend on the order of the policies.",
      remedy: "Set the attribute at the resource, or change `where`.",
    },
    "where.unreadable": {
      means: "`where` reads a value that it cannot read.",
      cause: "`where` takes only attributes of the resource itself that the server returns.",
      remedy: "Use another attribute, or globs.",
    },
    "word.mixed": {
      means: "Two words for one attribute exclude each other.",
      cause: "For example, `add` and `one_of` are given together.",
      remedy: "Keep one of the two.",
    },
    "word.operand": {
      means: "A word has a value that it does not take.",
      cause: "The value is empty, or has the wrong type.",
      remedy: "Write a value as the message says.",
    },
    "word.place": {
      means: "A word stands where it has no meaning.",
      cause: "The place takes plain values, or is a mapping of several attributes.",
      remedy: "Write the value itself, or use the word for one attribute.",
    },
    "word.set": {
      means: "A word for lists is given for a single value.",
      cause: "`add`, `remove`, `includes` and `excludes` need a list without order.",
      remedy: "Write `one_of`, or the value itself.",
    },
    "word.single": {
      means: "A word for single values is given for a list.",
      cause: "`at_least`, `at_most` and `one_of` need a single value.",
      remedy: "Write `includes`, `excludes`, or the whole list.",
    },
    "word.unknown": {
      means: "There is no such word.",
      cause: "The word is misspelled.",
      remedy: "Follow the suggestion.",
    },
    "word.unreadable": {
      means: "A word needs the live value, which the server never returns.",
      cause: "The attribute is a secret or is write-only.",
      remedy: "Write the value itself.",
    },
  },
};
