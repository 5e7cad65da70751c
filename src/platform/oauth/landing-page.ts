const style = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: light-dark(#f4f5f7, #16181d); color: light-dark(#1f2328, #e6e8eb); }
  main { max-width: 28rem; margin: 1rem; padding: 2rem; border-radius: 12px; background: light-dark(#fff, #22252b); box-shadow: 0 1px 3px rgb(0 0 0 / 20%); }
  h1 { margin: 0 0 0.5rem; font-size: 1.4rem; }
  p { margin: 0; overflow-wrap: anywhere; }
`;

/** The page that a browser shows at the end of a login: one sentence, no script, nothing from elsewhere. */
export function landingPage(title: string, text: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)} - trueup</title><style>${style}</style></head>
<body><main><h1>${escaped(title)}</h1><p>${escaped(text)}</p></main></body>
</html>
`;
}

function escaped(text: string): string {
  const names: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
  return text.replaceAll(/[&<>"']/g, (character) => names[character] ?? character);
}
