import { isTooDeep, tooDeep } from '#lib/exact-json/depth.ts';
import { parseExact } from '#lib/exact-json/exact-json.ts';
import { invalid, ServiceError } from './service-error.ts';

/** Refuses the body of a request as a whole. */
export const badBody = (message: string): ServiceError => invalid([{ code: 'INVALID_FORMAT', path: 'body', message }]);

/** The text of a body; a byte order mark is a part of it. @throws ServiceError VALIDATION_FAILED where it is not UTF-8 */
export function textOfBody(bytes: Uint8Array): string {
	try {
		return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
	} catch {
		throw badBody('The body isn’t UTF-8 text.');
	}
}

/** Parses a body; with `exact`, numbers are JsonText where one has too many digits for a double. @throws ServiceError VALIDATION_FAILED */
export function jsonOfBody(bytes: Uint8Array, exact: boolean): unknown {
	try {
		const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
		if (isTooDeep(text)) throw badBody(`The body is ${tooDeep}.`);
		return exact && /\d[\d.]{15}/.test(text) ? parseExact(text) : JSON.parse(text);
	} catch (error) {
		if (error instanceof ServiceError) throw error;
		const why = error instanceof SyntaxError ? error.message : 'it isn’t UTF-8 text';
		throw badBody(`The body isn’t valid JSON: ${why}.`);
	}
}
