import type { AgentCard } from '#contract/agents/card.ts';
import type { ExternalAgent } from '../../storage/external-agents.ts';

/** The path where A2A agents publish their card (A2A 1.0, "Agent discovery"). */
const wellKnownPath = '/.well-known/agent-card.json';

/** Possible locations of a card: the typed address, or the standard path below it. */
export function readCardAddress(
	typed: string,
): { readonly cardUrls: readonly [string, ...string[]] } | { readonly problem: string } {
	const text = withScheme(typed.trim());
	if (text === '') return { problem: 'Enter the URL of the agent or its card.' };
	if (!/^https?:\/\/\S+$/i.test(text) || !URL.canParse(text)) {
		return { problem: 'Enter a URL, such as https://agents.example.org/.well-known/agent-card.json.' };
	}
	const url = new URL(text);
	if (url.username !== '' || url.password !== '') {
		return { problem: 'Remove the username and password from the URL. You can enter a token separately.' };
	}
	url.hash = '';
	if (url.pathname.endsWith('.json')) return { cardUrls: [url.href] };
	const asTyped = url.href;
	url.pathname = url.pathname.replace(/\/*$/, wellKnownPath);
	return { cardUrls: [url.href, asTyped] };
}

/** Adds the scheme to a typed host; localhost has no certificate. */
function withScheme(text: string): string {
	if (!/^[\w.-]+(:\d+)?(\/\S*)?$/.test(text) || !/[.:]|^localhost\b/.test(text)) return text;
	return `${/^(localhost|127\.|\[::1\])/.test(text) ? 'http' : 'https'}://${text}`;
}

/** How an agent wants to authenticate the caller. */
export type Security =
	/** `Authorization: Bearer`, `basic` with user name and password, or a key in its own header. */
	| ExternalAgent['security']
	/** Not possible from a web page. */
	| { readonly kind: 'unsupported'; readonly names: readonly string[] };

/** What a card requires: the first requirement the console can meet. */
export function securityOf({ securityRequirements, securitySchemes }: AgentCard): Security {
	if (securityRequirements.length === 0) return { kind: 'none' };
	const required = securityRequirements.map(({ schemes }) => Object.keys(schemes));
	// An empty requirement is always met.
	if (required.some((names) => names.length === 0)) return { kind: 'none' };
	for (const [name, ...others] of required) {
		const security = name === undefined || others.length > 0 ? null : schemeOf(securitySchemes[name]);
		if (security !== null) return security;
	}
	return { kind: 'unsupported', names: [...new Set(required.flat())] };
}

const memberOf = (value: unknown, name: string): unknown => (Object(value) as Record<string, unknown>)[name];

function schemeOf(scheme: unknown): Security | null {
	const http = String(memberOf(memberOf(scheme, 'httpAuthSecurityScheme'), 'scheme')).toLowerCase();
	if (http === 'bearer' || http === 'basic') return { kind: http };
	if (memberOf(scheme, 'oauth2SecurityScheme') || memberOf(scheme, 'openIdConnectSecurityScheme')) {
		return { kind: 'bearer' };
	}
	const key = memberOf(scheme, 'apiKeySecurityScheme');
	const header = memberOf(key, 'name');
	const isHeader =
		memberOf(key, 'location') === 'header' &&
		typeof header === 'string' &&
		/^[\w-]+$/.test(header) &&
		!reserved.test(header);
	return isHeader ? { kind: 'header', header } : null;
}

/** The requirement in words. */
export function securityLabel(security: Security): string {
	switch (security.kind) {
		case 'none':
			return 'No token needed';
		case 'bearer':
			return 'Bearer token';
		case 'basic':
			return 'Username and password (username:password)';
		case 'header':
			return `API key (${security.header} header)`;
		case 'unsupported':
			return `${security.names.join(', ')}, which the console doesn’t support`;
	}
}

/** Headers that authenticate the caller to an agent. @param token of this agent, or null */
export function credentialHeaders(
	security: ExternalAgent['security'],
	token: string | null,
): Readonly<Record<string, string>> {
	if (token === null) return {};
	if (security.header !== undefined) return { [security.header]: token };
	return { Authorization: security.kind === 'basic' ? `Basic ${base64Of(token)}` : `Bearer ${token}` };
}

const base64Of = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

/** Why a token can't be sent, or null. A name with a password may be any text. */
export function tokenProblem(security: Security, token: string): string | null {
	if (security.kind === 'basic') return token.includes(':') ? null : 'Use the format username:password.';
	if (token.trim() === '') return security.kind === 'header' ? 'Enter the API key.' : 'Enter the agent’s token.';
	if (/^[\x21-\x7e]+$/.test(token.trim())) return null;
	return `The ${security.kind === 'header' ? 'API key' : 'token'} contains invalid characters. Copy it again.`;
}

/** Headers every request has. A key in one of them would change what is sent. */
const reserved = /^(content-type|accept|a2a-.*|host|cookie|origin)$/i;
