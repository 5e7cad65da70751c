// Text with ANSI colours as an SVG that needs no font of its own: each run of one colour has its own place, so columns stay columns in any monospaced font.

/** Colours of a terminal by name of the theme; contrast is at least 4.5 : 1. */
export const themes = {
  dark: {
    paper: "#0d1117",
    edge: "#30363d",
    ink: "#e6edf3",
    dim: "#8b949e",
    31: "#ff7b72",
    32: "#56d364",
    33: "#e3b341",
    35: "#d2a8ff",
    36: "#76e3ea",
  },
  light: {
    paper: "#ffffff",
    edge: "#d0d7de",
    ink: "#1f2328",
    dim: "#59636e",
    31: "#b31d28",
    32: "#116329",
    33: "#7d4e00",
    35: "#6639ba",
    36: "#1b5e75",
  },
};

const SIZE = { font: 14, wide: 8.43, high: 20, margin: 20 };
const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** The runs of one line: text, the column that it begins in, and how it looks. `look` is what holds at its beginning, and is changed. */
function runsOf(line, look) {
  const runs = [];
  let column = 0;
  // oxlint-disable-next-line no-control-regex -- this is what colours look like
  for (const [, code, text] of line.matchAll(/\u001b\[(\d+)m|([^\u001b]+)/g)) {
    if (text === undefined) become(look, Number(code));
    else {
      runs.push({ text, column, ...look });
      column += text.length;
    }
  }
  return runs;
}

function become(look, code) {
  if (code === 0) Object.assign(look, { color: undefined, bold: false, dim: false });
  else if (code === 1) look.bold = true;
  else if (code === 2) look.dim = true;
  else if (code === 22) Object.assign(look, { bold: false, dim: false });
  else look.color = code === 39 ? undefined : code;
}

/** The SVG of what a command printed. Throws if a line is longer than the columns. */
export function picture(printed, { theme, columns }) {
  const lines = printed.trimEnd().split("\n");
  const [width, height] = [Math.ceil(columns * SIZE.wide) + 2 * SIZE.margin, lines.length * SIZE.high + 2 * SIZE.margin];
  const look = { color: undefined, bold: false, dim: false };
  const rows = lines.flatMap((line, index) => {
    const runs = runsOf(line, look);
    const spans = runs.map(({ text, column, color, bold, dim }) => {
      const lead = text.length - text.trimStart().length;
      if (text.trim() === "") return "";
      const fill = color === undefined ? (dim ? theme.dim : theme.ink) : theme[color];
      const x = (SIZE.margin + (column + lead) * SIZE.wide).toFixed(1);
      const shown = text.trim();
      const length = (shown.length * SIZE.wide).toFixed(1);
      const weight = bold ? ' font-weight="bold"' : "";
      return `<tspan x="${x}" textLength="${length}" lengthAdjust="spacingAndGlyphs" fill="${fill}"${weight}>${escaped(shown)}</tspan>`;
    });
    const end = runs.at(-1);
    if (end !== undefined && end.column + end.text.length > columns) throw new Error(`longer than ${columns} columns: ${line}`);
    const y = SIZE.margin + index * SIZE.high + SIZE.font;
    return spans.join("") === "" ? [] : [`<text y="${y}">${spans.join("")}</text>`];
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="What trueup plan prints">
<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8" fill="${theme.paper}" stroke="${theme.edge}"/>
<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace" font-size="${SIZE.font}" xml:space="preserve">
${rows.join("\n")}
</g>
</svg>
`;
}
