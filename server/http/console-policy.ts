import { createHash, randomBytes } from 'node:crypto';
import type { Settings } from '../settings.ts';

/**
 * Whether the strict policy is sent: scripts and styles by nonce, Trusted Types, and calls to listed origins alone. It
 * needs a console that hands the nonce to Mantine and Monaco and makes its Trusted Types policies, as ours does.
 */
const strict: boolean = true;

/** A page as it is sent, with the policy that it is sent with. */
export interface GuardedPage {
	readonly policy: string;
	readonly page: string;
}

/** Makes the page and its policy for each answer. */
export function guardPage(
	html: string,
	settings: Pick<Settings, 'publicUrl' | 'services' | 'connect'>,
	isStrict = strict,
): () => GuardedPage {
	if (isStrict) return () => strictPage(html, settings);
	const policy = openPolicy(html, new URL(settings.publicUrl).origin);
	return () => ({ policy, page: html });
}

/**
 * Policies that the console and Monaco 0.57 make (`createTrustedTypesPolicy` and `createPolicy` in its sources).
 * `default` is the console's: Mantine fills style elements through innerHTML.
 */
const trustedTypes = [
	'dataset-console',
	'default',
	'defaultWorkerFactory',
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

function strictPage(html: string, { publicUrl, services, connect }: Parameters<typeof guardPage>[1]): GuardedPage {
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

/** Scripts that stand in the page itself are allowed by their hash. Any service may be called: people sign in to others too. */
function openPolicy(html: string, origin: string): string {
	const inline = [...html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/gi)].map(([, text = '']) => text);
	const hashes = inline.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
	return [
		"default-src 'none'",
		["script-src 'self'", ...hashes].join(' '),
		"style-src 'self' 'unsafe-inline'",
		`connect-src 'self' ${origin} http: https:`,
		"img-src 'self' data:",
		"font-src 'self' data:",
		"worker-src 'self' blob:",
		"manifest-src 'self'",
		"base-uri 'self'",
		"object-src 'none'",
		"form-action 'none'",
		"frame-ancestors 'none'",
	].join('; ');
}
