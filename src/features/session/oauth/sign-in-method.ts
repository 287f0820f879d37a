import { queryOptions, skipToken } from '@tanstack/react-query';
import { consoleClientId, redirectPath } from '#contract/console-client.ts';
import type { AuthorizationServer } from '#contract/sign-in.ts';
import { isApiError } from '../../../api/api-error.ts';
import { readAuthorizationServer } from '../../../api/authorization.ts';
import type { ServiceEntry } from '../runtime-config.ts';
import type { SignInMethod } from './pending.ts';

/** Location and capabilities of this console. */
export interface Here {
	/** `document.baseURI` */
	readonly base: string;
	/** Whether hashing for PKCE is available; it isn't on insecure pages. */
	readonly canHash: boolean;
}

type Entry = Pick<ServiceEntry, 'baseUrl' | 'authUrl' | 'tokenUrl' | 'clientId' | 'redirectUri'>;

/** The sign-in method from the configuration; null without an authorization URL. */
export function configuredMethod(entry: Entry, here: Here): SignInMethod | null {
	if (entry.authUrl === null) return null;
	const tokenUrl = here.canHash ? (entry.tokenUrl ?? null) : null;
	return {
		flow: tokenUrl === null ? 'implicit' : 'code',
		authorizeUrl: entry.authUrl,
		tokenUrl,
		issuer: null,
		tellsIssuer: false,
		idToken: false,
		...registered(entry, here),
	};
}

/**
 * The sign-in method from the service's metadata (RFC 8414): code with PKCE if offered, otherwise the implicit flow.
 * @param prefix of the metadata's URL, which must equal the issuer (RFC 8414, section 3.3)
 * @returns null if it offers neither, or describes another issuer
 */
export function advertisedMethod(
	entry: Entry,
	prefix: string,
	metadata: AuthorizationServer,
	here: Here,
): SignInMethod | null {
	if (!isSameIssuer(metadata.issuer, prefix)) return null;
	// If the service uses another loopback name for itself, its URLs are rewritten to the one in use.
	const own = (address: string): string => {
		const at = new URL(address);
		return at.origin === new URL(metadata.issuer).origin ? new URL(prefix).origin + at.pathname + at.search : at.href;
	};
	const { authorization_endpoint: authorizeUrl, token_endpoint: tokenUrl } = metadata;
	if (!isWeb(authorizeUrl) || (tokenUrl && !isWeb(tokenUrl))) return null;
	const types = metadata.response_types_supported.map((value) => value.split(' ').sort().join(' '));
	const hasCode =
		here.canHash &&
		types.includes('code') &&
		tokenUrl !== undefined &&
		metadata.code_challenge_methods_supported?.includes('S256') === true;
	const hasIdToken = types.includes('id_token token');
	if (!hasCode && !hasIdToken && !types.includes('token')) return null;
	return {
		flow: hasCode ? 'code' : 'implicit',
		authorizeUrl: own(authorizeUrl),
		tokenUrl: hasCode ? own(tokenUrl) : null,
		issuer: metadata.issuer,
		tellsIssuer: metadata.authorization_response_iss_parameter_supported === true,
		idToken: !hasCode && hasIdToken,
		...registered(entry, here),
	};
}

/** Possible metadata locations: below the service's folder, and, as RFC 8414 specifies, at the root followed by the folder. */
export function metadataAddresses(baseUrl: string): { readonly prefix: string; readonly url: string }[] {
	const prefix = baseUrl.replace(/\/api\/v1$/, '');
	const { origin, pathname } = new URL(prefix);
	const name = '/.well-known/oauth-authorization-server';
	const below = { prefix, url: prefix.replace(/\/$/, '') + name };
	return pathname === '/' ? [below] : [{ prefix, url: origin + name + pathname }, below];
}

/** How to sign in to a service; null if a token must be pasted. @throws ApiError if it doesn't respond */
async function findSignInMethod(entry: Entry): Promise<SignInMethod | null> {
	const here = { base: document.baseURI, canHash: globalThis.crypto?.subtle !== undefined };
	const configured = configuredMethod(entry, here);
	if (configured !== null) return configured;
	for (const { prefix, url } of metadataAddresses(entry.baseUrl)) {
		try {
			const way = advertisedMethod(entry, prefix, await readAuthorizationServer(url), here);
			if (way !== null) return way;
		} catch (error) {
			if (!isApiError(error) || error.kind === 'unreachable') throw error;
		}
	}
	return null;
}

/** Requested once per service and page load, and again on demand if the service didn't respond. */
export const signInMethodQuery = (entry: Entry | undefined) =>
	queryOptions({
		queryKey: ['config', 'way', entry?.baseUrl],
		queryFn: entry === undefined ? skipToken : () => findSignInMethod(entry),
		staleTime: Number.POSITIVE_INFINITY,
		retry: false,
	});

const registered = (entry: Entry, here: Here) => ({
	clientId: entry.clientId ?? consoleClientId,
	redirectUri: entry.redirectUri ?? new URL(`.${redirectPath}`, here.base).href,
});

const isWeb = (address: string): boolean => URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

function isSameIssuer(issuer: string, prefix: string): boolean {
	if (!isWeb(issuer)) return false;
	const [a, b] = [new URL(issuer), new URL(prefix)];
	const bare = (url: URL) => url.pathname.replace(/\/$/, '');
	const bothHere = loopback.test(a.hostname) && loopback.test(b.hostname) && a.port === b.port;
	return a.protocol === b.protocol && (a.host === b.host || bothHere) && bare(a) === bare(b);
}
