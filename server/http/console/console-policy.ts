import { randomBytes } from 'node:crypto';

/** The policies that the console (`default`, as Mantine sets style elements' innerHTML) and Monaco 0.57 create. */
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

/** The page's policy; a test holds the copies in `deploy/` equal. @param origins allowed calls beside its own origin, space-separated */
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

/** Makes a page and its policy for one answer, with calls allowed to these addresses' origins. */
export function guardPage(html: string, addresses: readonly string[]) {
	const nonce = randomBytes(18).toString('base64');
	const origins = addresses.map((address) => new URL(address).origin);
	return { policy: policyOf(nonce, [...new Set(origins)].join(' ')), page: withNonce(html, nonce) };
}

/** Every script, style and preload of the page bears the nonce; the console reads it from its script element. */
export const withNonce = (html: string, nonce: string): string =>
	html.replaceAll(/<(?:script|style|link)\b/gi, (tag) => `${tag} nonce="${nonce}"`);

/** The page says which folder it lies in, since every address of a page below it leads to it. */
export const withBase = (html: string, folder: string): string =>
	html.replace(/<head[^>]*>/i, (head) => `${head}<base href="${folder}">`);
