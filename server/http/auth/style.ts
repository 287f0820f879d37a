/** Style of the pages under /auth: the console's colors and dimensions, without its code. */
export const style = `
:root { color-scheme: light dark; --text: #1a1d21; --muted: #5b626a; --border: #d8dbdf; --strong: #8a9199; --ground: #f7f8f9; --raised: #fff;
	--accent: #4c5bd0; --on-accent: #fff; --error: #b3261e; --error-ground: #fdecea; }
@media (prefers-color-scheme: dark) { :root { --text: #dfe2e6; --muted: #a0a7b0; --border: #343a41; --strong: #6a727c; --ground: #121417;
	--raised: #1d2025; --accent: #9fabf5; --on-accent: #14173a; --error: #ff9b92; --error-ground: #3a1a18; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 16px; background: var(--ground); color: var(--text);
	font: 14px/1.45 system-ui, sans-serif; overflow-wrap: anywhere; }
main { width: 100%; max-width: 380px; padding: 24px; background: var(--raised); border: 1px solid var(--border); border-radius: 4px; }
h1 { margin: 0 0 4px; font-size: 20px; font-weight: 600; }
p { margin: 0 0 12px; }
.product, .to, .help { color: var(--muted); }
.product, .help { font-size: 13px; }
.product { margin-bottom: 16px; }
.to { margin-bottom: 16px; }
.to strong { color: var(--text); font-weight: 600; }
.problem { padding: 8px 12px; color: var(--error); background: var(--error-ground); border: 1px solid; border-radius: 4px; }
.problem span { font-weight: 600; margin-right: 4px; }
form { display: grid; margin: 0; }
label { margin-bottom: 4px; font-size: 13px; font-weight: 600; }
input { width: 100%; min-height: 36px; margin-bottom: 12px; padding: 6px 10px; color: inherit; background: var(--ground);
	border: 1px solid var(--strong); border-radius: 4px; font: inherit; }
input[aria-invalid] { border-color: var(--error); }
input + .help { margin-top: -6px; }
button, a.button { min-height: 36px; padding: 6px 12px; color: inherit; background: none; border: 1px solid var(--strong); border-radius: 4px;
	font: inherit; font-weight: 600; cursor: pointer; }
a.button { display: block; text-align: center; text-decoration: none; line-height: 22px; }
.or { margin: 16px 0 12px; text-align: center; color: var(--muted); font-size: 13px; }
button.main, a.main { margin-top: 4px; color: var(--on-accent); background: var(--accent); border-color: var(--accent); }
button.quiet { color: var(--muted); border-color: transparent; font-weight: 400; text-decoration: underline; }
details { margin: 16px 0 8px; padding-top: 12px; border-top: 1px solid var(--border); }
summary { min-height: 24px; cursor: pointer; }
details form { margin-top: 12px; }
code { font-family: ui-monospace, monospace; font-size: 13px; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
`;
