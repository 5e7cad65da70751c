/** A line that a text in a block stands below: nothing but a key or dashes before the bar. */
const opensText = /^(?:- )*(?:(?:"(?:[^"\\]|\\.)*"|(?:(?!: )[^"#])(?:(?!: ).)*): )?\|-?$/;

/** Lines in which everything is indented by two, with everything indented by `step`. What a dash holds stays beside it, and texts in a block keep their form. */
export function restep(lines: readonly string[], step: number): readonly string[] {
  if (step === 2) return lines;
  const levels: { readonly old: number; readonly now: number; readonly isDash: boolean }[] = [];
  let text: { readonly old: number; readonly now: number } | undefined;
  return lines.map((line) => {
    const bare = line.trimStart();
    const old = line.length - bare.length;
    if (bare === "") return line;
    if (text && old >= text.old) return " ".repeat(text.now) + line.slice(text.old);
    while ((levels.at(-1)?.old ?? -1) >= old) levels.pop();
    const above = levels.at(-1);
    const now = above ? above.now + (above.isDash ? 2 : step) : old;
    levels.push({ old, now, isDash: bare.startsWith("- ") });
    text = opensText.test(bare) ? textBelow(bare, old, now, step) : undefined;
    return " ".repeat(now) + bare;
  });
}

function textBelow(line: string, old: number, now: number, step: number): { readonly old: number; readonly now: number } {
  const dashes = /^(?:- )*/.exec(line)?.[0].length ?? 0;
  const hasKey = !line.slice(dashes).startsWith("|");
  return { old: old + dashes + (hasKey ? 2 : 0), now: now + dashes + (hasKey ? step : 0) };
}
