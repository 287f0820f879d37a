/** A service's base URL (absolute, ends in `/api/v1`, no trailing slash), or why the text isn't one. */
export type ServiceAddress = { readonly baseUrl: string } | { readonly problem: string };

const apiPath = '/api/v1';

/**
 * Parses a typed address. Adds `/api/v1` if it's missing.
 * @param base for relative addresses; null if only absolute ones make sense
 */
export function readServiceAddress(text: string, base: string | null): ServiceAddress {
	const address = text.trim();
	if (address === '') return { problem: 'Enter a URL such as https://data.example.org.' };
	if (base === null && !/^https?:\/\//i.test(address)) {
		return { problem: 'The URL must start with http:// or https://.' };
	}
	if (!URL.canParse(address, base ?? undefined))
		return { problem: `"${address}" isn’t a valid URL. Enter a URL such as https://data.example.org.` };
	const url = new URL(address, base ?? undefined);
	if (url.protocol !== 'http:' && url.protocol !== 'https:') {
		return { problem: 'The URL must start with http:// or https://.' };
	}
	if (url.username !== '' || url.password !== '') {
		return { problem: 'Remove the username and password from the URL.' };
	}
	if (url.search !== '' || url.hash !== '')
		return { problem: 'Remove "?" or "#" and everything after it from the URL.' };
	const path = url.pathname.replace(/\/+$/, '');
	return { baseUrl: `${url.origin}${path.endsWith(apiPath) ? path : `${path}${apiPath}`}` };
}
