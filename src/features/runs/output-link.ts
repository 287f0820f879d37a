import { queryOptions } from '@tanstack/react-query';
import { listOutputs } from '#contract/build-run.ts';
import { ApiError } from '../../api/api-error.ts';
import { baseUrl, callWithHeaders, type TextAnswer } from '../../api/http.ts';
import { readAddress } from '../../api/read-address.ts';
import { runKeys } from './keys.ts';
import { type OutputItem, toOutputItems } from './output-item.ts';

/** A download URL with its expiry in this browser's clock, ms since the epoch (null if unknown). */
export interface OutputLink {
	readonly downloadUrl: string;
	readonly expiresAt: number | null;
}

/** A link that expires within this time, in ms, is renewed before use. */
const useBefore = 30_000;

const operation = 'getOutputLink';

/** Resolves an `href` relative to the base URL, or with a leading `/`, to its origin. @throws ApiError */
export function resolveHref(href: string, base: string): string {
	const url = webAddress(href, `${base}/`);
	if (url === null) throw unreadable(`"${shorten(href)}" isn’t a valid URL.`);
	return url;
}

/**
 * Parses the response of an `href`: `{downloadUrl, expiresAt}`, `{url}`, or a bare URL as text or JSON string
 * (docs/decisions/0003). If a redirect was followed, its target is the download URL.
 * @param offset how far the service's clock is ahead of this browser's, ms
 * @throws ApiError if there is no web URL
 */
export function parseLink(text: string, answeredFrom: string, offset: number): OutputLink {
	const body = parsed(text.trim());
	const members = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
	const address = typeof body === 'string' ? body : (members.downloadUrl ?? members.url);
	const downloadUrl = typeof address === 'string' && address !== '' ? webAddress(address, answeredFrom) : null;
	if (downloadUrl === null) throw unreadable('the service returned no download URL.');
	return { downloadUrl, expiresAt: localTime(members.expiresAt, offset) };
}

/** An output's link, cached until shortly before it expires. Refetching renews it. */
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

/** An output that came with its URL gets a new one by listing the outputs again. */
async function readListed(buildRunId: string, item: OutputItem, signal: AbortSignal): Promise<OutputLink> {
	const { value, headers } = await callWithHeaders(listOutputs, { params: { buildRunId } }, { signal });
	const listed = toOutputItems(value.items).find((outputItem) => outputItem.key === item.key) ?? item;
	if (listed.link.kind === 'href') return await readLink(listed.link.href, signal);
	return parseLink(JSON.stringify(listed.link), baseUrl(), clockOffset(headers.get('Date'), Date.now()));
}

/** How far the service's clock is ahead, in ms. Less than two seconds may be latency and the header's rounding. */
export function clockOffset(date: string | null, now: number): number {
	const at = Date.parse(date ?? '');
	return Number.isNaN(at) || Math.abs(at - now) < 2_000 ? 0 : at - now;
}

function localTime(value: unknown, offset: number): number | null {
	const at = typeof value === 'string' ? Date.parse(value) : Number.NaN;
	return Number.isNaN(at) ? null : at - offset;
}

/** An absolute http(s) URL without credentials, or null. Nothing else may become a link. */
function webAddress(text: string, base: string): string | null {
	if (!URL.canParse(text, base)) return null;
	const url = new URL(text, base);
	const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
	return isWeb && url.username === '' && url.password === '' ? url.href : null;
}

/** Parses JSON, or text that is itself a URL. */
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
		message: `Can’t open this output: ${reason} Contact your admin.`,
		subErrors: [],
		requestId: null,
		operation,
	});
