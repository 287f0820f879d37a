import { lookup as lookUp } from 'node:dns';
import type { IncomingMessage, RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { GitHttpRequest, GitHttpResponse } from 'isomorphic-git';
import { isPublicAddress } from './public-address.ts';
import { RefusedError, TooLargeError } from './reader-messages.ts';

export interface GitHttpOptions {
	/** Allowed hosts, with the port unless it's 443. */
	readonly hosts: readonly string[];
	/** Maximum bytes of all responses together. */
	readonly maxBytes: number;
	/** For tests: address check, name lookup and request. */
	readonly isAllowed?: (address: string) => boolean;
	readonly resolve?: typeof lookUp;
	readonly send?: typeof httpsRequest;
	readonly protocol?: string;
}

const maxRedirects = 3;
const idleMs = 15_000;

/** Sends Git's https requests only to listed hosts at public addresses; checked in the connection's own DNS lookup, and again for each redirect. */
export function createGitHttp(options: GitHttpOptions): { request(wanted: GitHttpRequest): Promise<GitHttpResponse> } {
	const { hosts, isAllowed = isPublicAddress, resolve = lookUp, send = httpsRequest, protocol = 'https:' } = options;
	let bytesLeft = options.maxBytes;

	const lookup: LookupFunction = (hostname, given, done) => {
		resolve(hostname, { ...given, all: true }, (error, addresses) => {
			if (error) return done(error, '');
			const first = addresses[0];
			if (first === undefined || !addresses.every((address) => isAllowed(address.address)))
				return done(notPublic(hostname), '');
			if (given.all) done(null, addresses);
			else done(null, first.address, first.family);
		});
	};

	const assertAllowed = (url: URL): void => {
		if (url.protocol !== protocol || hasPassword(url)) throw notPlain();
		if (!hosts.includes(url.host.toLowerCase())) {
			throw new RefusedError(
				'repository',
				`This service doesn’t fetch repositories from ${url.host}. ${hosts.length === 0 ? 'No hosts are allowed. Your admin can allow hosts with --git-host.' : `Allowed: ${hosts.join(', ')}.`}`,
			);
		}
		const name = url.hostname.replace(/^\[|\]$/g, '');
		if (isIP(name) !== 0 && !isAllowed(name)) throw notPublic(name);
	};

	const sendOnce = (
		url: URL,
		wanted: Pick<GitHttpRequest, 'method' | 'headers'>,
		body: Buffer,
	): Promise<IncomingMessage> =>
		new Promise((settle, reject) => {
			const settings: RequestOptions = { method: wanted.method ?? 'GET', lookup, timeout: idleMs, agent: false };
			const headers = { ...wanted.headers, ...(body.length > 0 ? { 'content-length': String(body.length) } : {}) };
			const call = send(url, { ...settings, headers }, settle);
			call.on('timeout', () =>
				call.destroy(new RefusedError('repository', `${url.host} didn’t respond in time. Try again.`)),
			);
			call.on('error', reject);
			call.end(body);
		});

	async function* counted(answer: IncomingMessage): AsyncGenerator<Uint8Array> {
		for await (const chunk of answer as AsyncIterable<Uint8Array>) {
			bytesLeft -= chunk.length;
			if (bytesLeft < 0) {
				answer.destroy();
				const most = `${Math.floor(options.maxBytes / 2 ** 20)} MiB`;
				throw new TooLargeError(
					'repository',
					`The repository is larger than the limit of ${most}. Ask your admin to raise --git-bytes.`,
				);
			}
			yield chunk;
		}
	}

	return {
		async request(wanted) {
			const body = await collect(wanted.body);
			let url = new URL(wanted.url);
			let headers = wanted.headers ?? {};
			for (let redirects = 0; ; redirects++) {
				assertAllowed(url);
				const answer = await sendOnce(url, { ...wanted, headers }, body);
				const { statusCode = 0, statusMessage = '', headers: received } = answer;
				const moved = [301, 302, 303, 307, 308].includes(statusCode) ? received.location : undefined;
				if (moved === undefined) {
					const plain = Object.fromEntries(Object.entries(received).map(([name, value]) => [name, String(value)]));
					const method = wanted.method ?? 'GET';
					return { url: url.href, method, statusCode, statusMessage, headers: plain, body: counted(answer) };
				}
				answer.destroy();
				if (redirects >= maxRedirects || (body.length > 0 && statusCode < 307)) {
					throw new RefusedError(
						'repository',
						`${url.host} redirects too often or in an unsupported way. Use the repository’s final URL.`,
					);
				}
				const next = new URL(moved, url);
				if (next.host !== url.host) headers = withoutAuthorization(headers);
				url = next;
			}
		},
	};
}

const hasPassword = (url: URL): boolean => url.username !== '' || url.password !== '';

/** Credentials for one host must not be sent to another. */
const withoutAuthorization = (headers: Record<string, string>): Record<string, string> =>
	Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'authorization'));

const notPlain = (): RefusedError =>
	new RefusedError('repository', 'Use an https URL without a username and password.');

/** Refuses a URL with a username or password: isomorphic-git would strip them before sending anything. @throws RefusedError */
export function assertNoPassword(url: string): void {
	if (URL.canParse(url) && hasPassword(new URL(url))) throw notPlain();
}

const notPublic = (name: string): RefusedError =>
	new RefusedError(
		'repository',
		`${name} isn’t a public address. Repositories can be fetched only from public addresses.`,
	);

async function collect(body: GitHttpRequest['body']): Promise<Buffer> {
	const chunks: Uint8Array[] = [];
	if (body !== undefined) for await (const chunk of body as AsyncIterable<Uint8Array>) chunks.push(chunk);
	return Buffer.concat(chunks);
}
