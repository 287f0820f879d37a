export type ServiceAddresses = ReturnType<typeof addressesOf>;

/**
 * URL mapping for a service whose calls are forwarded.
 * @param root prefix of its paths, such as `https://data.example.org`; without a trailing slash
 * @param publicUrl where users reach this console, without a trailing slash
 */
export function addressesOf(root: string, publicUrl: string) {
	return {
		root,
		/** Maps a URL of the service to one of ours; null for any other. */
		ours: (address: string): string | null => {
			if (!URL.canParse(address)) return null;
			const { origin, href } = new URL(address);
			const base = new URL(root);
			const path = href.slice(origin.length);
			const folder = base.pathname.replace(/\/$/, '');
			if (origin !== base.origin || !path.startsWith(`${folder}/`)) return null;
			const below = path.slice(folder.length);
			return /^\/(api\/v1|objects)(\/|\?|#|$)/.test(below) ? publicUrl + below : null;
		},
	};
}

/** Headers of one connection, not of the message (RFC 9110, section 7.6.1). */
const hopByHop =
	/^(connection|keep-alive|proxy-(authenticate|authorization|connection)|te|trailer|transfer-encoding|upgrade)$/;
/** Headers about the calling page, which the service doesn't need. Cookies here aren't the service's. */
const ofThePage = ['host', 'origin', 'referer', 'cookie', 'expect', 'forwarded'];

/** The request headers to forward. @param plain request an uncompressed response, because its URLs are rewritten */
export function requestHeaders(given: Headers, origin: string, plain: boolean): Record<string, string> {
	const left = new Set([...ofThePage, ...listed(given.get('connection') ?? '')]);
	const kept = [...given].filter(
		([name]) => !hopByHop.test(name) && !left.has(name) && !/^(sec-|x-forwarded-)/.test(name),
	);
	// The page's origin was checked here; the service only knows its own.
	const from = given.has('origin') ? { origin } : {};
	return { ...Object.fromEntries(kept), ...from, ...(plain ? { 'accept-encoding': 'identity' } : {}) };
}

/** Headers that would affect this origin in the browser, or let others read its content. */
const notOurs = ['set-cookie', 'alt-svc', 'strict-transport-security', 'clear-site-data', 'service-worker-allowed'];

/** The response headers to forward. @param changed the body's length differs from the service's */
export function answerHeaders(
	given: NodeJS.Dict<string[]>,
	addresses: ServiceAddresses,
	changed: boolean,
): Record<string, string> {
	const left = new Set([...notOurs, ...listed((given.connection ?? []).join())]);
	if (changed) left.add('content-length').add('etag');
	const forwarded = new Headers();
	for (const [name, values = []] of Object.entries(given)) {
		if (hopByHop.test(name) || left.has(name) || name.startsWith('access-control-')) continue;
		const isAddress = name === 'location' || name === 'content-location';
		for (const value of values) forwarded.append(name, isAddress ? (addresses.ours(value) ?? value) : value);
	}
	// No response of the service may act as a page of this origin.
	if (!forwarded.has('content-security-policy'))
		forwarded.set('Content-Security-Policy', "sandbox; default-src 'none'");
	return Object.fromEntries(forwarded);
}

const listed = (text: string): string[] => text.split(',').map((part) => part.trim().toLowerCase());
