import { createHash } from "node:crypto";
import { Markup } from "../../markup.js";

/** Light or dark as the browser is. */
const SHEET = `
:root { color-scheme: light dark; --page: #f3f4f8; --card: #fff; --ink: #1d2130; --soft: #5a6072; --line: #dde0e9; --strong: #3d4ec6; --on-strong: #fff; --bad: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --page: #14161d; --card: #1e212b; --ink: #eceef5; --soft: #a5abbd; --line: #363b4a; --strong: #9aa7ff; --on-strong: #14161d; --bad: #ff9d94; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-content: center; justify-items: center; gap: 1.25rem; padding: 1.5rem; background: var(--page); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
main { width: min(27rem, calc(100vw - 3rem)); padding: 2rem; background: var(--card); border: 1px solid var(--line); border-radius: 14px; box-shadow: 0 8px 30px rgb(20 25 60 / 8%); }
h1 { margin: 0 0 .25rem; font-size: 1.35rem; line-height: 1.3; overflow-wrap: anywhere; }
p { margin: .25rem 0 1rem; }
.soft, footer { color: var(--soft); font-size: .9rem; }
footer { max-width: 27rem; margin: 0; text-align: center; }
label { display: block; margin: 1rem 0 .3rem; font-weight: 600; font-size: .9rem; }
input { width: 100%; padding: .6rem .75rem; color: inherit; background: var(--page); border: 1px solid var(--line); border-radius: 8px; font: inherit; }
ul { margin: 0 0 1.25rem; padding: 0; list-style: none; border: 1px solid var(--line); border-radius: 10px; }
li { padding: .6rem .9rem; }
li + li { border-top: 1px solid var(--line); }
code { font: .85em ui-monospace, monospace; color: var(--soft); overflow-wrap: anywhere; }
li code { display: block; }
.row { display: flex; gap: .75rem; margin-top: 1.5rem; }
.person { display: flex; align-items: center; gap: .75rem; margin: 1rem 0; }
.person span { flex: 1; min-width: 0; overflow-wrap: anywhere; }
.face { flex: none !important; display: grid; place-items: center; width: 2.5rem; height: 2.5rem; border-radius: 50%; background: var(--strong); color: var(--on-strong); font-weight: 700; }
button { flex: 1; padding: .65rem 1rem; border: 1px solid var(--line); border-radius: 8px; background: transparent; color: inherit; font: inherit; font-weight: 600; cursor: pointer; }
button.main { background: var(--strong); border-color: var(--strong); color: var(--on-strong); }
button.link { flex: none; padding: .25rem .5rem; border: 0; color: var(--strong); font-size: .9rem; }
button:hover { filter: brightness(1.08); }
:focus-visible { outline: 3px solid var(--strong); outline-offset: 2px; }
.bad { padding: .6rem .9rem; border: 1px solid var(--bad); border-radius: 8px; color: var(--bad); }
`;

/** The element that gives the pages their look. */
export const STYLE = new Markup(`<style>${SHEET}</style>`);

/** Its source as a content security policy names it. */
export const STYLE_SOURCE = `'sha256-${createHash("sha256").update(SHEET).digest("base64")}'`;
