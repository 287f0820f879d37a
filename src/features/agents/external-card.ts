import type { AgentCard } from '#contract/agents/card.ts';

/** The path at which A2A agents publish their card (A2A 1.0, "Agent discovery"). */
const wellKnownPath = '/.well-known/agent-card.json';

/** The address of a card as it was typed: of the agent's origin or folder its well-known card. */
export function readCardAddress(typed: string): { readonly cardUrl: string } | { readonly problem: string } {
	const text = typed.trim();
	if (text === '') return { problem: 'Enter the address of the agent’s card.' };
	if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) {
		return { problem: 'Enter a web address, such as https://agents.example.org/.well-known/agent-card.json.' };
	}
	const url = new URL(text);
	if (url.username !== '' || url.password !== '') {
		return { problem: 'The address holds a user name or a password. Leave them out: a token has its own field.' };
	}
	url.hash = '';
	if (!url.pathname.endsWith('.json')) url.pathname = url.pathname.replace(/\/*$/, wellKnownPath);
	return { cardUrl: url.href };
}

/** How an agent wants to be told who asks. */
export type Security =
	| { readonly kind: 'none' }
	/** `Authorization: Bearer`, or with `basic` a user name and a password. */
	| { readonly kind: 'bearer' | 'basic' }
	| { readonly kind: 'header'; readonly header: string }
	/** By none of the ways that a web page can give. */
	| { readonly kind: 'unsupported'; readonly names: readonly string[] };

/** What a card requires: the first of its requirements that the console can meet. */
export function securityOf({ securityRequirements, securitySchemes }: AgentCard): Security {
	if (securityRequirements.length === 0) return { kind: 'none' };
	const required = securityRequirements.map(({ schemes }) => Object.keys(schemes));
	// An empty requirement is met by everybody.
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
	const isHeader = memberOf(key, 'location') === 'header' && typeof header === 'string' && /^[\w-]+$/.test(header);
	return isHeader ? { kind: 'header', header } : null;
}

/** What the requirement is, in words. */
export function securityLabel(security: Security): string {
	switch (security.kind) {
		case 'none':
			return 'No token is needed';
		case 'bearer':
			return 'A bearer token';
		case 'basic':
			return 'A user name and a password, as name:password';
		case 'header':
			return `A key, sent in the header ${security.header}`;
		case 'unsupported':
			return `${security.names.join(', ')}: the console cannot sign in this way`;
	}
}

/** The headers by which an agent knows who asks. @param token of this agent; null: none */
export function credentialHeaders(security: Security, token: string | null): Readonly<Record<string, string>> {
	if (token === null) return {};
	if (security.kind === 'header') return { [security.header]: token };
	return { Authorization: security.kind === 'basic' ? `Basic ${btoa(token)}` : `Bearer ${token}` };
}
