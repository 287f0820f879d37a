/** Path under which the console is served, without a trailing slash: the folder of the document's base. */
export function basename(): string {
	const path = new URL('.', document.baseURI).pathname.replace(/\/+$/, '');
	return path === '' ? '/' : path;
}
