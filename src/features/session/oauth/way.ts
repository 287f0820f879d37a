import { queryOptions } from '@tanstack/react-query';
import { consoleClientId, redirectPath } from '#contract/console-client.ts';
import type { AuthorizationServer } from '#contract/sign-in.ts';
import { isApiError } from '../../../api/api-error.ts';
import { readAuthorizationServer } from '../../../api/authorisation.ts';
import type { ServiceEntry } from '../runtime-config.ts';

/** How a service signs people in on pages of its own. */
export interface SignInWay {
	readonly flow: 'code' | 'implicit';
	readonly authorizeUrl: string;
	/** Where a code is exchanged; null with the implicit flow. */
	readonly tokenUrl: string | null;
	readonly clientId: string;
	readonly redirectUri: string;
	/** Who answers (RFC 9207); null where the service does not say. */
	readonly issuer: string | null;
	/** The service promises that each answer names the issuer. */
	readonly tellsIssuer: boolean;
	/** Whether an id token is asked for, which repeats the nonce. */
	readonly idToken: boolean;
}

/** Where this console is, and what its browser can do. */
export interface Here {
	/** `document.baseURI` */
	readonly base: string;
	/** Hashing for PKCE: pages that were not served securely have none. */
	readonly canHash: boolean;
}

type Entry = Pick<ServiceEntry, 'baseUrl' | 'authUrl' | 'tokenUrl' | 'clientId' | 'redirectUri'>;

/** What the configuration alone says; null where it names no authorisation address. */
export function configuredWay(entry: Entry, here: Here): SignInWay | null {
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
export function describedWay(entry: Entry, prefix: string, told: AuthorizationServer, here: Here): SignInWay | null {
	if (!isSamePlace(told.issuer, prefix)) return null;
	// Under another of loopback's names than the service calls itself, its addresses are taken under this one.
	const own = (address: string): string => {
		const at = new URL(address);
		return at.origin === new URL(told.issuer).origin ? new URL(prefix).origin + at.pathname + at.search : at.href;
	};
	const addresses = [told.authorization_endpoint, ...((told.token_endpoint ?? '') ? [told.token_endpoint ?? ''] : [])];
	if (!addresses.every(isWeb)) return null;
	const types = told.response_types_supported.map((it) => it.split(' ').sort().join(' '));
	const hasCode =
		types.includes('code') &&
		told.token_endpoint !== undefined &&
		told.code_challenge_methods_supported?.includes('S256') === true;
	if (!(hasCode && here.canHash) && !types.includes('token') && !types.includes('id_token token')) return null;
	const flow = hasCode && here.canHash ? 'code' : 'implicit';
	return {
		flow,
		authorizeUrl: own(told.authorization_endpoint),
		tokenUrl: flow === 'code' && told.token_endpoint !== undefined ? own(told.token_endpoint) : null,
		issuer: told.issuer,
		tellsIssuer: told.authorization_response_iss_parameter_supported === true,
		idToken: flow === 'implicit' && types.includes('id_token token'),
		...registered(entry, here),
	};
}

/** Where a service's metadata may lie: below its own folder and, by the letter of RFC 8414, at the root with the folder behind. */
export function metadataPlaces(baseUrl: string): { readonly prefix: string; readonly url: string }[] {
	const prefix = baseUrl.replace(/\/api\/v1$/, '');
	const { origin, pathname } = new URL(prefix);
	const name = '/.well-known/oauth-authorization-server';
	const below = { prefix, url: prefix.replace(/\/$/, '') + name };
	return pathname === '/' ? [below] : [{ prefix, url: origin + name + pathname }, below];
}

/** How to sign in at a service; null where a token has to be pasted. @throws ApiError where it does not answer at all */
async function findWay(entry: Entry): Promise<SignInWay | null> {
	const here = { base: document.baseURI, canHash: globalThis.crypto?.subtle !== undefined };
	const configured = configuredWay(entry, here);
	if (configured !== null) return configured;
	for (const { prefix, url } of metadataPlaces(entry.baseUrl)) {
		try {
			const way = describedWay(entry, prefix, await readAuthorizationServer(url), here);
			if (way !== null) return way;
		} catch (error) {
			if (!isApiError(error) || error.kind === 'unreachable') throw error;
		}
	}
	return null;
}

/** Asked once per service and page; a service that did not answer is asked again when it is wanted. */
export const wayQuery = (entry: Entry) =>
	queryOptions({
		queryKey: ['config', 'way', entry.baseUrl],
		queryFn: () => findWay(entry),
		staleTime: Number.POSITIVE_INFINITY,
		retry: false,
	});

const registered = (entry: Entry, here: Here) => ({
	clientId: entry.clientId ?? consoleClientId,
	redirectUri: entry.redirectUri ?? new URL(`.${redirectPath}`, here.base).href,
});

const isWeb = (address: string): boolean => URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

function isSamePlace(issuer: string, prefix: string): boolean {
	if (!isWeb(issuer)) return false;
	const [a, b] = [new URL(issuer), new URL(prefix)];
	const bare = (url: URL) => url.pathname.replace(/\/$/, '');
	const bothHere = loopback.test(a.hostname) && loopback.test(b.hostname) && a.port === b.port;
	return a.protocol === b.protocol && (a.host === b.host || bothHere) && bare(a) === bare(b);
}
