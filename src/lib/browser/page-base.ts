/* The console lies in the folder of its entry, `<folder>/assets/…`; without a `<base>` in the page it is set here. */
const entry = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
if (entry !== null && document.querySelector('base') === null && new URL(entry.src).origin === location.origin) {
	const base = document.createElement('base');
	base.href = new URL('..', entry.src).href;
	document.head.prepend(base);
}
