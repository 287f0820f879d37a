import { watchBlockedOrigins } from './blocked-origins.ts';
import { createPolicy } from './trusted-types.ts';

/*
 * What the console needs under a content security policy with nonces and Trusted Types. Imported before anything that
 * makes style elements: Mantine and Monaco do so when they are first used.
 */

/** The nonce of the script element that the console came by; empty where the page has no such policy. */
export const pageNonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';

if (pageNonce !== '') giveStylesTheNonce(pageNonce);
// Mantine fills its style elements through innerHTML. No style sheet of its has a "<", so whatever has one is not for it.
createPolicy('default', { createHTML: (text) => (text.includes('<') ? null : text) });
watchBlockedOrigins();

/** Neither Monaco nor a style element that Mantine makes while colors change can be given a nonce in another way. */
function giveStylesTheNonce(nonce: string): void {
	const create = document.createElement;
	document.createElement = function (this: Document, ...args: Parameters<Document['createElement']>) {
		const element = create.apply(this, args);
		if (element instanceof HTMLStyleElement) element.nonce = nonce;
		return element;
	} as Document['createElement'];
}
