import { queryOptions, skipToken } from '@tanstack/react-query';
import { consoleClientId, redirectPath } from '#contract/console-client.ts';
import type { AuthorizationServer } from '#contract/sign-in.ts';
import { isApiError } from '../../../api/api-error.ts';
import { readAuthorizationServer } from '../../../api/authorization.ts';
import type { ServiceEntry } from '../runtime-config.ts';
import type { SignInMethod } from './pending.ts';

/** Where this console is, and what its browser can do. */
export interface Here {
	/** `document.baseURI` */
	readonly base: string;
	/** Hashing for PKCE: pages that were not served securely have none. */
	readonly canHash: boolean;
}

type Entry = Pick<ServiceEntry, 'baseUrl' | 'authUrl' | 'tokenUrl' | 'clientId' | 'redirectUri'>;

/** What the configuration alone says; null where it names no authorization address. */
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
 * What the service's own metadata says (RFC 8414): a code with PKCE where it offers that, else the implicit flow.
 * @param prefix under which the metadata was read: it has to be the issuer's own (RFC 8414, section 3.3)
 * @returns null where it offers neither, or speaks for somebody else
 */
export function advertisedMethod(
	entry: Entry,
	prefix: string,
	metadata: AuthorizationServer,
	here: Here,
): SignInMethod | null {
	if (!isSameIssuer(metadata.issuer, prefix)) return null;
	// Under another of loopback's names than the service calls itself, its addresses are taken under this one.
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

/** Where a service's metadata may lie: below its own folder and, by the letter of RFC 8414, at the root with the folder behind. */
export function metadataAddresses(baseUrl: string): { readonly prefix: string; readonly url: string }[] {
	const prefix = baseUrl.replace(/\/api\/v1$/, '');
	const { origin, pathname } = new URL(prefix);
	const name = '/.well-known/oauth-authorization-server';
	const below = { prefix, url: prefix.replace(/\/$/, '') + name };
	return pathname === '/' ? [below] : [{ prefix, url: origin + name + pathname }, below];
}

/** How to sign in at a service; null where a token has to be pasted. @throws ApiError where it does not answer at all */
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

/** Asked once per service and page; a service that did not answer is asked again when it is wanted. */
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
