/* The console is in the folder of its entry, `<folder>/assets/…`. If the page has no `<base>`, it's set here. */
const entry = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
if (entry !== null && document.querySelector('base') === null && new URL(entry.src).origin === location.origin) {
	const base = document.createElement('base');
	base.href = new URL('..', entry.src).href;
	document.head.prepend(base);
}
