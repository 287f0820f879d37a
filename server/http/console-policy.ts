import { randomBytes } from 'node:crypto';
import type { Settings } from '../settings.ts';

/** A page as it is sent, with the policy that it is sent with. */
export interface GuardedPage {
	readonly policy: string;
	readonly page: string;
}

/**
 * Policies that the console and Monaco 0.57 make (`createTrustedTypesPolicy` and `createPolicy` in its sources).
 * `default` is the console's: Mantine fills style elements through innerHTML.
 */
const trustedTypes = [
	'dataset-console',
	'default',
	'diffEditorWidget',
	'diffReview',
	'domLineBreaksComputer',
	'dompurify',
	'editorGhostText',
	'editorViewLayer',
	'richScreenReaderContent',
	'standaloneColorizer',
	'stickyScrollViewLayer',
	'tokenizeToString',
];

/**
 * Makes a page and its policy for one answer: scripts and styles by a nonce, Trusted Types, and calls to this service
 * and to what the settings list, nothing else.
 */
export function guardPage(
	html: string,
	{ publicUrl, services, connect }: Pick<Settings, 'publicUrl' | 'services' | 'connect'>,
): GuardedPage {
	const nonce = randomBytes(18).toString('base64');
	const origins = [publicUrl, ...services.map((it) => it.baseUrl), ...connect].map((it) => new URL(it).origin);
	const policy = [
		"default-src 'none'",
		`script-src 'nonce-${nonce}' 'strict-dynamic'`,
		"style-src 'self' 'unsafe-inline'",
		`style-src-elem 'self' 'nonce-${nonce}'`,
		`connect-src 'self' ${[...new Set(origins)].join(' ')}`,
		"img-src 'self' data:",
		"font-src 'self' data:",
		"worker-src 'self'",
		"manifest-src 'self'",
		"base-uri 'self'",
		"object-src 'none'",
		"form-action 'none'",
		"frame-ancestors 'none'",
		"require-trusted-types-for 'script'",
		`trusted-types ${trustedTypes.join(' ')}`,
	].join('; ');
	return { policy, page: withNonce(html, nonce) };
}

/** Every script, style and preload of the page bears the nonce; the console reads it from its script element. */
const withNonce = (html: string, nonce: string): string =>
	html.replaceAll(/<(?:script|style|link)\b/gi, (tag) => `${tag} nonce="${nonce}"`);
