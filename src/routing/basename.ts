/** Base path of the console without a trailing slash: the folder of the document's base URL. */
export function basename(): string {
	const path = new URL('.', document.baseURI).pathname.replace(/\/+$/, '');
	return path === '' ? '/' : path;
}

/** Removes the base path from a path of the page's URL. */
export function withoutBasename(pathname: string): string {
	const base = basename();
	return base !== '/' && pathname.startsWith(base) ? pathname.slice(base.length) || '/' : pathname;
}
