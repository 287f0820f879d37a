/*
 * The console lies in the folder that its entry came from, `<folder>/assets/…`. A web server that serves the page at other
 * addresses too says so in the page (`<base>`); where none did, it is said here, before pages change the address.
 */
const entry = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
if (entry !== null && document.querySelector('base') === null && new URL(entry.src).origin === location.origin) {
	const base = document.createElement('base');
	base.href = new URL('..', entry.src).href;
	document.head.prepend(base);
}
