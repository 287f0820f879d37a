import { watchBlockedOrigins } from './blocked-origins.ts';
import { createPolicy } from './trusted-types.ts';

/*
 * Support for a content security policy with nonces and Trusted Types. Imported before anything that creates style
 * elements: Mantine and Monaco do so on first use.
 */

/** Nonce of the console's script element; empty without such a policy. */
export const pageNonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';

if (pageNonce !== '') giveStylesTheNonce(pageNonce);
// Mantine fills style elements through innerHTML. Its style sheets contain no "<", so anything with one is rejected.
createPolicy('default', { createHTML: (text) => (text.includes('<') ? null : text) });
watchBlockedOrigins();

/** There's no other way to give a nonce to Monaco's style elements, or to those Mantine creates while colors change. */
function giveStylesTheNonce(nonce: string): void {
	const create = document.createElement;
	document.createElement = function (this: Document, ...args: Parameters<Document['createElement']>) {
		const element = create.apply(this, args);
		if (element instanceof HTMLStyleElement) element.nonce = nonce;
		return element;
	} as Document['createElement'];
}
