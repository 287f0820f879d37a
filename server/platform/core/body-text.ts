import { isTooDeep, tooDeep } from '#lib/exact-json/depth.ts';
import { parseExact } from '#lib/exact-json/exact-json.ts';
import { whyInvalidJson } from '#lib/exact-json/located.ts';
import { invalid, type ServiceError } from './service-error.ts';

/** Rejects a request body as a whole. */
export const badBody = (message: string): ServiceError => invalid([{ code: 'INVALID_FORMAT', path: 'body', message }]);

/** Decodes a body; a byte order mark is kept. @throws ServiceError VALIDATION_FAILED if it isn't UTF-8 */
export function textOfBody(bytes: Uint8Array): string {
	try {
		return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
	} catch {
		throw badBody('The request body isn’t UTF-8 text. Encode it as UTF-8.');
	}
}

/** What is wrong with a body that isn't JSON. */
export function invalidJson(text: string): string {
	const why = whyInvalidJson(text);
	return why === null ? 'The request body isn’t valid JSON.' : `The request body isn’t valid JSON: ${why}.`;
}

/** Parses a body; with `exact`, numbers with too many digits for a double become JsonText. @throws ServiceError VALIDATION_FAILED */
export function jsonOfBody(bytes: Uint8Array, exact: boolean): unknown {
	const text = textOfBody(bytes).replace(/^\uFEFF/, '');
	if (isTooDeep(text)) throw badBody(`The request body is ${tooDeep}.`);
	try {
		return exact && /\d[\d.]{15}/.test(text) ? parseExact(text) : JSON.parse(text);
	} catch {
		throw badBody(invalidJson(text));
	}
}
