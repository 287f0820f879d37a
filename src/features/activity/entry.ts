import type { SubError } from '#contract/error.ts';
import type { Exchange } from '../../api/http.ts';
import { isUnder } from '../../api/request-url.ts';
import { randomId } from '../../lib/random-id.ts';
import type { Activity } from '../../storage/activity.ts';
import { wordsOf } from './labels.ts';

/** Parameters with names, ids and counts only. Others may contain a cell, a signature or a code. */
const harmless: ReadonlySet<string> = new Set([
	'limit',
	'offset',
	'sort',
	'state',
	'buildSpecId',
	'username',
	'namespace',
	'dataset',
	'deleteDatasets',
]);

/** Converts a finished request for storage. @param base of the service this tab works with */
export function toActivity(exchange: Exchange, base: string): Activity {
	const { operation, template, method, at, ms, bearer, status, requestId, errorCode } = exchange;
	const url = new URL(exchange.url);
	const own = isUnder(base, exchange.url);
	const parameters = [...url.searchParams];
	const kept = own ? parameters.filter(([name]) => harmless.has(name)) : [];
	const leftOut = parameters.map(([name]) => name).filter((value) => !kept.some(([name]) => name === value));
	return {
		id: `${String(at + ms).padStart(15, '0')}-${randomId().slice(0, 12)}`,
		at,
		ms,
		operation,
		method,
		template,
		address: own ? `${url.origin}${url.pathname}` : url.origin + withoutSecrets(url.pathname),
		query: kept,
		leftOut: own ? [...new Set(leftOut.map(plain))] : leftOut.length > 0 ? ['the query string'] : [],
		bearer,
		status,
		requestId,
		errorCode: errorCode === null ? null : plain(errorCode),
		subErrors: exchange.subErrors.map(withoutQuotes),
		words: wordsOf(exchange),
	};
}

/** Object stores put signatures into paths too, so long segments of URLs outside of the service are removed. */
const withoutSecrets = (path: string): string =>
	path
		.split('/')
		.map((part) => (part.length > 24 ? '…' : part))
		.join('/');

/** An untrusted code or name. Anything but a plain word could be a shell command and is removed. */
const plain = (word: string): string => (/^[\w.\- ]{1,100}$/.test(word) ? word : '…');

/** Services quote what they reject, which may be a cell, so quoted texts and numbers are removed. */
const withoutQuotes = ({ code, path, message }: SubError): SubError => ({
	code: plain(code),
	...(path === undefined ? {} : { path: plain(path) }),
	message: blank(message),
});

/** Maximum text of a sub-error, in UTF-16 units. */
const longest = 300;

const blank = (text: string): string =>
	text
		.replaceAll(/"[^"]*"|“[^”]*”|`[^`]*`|(?<!\p{L})'[^']*'|‘[^’]*’/gu, '"…"')
		.replaceAll(/\d+(?:[.,:]\d+)*/g, '#')
		.slice(0, longest);
