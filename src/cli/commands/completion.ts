import { Argument, type Command } from "commander";
import { addExample } from "../options.js";
import type { Session } from "../session.js";

/**
 * Scripts for shells. Each hands the words before the cursor to `trueup __complete` as arguments and offers what it prints; no word that was typed is ever
 * evaluated. Where trueup offers nothing, the shell completes file names.
 */
const shells = {
  // Bash breaks words at colons, which addresses have: the line itself is split at blanks, and what bash already holds is cut off.
  bash: String.raw`# trueup: completion for bash. Put it into ~/.bashrc: source <(trueup completion bash)
_trueup() {
  local line="${"$"}{COMP_LINE:0:COMP_POINT}" value rest current held
  local -a words
  read -ra words <<<"$line"
  [[ $line == *[[:space:]] ]] && words+=("")
  current="${"$"}{words[${"$"}{#words[@]}-1]}"
  held="${"$"}{current%"${"$"}{current##*[:=]}"}"
  COMPREPLY=()
  while IFS=$'\t' read -r value rest; do
    COMPREPLY+=("${"$"}{value#"$held"}")
  done < <("$1" __complete "${"$"}{words[@]:1}" 2>/dev/null)
}
complete -o default -F _trueup trueup
`,
  zsh: String.raw`#compdef trueup
# trueup: completion for zsh. Put it into ~/.zshrc after compinit: source <(trueup completion zsh)
_trueup() {
  local value rest
  local -a described
  while IFS=$'\t' read -r value rest; do
    described+=("${"$"}{value//:/\\:}:$rest")
  done < <("${"$"}{words[1]}" __complete "${"$"}{(@)words[2,CURRENT]}" 2>/dev/null)
  if (( ${"$"}{#described} )); then _describe 'trueup' described; else _files; fi
}
if [ "$funcstack[1]" = "_trueup" ]; then _trueup "$@"; else compdef _trueup trueup; fi
`,
  fish: String.raw`# trueup: completion for fish. Save it: trueup completion fish > ~/.config/fish/completions/trueup.fish
function __trueup_complete
    set -l words (commandline -opc)
    set -l found ($words[1] __complete $words[2..-1] (commandline -ct) 2>/dev/null)
    if test (count $found) -gt 0
        printf '%s\n' $found
    else
        __fish_complete_path (commandline -ct)
    end
end
complete -c trueup -f -a '(__trueup_complete)'
`,
} as const;

/** `trueup completion`: the script that makes a shell complete trueup's words. */
export function defineCompletion(program: Command, session: Session): void {
  const command = program
    .command("completion")
    .description("print the script that completes trueup's words in your shell")
    .addArgument(new Argument("<shell>", "your shell").choices(Object.keys(shells)));
  addExample(command, "source <(trueup completion bash)", "trueup completion fish > ~/.config/fish/completions/trueup.fish");
  command.action((shell: keyof typeof shells) => session.output.result(shells[shell]));
}
