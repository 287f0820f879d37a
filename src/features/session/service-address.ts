/** Either the base URL of a service (absolute, ends in `/api/v1`, no trailing slash) or why the text is none, in words. */
export type ServiceAddress = { readonly baseUrl: string } | { readonly problem: string };

const apiPath = '/api/v1';

/**
 * Reads an address as people write it. `/api/v1` is added where it is missing.
 * @param base what a relative address is relative to; null where only absolute ones make sense
 */
export function readServiceAddress(text: string, base: string | null): ServiceAddress {
	const address = text.trim();
	if (address === '') return { problem: 'Enter an address such as https://data.example.org.' };
	if (base === null && !/^https?:\/\//i.test(address)) {
		return { problem: 'The address must start with http:// or https://.' };
	}
	if (!URL.canParse(address, base ?? undefined)) return { problem: `"${address}" isn’t a web address.` };
	const url = new URL(address, base ?? undefined);
	if (url.protocol !== 'http:' && url.protocol !== 'https:') {
		return { problem: 'The address must start with http:// or https://.' };
	}
	if (url.username !== '' || url.password !== '') {
		return { problem: 'Remove the username and password from the address.' };
	}
	if (url.search !== '' || url.hash !== '') return { problem: 'The address can’t contain "?" or "#".' };
	const path = url.pathname.replace(/\/+$/, '');
	return { baseUrl: `${url.origin}${path.endsWith(apiPath) ? path : `${path}${apiPath}`}` };
}
