import type { CodeArea } from "./area.js";

/** Messages of the command line. */
export const area: CodeArea = {
  name: "command-line",
  title: "Messages of the command line",
  description: "Options, addresses, paths and the project file.",
  entries: {
    "address.ambiguous": {
      means: "The files declare two resources that have this address.",
      cause: "A group and a project may share a path while a move between them is declared.",
      remedy: "Give `--path` with the file of the resource that you mean.",
    },
    "address.nothing": {
      means: "A pattern of an option matches no resource.",
      cause: "The pattern of `--target` or a similar option is misspelled, or the resource was removed from the files.",
      remedy: "Follow the suggestion, or list the addresses with `trueup list`.",
    },
    "address.parent": {
      means: "The address does not say which group or project the resource belongs to.",
      cause: "The resource can belong to several kinds of parents, and none or more than one of them is given.",
      remedy: "Give exactly one of the parents that the hint names.",
    },
    "address.undeclared": {
      means: "No file declares a resource with this address.",
      cause: "The address is misspelled, or its file is outside of the paths of the command.",
      remedy: "Follow the suggestion, or list the addresses with `trueup list`.",
    },
    "adopt.where": {
      means: "trueup does not know where to write a value that comes from a policy or preset.",
      cause: "The run has no terminal to ask on, and `--adopt-to` is missing.",
      remedy: "Give `--adopt-to thing`, `--adopt-to policy` or another choice from the hint.",
    },
    "attribute.unknown": {
      means: "The kind or the server does not know this attribute.",
      cause: "The name is misspelled, or the server is too old or lacks a feature and would silently ignore the value.",
      remedy: "Correct the name. If only the server lacks the attribute, remove it from the files.",
    },
    "code.unknown": {
      means: "There is no command and no message with this name.",
      cause: "The word after `trueup help` is misspelled.",
      remedy: "Follow the suggestion. The page `docs/codes/README.md` lists all codes.",
    },
    "defaults.command": {
      means: "The project file gives defaults for a command that does not exist.",
      cause: "A key under `defaults` is misspelled, or it belongs to another release.",
      remedy: "Correct the name of the command.",
    },
    "defaults.option": {
      means: "The project file cannot set a default for this option.",
      cause: "Some options, such as those that allow deletes, must be given on each run.",
      remedy: "Remove the option from `defaults`, and give it on the command line.",
    },
    "defaults.twice": {
      means: "The project file sets the same option in two ways.",
      cause: "Two names under `defaults` lead to one option.",
      remedy: "Keep one of the two lines.",
    },
    "defaults.unknown": {
      means: "The project file gives a default for an option that does not exist.",
      cause: "A key under `defaults` is misspelled, or the command does not have this option.",
      remedy: "Correct the name, or remove the line.",
    },
    "defaults.value": {
      means: "The project file gives an option a value that it does not take.",
      cause: "The value under `defaults` has the wrong type or is none of the choices.",
      remedy: "Write a value that the option takes on the command line.",
    },
    "env.file": {
      means: "trueup cannot use the file of `--env` for secrets.",
      cause: "The file exists already, its directory is missing, or a Git repository would include it.",
      remedy: "Name a new file in an existing directory outside of the repository.",
    },
    "freeze.from": {
      means: "The begin of a freeze cannot be used.",
      cause: "`from` is neither a moment nor a cron expression, or it names a day that no calendar has.",
      remedy: "Write a moment such as `2026-12-20T00:00`, or a cron expression with a real day.",
    },
    "freeze.timezone": {
      means: "The time zone of a freeze does not exist.",
      cause: "`timezone` is not a name of the IANA time zone database.",
      remedy: "Write a name such as `Europe/Berlin`, or leave it out for UTC.",
    },
    "freeze.until": {
      means: "The end of a freeze cannot be used.",
      cause: "`until` is unreadable, lies before `from`, or never ends the freeze.",
      remedy: "Write an end that comes after each begin.",
    },
    "init.exists": {
      means: "`trueup init` wrote nothing because a file exists already.",
      cause: "The directory was initialized before.",
      remedy: "Change the existing files by hand, or choose an empty directory.",
    },
    "init.trusted": {
      means: "`--trusted` does not fit the pipeline that you asked for.",
      cause: "`--ci` is missing, or it names a service that has no trusted form.",
      remedy: "Give `--ci gitlab --trusted`, or leave `--trusted` out.",
    },
    "input.invalid": {
      means: "The input of an API request is not a JSON object or list.",
      cause: "The file of `--input`, or standard input, holds something else.",
      remedy: "Give JSON, or give fields with `-F`.",
    },
    "instance.ca": {
      means: "trueup cannot use the file with certificates.",
      cause: "The file of `ca` is missing, or holds no certificates in PEM form.",
      remedy: "Name a PEM file, relative to the project file.",
    },
    "instance.name": {
      means: "An instance in the project file has a name that is not allowed.",
      cause: "The name has a character other than letters, digits, `_`, `-` and `.`.",
      remedy: "Rename the instance.",
    },
    "instance.pinned": {
      means: "The files belong to another server than the run uses.",
      cause: "`instance.url` in the files names one server, and the options or the environment name another.",
      remedy: "Use the server of the files, or give `--ignore-pin` for a rehearsal on a copy.",
    },
    "instance.token": {
      means: "`token_env` names a variable that has rules of its own.",
      cause: "trueup sends such a variable only to the servers that its documentation names.",
      remedy: "Name a variable of your own, such as `STAGING_TOKEN`.",
    },
    "instance.unknown": {
      means: "The project file has no instance with this name.",
      cause: "`--instance` or `default_instance` is misspelled, or there is no project file.",
      remedy: "Follow the suggestion, or add the instance to the project file.",
    },
    interrupted: {
      means: "You or the system stopped the run before its end.",
      cause: "The process received an interrupt signal, for example from Ctrl+C.",
      remedy: "Run the command again. An apply continues from the state of the server.",
    },
    "kind.unknown": {
      means: "There is no kind of resource with this name.",
      cause: "An address, `--allow-delete` or another option names a kind that this release does not have.",
      remedy: "Take a name from the hint, which lists the kinds or suggests the nearest name.",
    },
    "parameter.invalid": {
      means: "A parameter of the client library has a value that cannot be sent.",
      cause: "The route takes no file, or the value has the wrong type.",
      remedy: "Give a value that the description of the route allows.",
    },
    "parameter.missing": {
      means: "A parameter that the route needs is missing.",
      cause: "The call of the client library leaves out a part of the path.",
      remedy: "Add the parameter that the message names.",
    },
    "path.invalid": {
      means: "A value cannot be a part of the path of a request.",
      cause: "A name such as `..`, or an address of another server, would make the request reach another resource.",
      remedy: "Rename the resource on the server, or give a path of the server in use.",
    },
    "path.nothing": {
      means: "`--under` matches no path that the files declare.",
      cause: "The glob is misspelled, or the wrong files are given.",
      remedy: "Follow the suggestion, or write a glob of full paths such as `acme/shop/**`.",
    },
    "path.placeholder": {
      means: "The path of an API request still contains a placeholder.",
      cause: "A template such as `/projects/:id` was given without its value.",
      remedy: "Replace the placeholder. Encode slashes of a full path as `%2F`.",
    },
    "path.server": {
      means: "The URL of an API request belongs to another server.",
      cause: "trueup sends the token only to the server that you chose.",
      remedy: "Give a path alone, or choose that server with `--url`.",
    },
    "report.write": {
      means: "trueup cannot write the report.",
      cause: "The path is not writable, leads to something other than a regular file, or names a file that the run reads.",
      remedy: "Name another file, in a directory that you may write to.",
    },
    "route.unknown": {
      means: "The description of the API has no such route.",
      cause: "The route is misspelled, or is not described.",
      remedy: "Follow the suggestion, or send it with `call()` of the client library.",
    },
    unexpected: {
      means: "trueup met an error that it does not know.",
      cause: "A fault in trueup or in its environment raised the error.",
      remedy: "Run the command again with `--debug`, and report the stack trace.",
    },
    usage: {
      means: "The command does not take these words, options or values.",
      cause: "An option is misspelled, is missing, or excludes another option that you gave.",
      remedy: "Follow the hint, or read `trueup COMMAND --help`.",
    },
    "variable.name": {
      means: "A variable in the project file has a name that is not allowed.",
      cause: "The name begins with a digit, or has a character other than letters, digits and `_`.",
      remedy: "Rename the variable.",
    },
  },
};
