/** Path under which the console is served, without a trailing slash: the folder of the document's base. */
export function basename(): string {
	const path = new URL('.', document.baseURI).pathname.replace(/\/+$/, '');
	return path === '' ? '/' : path;
}

/** A path of the page's address as the router knows it, below that path. */
export function withoutBasename(pathname: string): string {
	const base = basename();
	return base !== '/' && pathname.startsWith(base) ? pathname.slice(base.length) || '/' : pathname;
}
