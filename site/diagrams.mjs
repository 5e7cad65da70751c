// Diagrams in pages are drawn when the site is built: a page gets pictures, and no script. Their colours are those of the theme, by .vitepress/theme/diagrams.css.
import { renderMermaidSVG } from "beautiful-mermaid";

/** Makes a markdown-it show code in Mermaid as a picture. A diagram that cannot be drawn is an error, which ends the build. */
export function drawnDiagrams(md) {
  const { fence } = md.renderer.rules;
  md.renderer.rules.fence = (tokens, index, options, env, self) => {
    const { info, content } = tokens[index];
    return info.trim() === "mermaid" ? picture(content, index) : fence(tokens, index, options, env, self);
  };
}

/** A diagram as HTML. What it says is read aloud as it is written; `number` tells it apart from others of the page. */
function picture(source, number) {
  const drawn = renderMermaidSVG(source, { bg: "var(--vp-c-bg)", fg: "var(--vp-c-text-1)", padding: 8, transparent: true });
  const svg = drawn
    // It loads a font from elsewhere, and Vue takes no styles in a page.
    .replace(/<style>[\s\S]*?<\/style>/, "")
    // Names of nodes would be anchors of the page. Arrowheads are found by theirs.
    .replaceAll(/(<marker id="|url\(#)/g, `$1diagram-${number}-`)
    .replaceAll(/ id="(?!diagram-)[^"]*"/g, "")
    .replaceAll(/\n\s*/g, "\n");
  const [, ...lines] = source.trim().split("\n");
  const words = lines.map((line) => line.trim()).join("; ");
  return `<div class="diagram" role="img" aria-label="Diagram: ${escaped(words)}" v-pre>${svg.trim()}</div>\n`;
}

function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
