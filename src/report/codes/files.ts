import type { CodeArea } from "./area.js";

/** Messages about files. */
export const area: CodeArea = {
  name: "files",
  title: "Messages about files",
  description: "Reading files, YAML and schemas.",
  entries: {
    "edit.failed": {
      means: "trueup cannot edit a YAML file safely.",
      cause: "The place uses anchors or a form that an edit would damage.",
      remedy: "Change the place by hand, or simplify how it is written.",
    },
    "file.changed": {
      means: "Somebody changed a file after trueup read it.",
      cause: "An editor or another process wrote the file during the run.",
      remedy: "Run the command again, which begins with the new content.",
    },
    "file.encoding": {
      means: "A file is not UTF-8 text.",
      cause: "An editor saved the file in another encoding.",
      remedy: "Save the file as UTF-8.",
    },
    "file.foreign": {
      means: "trueup would overwrite a file that it did not write.",
      cause: "Somebody wrote or changed the file since the last conversion.",
      remedy: "Name another directory with `--out`, or move the file away.",
    },
    "file.kind": {
      means: "A path leads to something other than a regular file.",
      cause: "The path names a directory, a pipe or a device.",
      remedy: "Name a regular file.",
    },
    "file.missing": {
      means: "A file that is referred to cannot be read.",
      cause: "The path is misspelled, or is relative to another directory.",
      remedy: "Correct the path. In files it is relative to the file that names it.",
    },
    "file.outside": {
      means: "A path or a link leads out of the directory of the files.",
      cause: "trueup reads files only inside of the directory, so that no file can pull in others.",
      remedy: "Move the file into the directory.",
    },
    "file.size": {
      means: "A file is larger than trueup reads.",
      cause: "The limit protects the run from very large files.",
      remedy: "Split the file, or name a smaller file.",
    },
    "file.unreadable": {
      means: "trueup may not read a file.",
      cause: "The rights of the file exclude your user.",
      remedy: "Correct the rights of the file.",
    },
    "file.unwritable": {
      means: "trueup cannot write a file, so it wrote none.",
      cause: "The directory is read-only, or something else has the name.",
      remedy: "Correct the rights, or choose another directory.",
    },
    "files.invalid": {
      means: "The desired-state files have errors.",
      cause: "The messages before this line name each error and its place.",
      remedy: "Correct the errors. `trueup validate` checks the files again.",
    },
    "files.missing": {
      means: "A file or directory that you named does not exist.",
      cause: "The path is misspelled, or is relative to another directory.",
      remedy: "Give a path that exists.",
    },
    "files.none": {
      means: "A directory has no YAML file.",
      cause: "The command runs in the wrong directory, or there are no files yet.",
      remedy: "Change the directory, name a path, or run `trueup init`.",
    },
    "files.plan": {
      means: "A saved plan was given in place of files.",
      cause: "Other tools take a saved plan as an argument. trueup takes it as an option.",
      remedy: "Carry it out with `trueup apply --plan FILE`, or print it with `trueup show FILE`.",
    },
    "files.project": {
      means: "The project file was given as a file of desired state.",
      cause: "A path of the command names `trueup.yaml` itself.",
      remedy: "Name the files that declare resources. `--config` names another project file.",
    },
    "schema.anyOf": {
      means: "A value has none of the allowed forms.",
      cause: "At least one of several attributes is required, or the value has another form.",
      remedy: "Write one of the forms that the message names.",
    },
    "schema.const": {
      means: "A value is not the only allowed value.",
      cause: "The place takes exactly one value.",
      remedy: "Write the value that the message names.",
    },
    "schema.enum": {
      means: "A value is none of the choices.",
      cause: "The value is misspelled, or belongs to another attribute.",
      remedy: "Write one of the choices that the message names.",
    },
    "schema.exclusiveMinimum": {
      means: "A number is too small.",
      cause: "The value must be greater than the limit.",
      remedy: "Write a greater number.",
    },
    "schema.format": {
      means: "A text does not have the required format.",
      cause: "The attribute needs a URL, a date or an e-mail address.",
      remedy: "Write the value as in the example of the message.",
    },
    "schema.key": {
      means: "A name is not one of the names that this kind has.",
      cause: "The kind has a fixed list of names, for example of integrations.",
      remedy: "Follow the suggestion, or take a name from the list.",
    },
    "schema.maxLength": {
      means: "A text is too long.",
      cause: "The server limits the length of the attribute.",
      remedy: "Shorten the text.",
    },
    "schema.maximum": {
      means: "A number is too large.",
      cause: "The server limits the value.",
      remedy: "Write a number up to the limit in the message.",
    },
    "schema.minItems": {
      means: "A list has too few items.",
      cause: "The place needs at least the given number of items.",
      remedy: "Add items, or leave the attribute out.",
    },
    "schema.minLength": {
      means: "A text is too short.",
      cause: "The attribute must not be empty, or needs more characters.",
      remedy: "Write a longer text, or leave the attribute out.",
    },
    "schema.minProperties": {
      means: "A mapping has too few keys.",
      cause: "The place needs at least one key.",
      remedy: "Add a key, or leave the mapping out.",
    },
    "schema.minimum": {
      means: "A number is too small.",
      cause: "The server limits the value.",
      remedy: "Write a number from the limit in the message.",
    },
    "schema.oneOf": {
      means: "A value does not have exactly one of the allowed forms.",
      cause: "None, or more than one, of several attributes is given.",
      remedy: "Give exactly one of the attributes that the message names.",
    },
    "schema.pattern": {
      means: "A text or a name does not have the right form.",
      cause: "The text has characters that the attribute does not allow.",
      remedy: "Follow the form that the message names.",
    },
    "schema.required": {
      means: "A required attribute is missing.",
      cause: "The kind or the place needs the attribute.",
      remedy: "Add the attribute that the message names.",
    },
    "schema.type": {
      means: "A value has the wrong type.",
      cause: "Quotes are missing or too many, or a list is given for a single value.",
      remedy: "Write the type that the message names.",
    },
    "schema.uniqueItems": {
      means: "A list has the same item twice.",
      cause: "Two lines are equal.",
      remedy: "Remove one of the two.",
    },
    "schema.unknown": {
      means: "There is no attribute or key with this name.",
      cause: "The name is misspelled, or belongs to another kind or release.",
      remedy: "Follow the suggestion. `trueup explain KIND` lists all attributes.",
    },
    "yaml.alias": {
      means: "A YAML alias cannot be used.",
      cause: "The anchor is missing, contains the alias itself, or multiplies the content too often.",
      remedy: "Write the value out, or correct the anchor.",
    },
    "yaml.bounds": {
      means: "A YAML file is too complex.",
      cause: "The file has more values than trueup reads.",
      remedy: "Split the file.",
    },
    "yaml.depth": {
      means: "A YAML file is nested too deeply.",
      cause: "Mappings and lists lie inside of each other beyond the limit.",
      remedy: "Write the value with fewer levels.",
    },
    "yaml.documents": {
      means: "A YAML file has a second document.",
      cause: "A line `---` begins another document.",
      remedy: "Remove the line, or split the file.",
    },
    "yaml.duplicate": {
      means: "A YAML mapping has the same key twice.",
      cause: "Two lines of one mapping have one name.",
      remedy: "Keep one of the two lines.",
    },
    "yaml.key": {
      means: "A YAML key cannot be used.",
      cause: "The key is not a text, or is a reserved name such as `__proto__`.",
      remedy: "Write a text as the key.",
    },
    "yaml.merge": {
      means: "A YAML merge key has a wrong value.",
      cause: "`<<` stands before something other than a mapping or its alias.",
      remedy: "Write an alias of a mapping after `<<`.",
    },
    "yaml.number": {
      means: "A YAML number cannot be kept exactly.",
      cause: "The number is too large, or is infinite.",
      remedy: "Put it in quotes if it is a text.",
    },
    "yaml.syntax": {
      means: "The file is not valid YAML.",
      cause: "Indentation, a quote or a bracket is wrong near the place.",
      remedy: "Correct the line that the message names.",
    },
    "yaml.tag": {
      means: "A YAML value has a custom tag.",
      cause: "trueup reads plain YAML without tags such as `!reference`.",
      remedy: "Write the plain value.",
    },
    "yaml.value": {
      means: "A YAML value is of a kind that is not allowed.",
      cause: "The value is, for example, a binary, a set, or a text with a NUL character.",
      remedy: "Write a text, number, true, false, null, list or mapping.",
    },
  },
};
