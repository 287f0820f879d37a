import { randomBytes } from 'node:crypto';

/** The Trusted Types policies that the console (`default`, because Mantine sets style elements' innerHTML) and Monaco 0.57 create. */
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
 * The page's content security policy; a test keeps the copies in `deploy/` in sync. @param origins allowed calls besides its own origin,
 * space-separated
 */
export const policyOf = (nonce: string, origins: string): string =>
	[
		"default-src 'none'",
		`script-src 'nonce-${nonce}' 'strict-dynamic'`,
		"style-src 'self' 'unsafe-inline'",
		`style-src-elem 'self' 'nonce-${nonce}'`,
		`connect-src 'self' ${origins}`.trimEnd(),
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

/** Creates a page and its policy for one response, allowing calls to these URLs' origins. */
export function guardPage(html: string, addresses: readonly string[]) {
	const nonce = randomBytes(18).toString('base64');
	const origins = addresses.map((address) => new URL(address).origin);
	return { policy: policyOf(nonce, [...new Set(origins)].join(' ')), page: withNonce(html, nonce) };
}

/** Adds the nonce to every script, style and preload; the console reads it from its script element. */
export const withNonce = (html: string, nonce: string): string =>
	html.replaceAll(/<(?:script|style|link)\b/gi, (tag) => `${tag} nonce="${nonce}"`);

/** Adds the page's folder to it, because every URL below that folder leads to this page. */
export const withBase = (html: string, folder: string): string =>
	html.replace(/<head[^>]*>/i, (head) => `${head}<base href="${folder}">`);
