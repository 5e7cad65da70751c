import type { CodeArea } from "./area.js";

/** Messages about secrets, variables and scopes. */
export const area: CodeArea = {
  name: "values",
  title: "Messages about secrets, variables and scopes",
  description: "References in files, and what each file may declare.",
  entries: {
    scope: {
      means: "A file declares a resource outside of its scope.",
      cause: "`scopes` of the project file lists what each file may declare.",
      remedy: "Move the declaration to another file, or extend the scope.",
    },
    "scope.after-merge": {
      means: "A declaration is outside of the scopes in force.",
      cause: "The request itself changes the scopes, which count after the merge.",
      remedy: "Merge the change of the scopes first, or wait for the plan after the merge.",
    },
    "scope.env": {
      means: "A file uses a variable of the environment that its scope does not list.",
      cause: "`env` of the scope lists the variables that its files may read.",
      remedy: "Add the variable to `env` of the scope.",
    },
    "scope.file": {
      means: "A file has no entry in the scopes.",
      cause: "`scopes` of the project file names other files only.",
      remedy: "Add an entry for the file.",
    },
    "scope.glob": {
      means: "A glob of files in the scopes cannot match.",
      cause: "The glob leads out of the directory, or ends in a slash.",
      remedy: "Write a glob relative to the project file, such as `teams/shop/**`.",
    },
    "scope.link": {
      means: "A file with a scope is a link.",
      cause: "A link could bring a file under another scope.",
      remedy: "Put the file itself there.",
    },
    "scope.reach": {
      means: "A file refers to a path outside of its scope.",
      cause: "`${file:path}` or a similar reference leads out of the directories of the scope.",
      remedy: "Move the file that is referred to into the scope.",
    },
    "scope.word": {
      means: "The scopes have a word or a glob that does not exist.",
      cause: "A word is misspelled, or a path has no wildcard.",
      remedy: "Follow the suggestion, or write `group:NAME` for a single group.",
    },
    "secret.dropped": {
      means: "A change would lose a secret that the server does not return.",
      cause: "Some releases delete the secret in each update that does not send it.",
      remedy: "Give the secret in the files as `${env:NAME}` or `${file:path}`.",
    },
    "secret.empty": {
      means: "No secret was given.",
      cause: "The input at the terminal was empty.",
      remedy: "Type the secret, or set the variable that the message names.",
    },
    "secret.literal": {
      means: "A file contains a secret in clear text.",
      cause: "A secret attribute, or an address with a password, is written in the file.",
      remedy: "Write `${env:NAME}` or `${file:path}`, and replace the secret on the server.",
    },
    "secret.missing": {
      means: "The value of a secret is not available.",
      cause: "The variable is not set, or its file cannot be read.",
      remedy: "Set the variable or create the file. `--without-secrets` plans without values.",
    },
    "secret.no_terminal": {
      means: "There is no terminal to ask for the secret.",
      cause: "The command runs in a pipeline or with redirected input.",
      remedy: "Set the variable that the message names.",
    },
    "secret.outside": {
      means: "The file of a secret is outside of the directory of the files.",
      cause: "`${file:path}` leads out of the directory.",
      remedy: "Move the file into the directory, or use `${env:NAME}`.",
    },
    "secret.own": {
      means: "A file refers to a credential of trueup itself.",
      cause: "`${env:NAME}` names a variable such as `TRUEUP_TOKEN`.",
      remedy: "Give the value in a variable with another name.",
    },
    "secret.place": {
      means: "A reference stands where none is allowed.",
      cause: "Keys, globs and the project file do not take `${env:NAME}` or `${file:path}`.",
      remedy: "Write the plain name or path.",
    },
    "secret.size": {
      means: "The file of a secret is too large.",
      cause: "`${file:path}` leads to a file beyond the limit.",
      remedy: "Name the right file.",
    },
    "secret.syntax": {
      means: "A text begins like a reference and is malformed.",
      cause: "`${` is not followed by `env:`, `file:`, `var:` or `this:` and a name.",
      remedy: "Correct the reference. Write `$${` for a literal `${`.",
    },
    "secret.text": {
      means: "The file of a secret is no text that a server takes.",
      cause: "`${file:path}` leads to a file that is not UTF-8, or has a NUL.",
      remedy: "Save the file as UTF-8 text, or name the right file.",
    },
    "secrets.not-compared": {
      means: "trueup did not compare a value with the server.",
      cause: "The run has `--without-secrets`, so values by reference are not read.",
      remedy: "Run without `--without-secrets` to compare them.",
    },
    "unchecked.known": {
      means: "`unchecked` contains an attribute that trueup knows.",
      cause: "A release of trueup added the attribute.",
      remedy: "Move the attribute out of `unchecked`.",
    },
    "unchecked.routing": {
      means: "`unchecked` contains a name that selects a resource.",
      cause: "Names such as `id` say which resource is meant, so they are not attributes.",
      remedy: "Remove the name.",
    },
    "unchecked.unknown": {
      means: "trueup sends an attribute without checking it.",
      cause: "`unchecked` passes attributes that trueup does not know.",
      remedy: "Check the value on the server. Remove the attribute when trueup knows it.",
    },
    "variable.duplicate": {
      means: "A variable is declared twice.",
      cause: "Two files declare the same name under `vars`.",
      remedy: "Keep one of the two declarations.",
    },
    "variable.missing": {
      means: "A variable has no value.",
      cause: "The declaration has no default, and no value is given.",
      remedy: "Give it with `--var NAME=VALUE`, or add a default.",
    },
    "variable.place": {
      means: "A variable stands where none is allowed.",
      cause: "Keys do not take `${var:NAME}`.",
      remedy: "Write the name itself.",
    },
    "variable.reference": {
      means: "A reference in the value of a variable is taken as plain text.",
      cause: "trueup does not resolve `${env:NAME}` in values of variables.",
      remedy: "Write the reference where the variable is used.",
    },
    "variable.secret": {
      means: "A variable holds a secret.",
      cause: "The name or the value shows that the variable is a secret, and values of variables are printed.",
      remedy: "Use `${env:NAME}` or `${file:path}` where the value is used.",
    },
    "variable.size": {
      means: "Variables bring too much text into the files.",
      cause: "A long value is used in very many places.",
      remedy: "Shorten the value, or use it in fewer places.",
    },
    "variable.syntax": {
      means: "A reference to a variable is malformed.",
      cause: "`${var:` is not followed by a valid name and `}`.",
      remedy: "Correct the reference. Write `$${` for a literal `${`.",
    },
    "variable.text": {
      means: "A variable cannot stand inside of this text.",
      cause: "Its value is a list, or the text beside it would hide the reference.",
      remedy: "Use the variable as the whole value, or separate the two.",
    },
    "variable.type": {
      means: "The value of a variable has the wrong type.",
      cause: "The declaration names another type than the value has.",
      remedy: "Give a value of the declared type.",
    },
    "variable.undeclared": {
      means: "A value is given for a variable that no file declares.",
      cause: "The name of `--var`, of a file of values or of the project file is misspelled.",
      remedy: "Correct the name, or declare the variable under `vars`.",
    },
    "variable.unknown": {
      means: "No file declares the variable.",
      cause: "The name after `${var:` is misspelled.",
      remedy: "Correct the name, or declare the variable under `vars`.",
    },
    "variable.unused": {
      means: "No file uses a declared variable.",
      cause: "The last use was removed, or the name is misspelled there.",
      remedy: "Remove the declaration, or correct the use.",
    },
  },
};
