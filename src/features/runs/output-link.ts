import { queryOptions } from '@tanstack/react-query';
import { listOutputs } from '#contract/build-run.ts';
import { ApiError } from '../../api/api-error.ts';
import { baseUrl, callWithHeaders, type TextAnswer } from '../../api/http.ts';
import { readAddress } from '../../api/read-address.ts';
import { runKeys } from './keys.ts';
import { type OutputItem, toOutputItems } from './output-item.ts';

/** A download address and when it ends, by this browser's clock, ms since the epoch (null where that is not said). */
export interface OutputLink {
	readonly downloadUrl: string;
	readonly expiresAt: number | null;
}

/** A link that ends sooner than this, ms, is renewed before it is used. */
const useBefore = 30_000;

const operation = 'getOutputLink';

/** Where an `href` leads: relative to the base URL; with a leading `/`, to its origin. @throws ApiError */
export function resolveHref(href: string, base: string): string {
	const url = webAddress(href, `${base}/`);
	if (url === null) throw unreadable(`"${shorten(href)}" isn’t a web address.`);
	return url;
}

/**
 * Reads what an `href` answered: `{downloadUrl, expiresAt}`, `{url}`, or a bare address as text or JSON string
 * (docs/decisions/0003); a redirect that was followed leads to the address itself.
 * @param offset how far the service's clock is ahead of this browser's, ms
 * @throws ApiError when no web address is in it
 */
export function parseLink(text: string, answeredFrom: string, offset: number): OutputLink {
	const body = parsed(text.trim());
	const members = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
	const address = typeof body === 'string' ? body : (members.downloadUrl ?? members.url);
	const downloadUrl = typeof address === 'string' && address !== '' ? webAddress(address, answeredFrom) : null;
	if (downloadUrl === null) throw unreadable('the service sent no download address.');
	return { downloadUrl, expiresAt: localTime(members.expiresAt, offset) };
}

/** The link of an output, kept until shortly before it ends. Refetching renews it. */
export const outputLinkQuery = (buildRunId: string, item: OutputItem) =>
	queryOptions({
		queryKey: runKeys.link(buildRunId, item.key),
		queryFn: ({ signal }) =>
			item.link.kind === 'href' ? readLink(item.link.href, signal) : readListed(buildRunId, item, signal),
		staleTime: (query) => (query.state.data !== undefined && isUsable(query.state.data, Date.now()) ? 3_600_000 : 0),
		refetchOnWindowFocus: false,
	});

export const isUsable = ({ expiresAt }: OutputLink, now: number): boolean =>
	expiresAt === null || expiresAt - now > useBefore;

async function readLink(href: string, signal: AbortSignal): Promise<OutputLink> {
	const address = resolveHref(href, baseUrl());
	const answer = await readAddress(operation, address, signal);
	if (answer.text === '' && isRedirected(answer, address)) return { downloadUrl: answer.url, expiresAt: null };
	return parseLink(answer.text, answer.url || address, clockOffset(answer.headers.get('Date'), Date.now()));
}

const isRedirected = ({ url }: TextAnswer, address: string): boolean => url !== '' && url !== address;

/** An output that came with its address gets a new one by listing the outputs anew. */
async function readListed(buildRunId: string, item: OutputItem, signal: AbortSignal): Promise<OutputLink> {
	const { value, headers } = await callWithHeaders(listOutputs, { params: { buildRunId } }, { signal });
	const listed = toOutputItems(value.items).find((outputItem) => outputItem.key === item.key) ?? item;
	if (listed.link.kind === 'href') return await readLink(listed.link.href, signal);
	return parseLink(JSON.stringify(listed.link), baseUrl(), clockOffset(headers.get('Date'), Date.now()));
}

/** How far the service's clock is ahead, ms; less than two seconds may be the way and the header's whole seconds. */
export function clockOffset(date: string | null, now: number): number {
	const at = Date.parse(date ?? '');
	return Number.isNaN(at) || Math.abs(at - now) < 2_000 ? 0 : at - now;
}

function localTime(value: unknown, offset: number): number | null {
	const at = typeof value === 'string' ? Date.parse(value) : Number.NaN;
	return Number.isNaN(at) ? null : at - offset;
}

/** An absolute http(s) address without credentials, or null: nothing else may become a link. */
function webAddress(text: string, base: string): string | null {
	if (!URL.canParse(text, base)) return null;
	const url = new URL(text, base);
	const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
	return isWeb && url.username === '' && url.password === '' ? url.href : null;
}

/** JSON, or a text that is itself an address; other text is nothing. */
function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return /^(https?:\/\/|\/)\S+$/i.test(text) ? text : null;
	}
}

const shorten = (text: string): string => (text.length > 80 ? `${text.slice(0, 80)}…` : text);

const unreadable = (reason: string): ApiError =>
	new ApiError({
		kind: 'unreadable',
		status: 200,
		code: 'UNREADABLE',
		message: `Can’t open this output: ${reason}`,
		subErrors: [],
		requestId: null,
		operation,
	});
