import type { CodeArea } from "./area.js";

/** Messages of export, convert, the emulator and facts. */
export const area: CodeArea = {
  name: "tools",
  title: "Messages of export, convert, the emulator and facts",
  description: "Other commands, and the facts about releases.",
  entries: {
    "convert.input": {
      means: "The input of a conversion cannot be read.",
      cause: "The file is not the output or configuration that the command expects.",
      remedy: "Follow the hint, for example give the output of `terraform show -json`.",
    },
    "convert.taken": {
      means: "A conversion would overwrite a file.",
      cause: "The target directory has a file with that name.",
      remedy: "Name another directory with `--out`.",
    },
    "emulator.fault": {
      means: "A fault that you asked the emulator for is malformed.",
      cause: "The text of `--fault` has a wrong form.",
      remedy: "Write it as the help shows.",
    },
    "emulator.seed": {
      means: "The emulator cannot use the seed.",
      cause: "The file is missing, or does not fit the schema of seeds.",
      remedy: "Correct the place that the message names.",
    },
    "emulator.start": {
      means: "The emulator cannot start.",
      cause: "The port is taken, or an option does not fit.",
      remedy: "Choose another `--port`, or leave it out.",
    },
    "export.fold": {
      means: "`--fold` cannot be used.",
      cause: "The files lack what the folding needs.",
      remedy: "Follow the hint.",
    },
    "export.nothing": {
      means: "The export found nothing.",
      cause: "The path is misspelled, or everything has its default.",
      remedy: "Check the path and what the token can see.",
    },
    "export.unconfirmed": {
      means: "Nobody confirmed the export.",
      cause: "The answer at the terminal was no, or there is no terminal.",
      remedy: "Run it again and confirm, or give `--yes`.",
    },
    "export.unfolded": {
      means: "The export wrote complete files and did not fold them.",
      cause: "Folding would have changed what the files declare.",
      remedy: "Use the files as they are, and report the message.",
    },
    "export.unsound": {
      means: "The export would write files with errors.",
      cause: "A live value breaks a rule of the files.",
      remedy: "Follow the hint, for example extend the scopes.",
    },
    "facts.corrections": {
      means: "`facts/corrections.yaml` has an error.",
      cause: "A correction is malformed, or is no longer needed.",
      remedy: "Correct the line that the message names.",
    },
    "facts.dates": {
      means: "`facts/dates.csv` has an error.",
      cause: "A line is malformed.",
      remedy: "Correct or remove the line.",
    },
    "facts.evidence": {
      means: "A file of evidence has an error.",
      cause: "A line is malformed.",
      remedy: "Read the head of the file, and correct the line.",
    },
    "facts.invalid": {
      means: "A file of facts cannot be used.",
      cause: "The file was changed or is incomplete.",
      remedy: "Follow the hint, for example install trueup again.",
    },
    "facts.missing": {
      means: "A file of facts is missing.",
      cause: "The installation or the checkout is incomplete.",
      remedy: "Install trueup again, or restore the file.",
    },
    "facts.specification": {
      means: "The description of the API cannot be used.",
      cause: "It is neither YAML nor JSON, or not an OpenAPI description.",
      remedy: "Give the description that the server publishes.",
    },
    "facts.texts": {
      means: "`facts/texts.yaml` has an error.",
      cause: "A line is malformed.",
      remedy: "Read the head of the file, and correct the line.",
    },
  },
};
