import { joinBytes } from '#lib/join-bytes.ts';
import { pause } from '../../lib/pause.ts';
import { SourceError } from '../source/source-error.ts';
import { partsOf, peek } from './byte-stream.ts';

export interface RangeFileOptions {
	/** A presigned URL, requested without credentials. */
	readonly url: string;
	/** Gets a new URL for the file when the current one is rejected. Called once for all readers. */
	readonly renew?: () => Promise<string>;
	/** False if the beginning isn't shown first, so it isn't read ahead. */
	readonly fromBeginning?: boolean | undefined;
}

/** Bytes requested first: small outputs arrive whole, and the response has the size. */
const headBytes = 128 * 1_024;
/** Bytes at the start that are fetched while the end of a larger file is being read: the rows shown first. */
const aheadBytes = 384 * 1_024;
/** Maximum bytes kept in memory if the server sends the whole file instead of a range. */
const maxWholeBytes = 256 * 1_024 * 1_024;

interface Address {
	readonly url: string;
	/** Whether it replaced a rejected URL. */
	readonly isRenewed: boolean;
	hasAnswered: boolean;
	readonly pending: Set<Promise<Response>>;
}

const addressAt = (url: string, isRenewed: boolean): Address => ({
	url,
	isRenewed,
	hasAnswered: false,
	pending: new Set(),
});

interface Piece {
	readonly start: number;
	readonly bytes: ArrayBuffer;
}

/** A file read by ranges or from its start. Also works if the server ignores `Range` or hides `Content-Range`. */
export class RangeFile {
	#address: Address;
	#renewing: Promise<void> | null = null;
	readonly #renew: (() => Promise<string>) | undefined;
	readonly #fromBeginning: boolean;
	#whole: ArrayBuffer | null = null;
	#head: ArrayBuffer | null = null;
	/** The start of the file, while loading; null if it wasn't requested or isn't available. */
	#ahead: Promise<ArrayBuffer | null> | null = null;
	#size: number | null = null;

	constructor({ url, renew, fromBeginning = true }: RangeFileOptions) {
		this.#address = addressAt(url, false);
		this.#renew = renew;
		this.#fromBeginning = fromBeginning;
	}

	get size(): number | null {
		return this.#size;
	}

	/** The last `length` bytes (or all). @throws SourceError */
	async tail(length: number, signal?: AbortSignal): Promise<ArrayBuffer> {
		// A range from the end needs no first request, but cross-origin it requires CORS permission.
		if (this.#size === null && isSameOrigin(this.#address.url)) {
			const { bytes } = await this.#fetch(`bytes=-${length}`, signal);
			if (this.#fromBeginning && this.#whole === null && (this.#size ?? 0) > aheadBytes) this.#fetchBeginning(signal);
			return lastOf(bytes, length);
		}
		if (this.#head === null && this.#whole === null) {
			const head = await this.#fetch(`bytes=0-${headBytes - 1}`, signal);
			if (head.bytes.byteLength < headBytes) this.#keepWhole(head.bytes);
			else this.#head = head.bytes;
			requireParquet(new Uint8Array(head.bytes));
		}
		if (this.#whole !== null) return lastOf(this.#whole, length);
		if (this.#size !== null) return await this.slice(Math.max(0, this.#size - length), this.#size, signal);
		return (await this.#fetch(`bytes=-${length}`, signal)).bytes;
	}

	/** The bytes from `start` to `end` (exclusive). @throws SourceError */
	async slice(start: number, end: number, signal?: AbortSignal): Promise<ArrayBuffer> {
		if (this.#head === null && end <= aheadBytes) this.#head = (await this.#ahead) ?? this.#head;
		const held = this.#whole ?? this.#head;
		if (held !== null && end <= held.byteLength) return held.slice(start, end);
		const piece = await this.#fetch(`bytes=${start}-${end - 1}`, signal);
		const from = start - piece.start;
		if (from < 0 || piece.bytes.byteLength - from < end - start)
			throw new SourceError(
				'NOT_PARQUET',
				'The file is truncated: it’s shorter than its footer says. Reload the page, or start a new run.',
			);
		return from === 0 && piece.bytes.byteLength === end - start
			? piece.bytes
			: piece.bytes.slice(from, from + end - start);
	}

	/** The whole file in parts, with its size if the store sends it. @throws SourceError */
	async stream(signal?: AbortSignal): Promise<{ body: ReadableStream<Uint8Array>; size: number | null }> {
		if (this.#whole !== null) {
			const whole = new Uint8Array(this.#whole);
			return { body: new Blob([whole]).stream(), size: whole.length };
		}
		const response = await askAgain(() => this.#ask(null, signal), signal);
		const length = response.headers.get('Content-Length');
		// With a content encoding, the header has the compressed length.
		const isPacked = response.headers.get('Content-Encoding') !== null;
		const size = length === null || isPacked ? this.#size : Number(length);
		return { body: response.body ?? new Blob([]).stream(), size };
	}

	/** Whatever fails here is requested again on demand. */
	#fetchBeginning(signal?: AbortSignal): void {
		this.#ahead = this.#fetch(`bytes=0-${aheadBytes - 1}`, signal).then(
			({ start, bytes }) => (start === 0 ? bytes : null),
			() => null,
		);
	}

	#keepWhole(bytes: ArrayBuffer): void {
		this.#whole = bytes;
		this.#size = bytes.byteLength;
	}

	#fetch(range: string, signal?: AbortSignal): Promise<Piece> {
		return askAgain(() => this.#fetchOnce(range, signal), signal);
	}

	async #fetchOnce(range: string, signal?: AbortSignal): Promise<Piece> {
		const response = await this.#ask(range, signal);
		if (response.status === 206) {
			const match = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(response.headers.get('Content-Range') ?? '');
			if (match !== null) this.#size = Number(match[3]);
			const start = Number(/^bytes=(\d+)/.exec(range)?.[1] ?? 0);
			const bytes = await untilItsEnd(() => response.arrayBuffer(), this.#address.url, signal);
			// A browser may treat what arrived before a lost connection as complete.
			if (match !== null && bytes.byteLength <= Number(match[2]) - Number(match[1])) throw cutOff(this.#address.url);
			if (match !== null && bytes.byteLength === this.#size) this.#keepWhole(bytes);
			return { start: match === null ? start : Number(match[1]), bytes };
		}
		const { all } = await untilItsEnd(() => this.#whatIsParquet(response), this.#address.url, signal);
		const length = Number(response.headers.get('Content-Length') ?? 0);
		if (length > maxWholeBytes) {
			await all.return(undefined);
			throw new SourceError(
				'TOO_LARGE',
				`The object store can only return the whole file (${Math.round(length / 1e6)} MB), which is too large to show here. Download it instead.`,
			);
		}
		const whole = await untilItsEnd(() => wholeOf(all), this.#address.url, signal);
		this.#keepWhole(whole);
		return { start: 0, bytes: whole };
	}

	/** If the whole file is sent, don't wait for one that isn't Parquet. */
	async #whatIsParquet(response: Response) {
		const parts = partsOf(response.body ?? new Blob([]).stream());
		const peeked = await peek(parts, magic.length);
		if (peeked.isWhole) this.#keepWhole(peeked.head.slice().buffer);
		else if (!isParquet(peeked.head)) await peeked.all.return(undefined);
		requireParquet(peeked.head);
		return peeked;
	}

	async #ask(range: string | null, signal?: AbortSignal): Promise<Response> {
		const address = this.#address;
		const request = this.#get(address.url, range, signal).then((response) => {
			if (hasBytes(response)) address.hasAnswered = true;
			return response;
		});
		address.pending.add(request);
		const response = await request.finally(() => address.pending.delete(request));
		if (hasBytes(response)) return response;
		await refuseCorrupt(response);
		if (response.status === 416) throw new SourceError('NOT_PARQUET', 'The file is empty.');
		const mayBeExpired = response.status >= 400 && response.status < 500 && response.status !== 429;
		// Concurrent requests show whether a new URL doesn't work or has expired.
		if (mayBeExpired && address.isRenewed && !address.hasAnswered) await Promise.allSettled(address.pending);
		if (response.status >= 500 || response.status === 429)
			throw new SourceError(
				'LOST',
				`The object store couldn’t return the file (status ${response.status}). Try again.`,
			);
		if (!mayBeExpired || this.#renew === undefined || (address.isRenewed && !address.hasAnswered))
			throw new SourceError(
				'REFUSED',
				`The object store denied access to the file (status ${response.status}). Reload the page, or contact your admin.`,
			);
		await this.#renewed(address, this.#renew);
		return await this.#ask(range, signal);
	}

	/** Resolves when the rejected URL has been replaced. It's requested once, however many requests were rejected. */
	async #renewed(refused: Address, renew: () => Promise<string>): Promise<void> {
		if (this.#address !== refused) return;
		this.#renewing ??= renew()
			.then((url) => {
				this.#address = addressAt(url, true);
			})
			.finally(() => {
				this.#renewing = null;
			});
		await this.#renewing;
	}

	async #get(url: string, range: string | null, signal?: AbortSignal): Promise<Response> {
		try {
			return await fetch(url, {
				...(range === null ? {} : { headers: { Range: range } }),
				credentials: 'omit',
				referrerPolicy: 'no-referrer',
				...(signal ? { signal } : {}),
			});
		} catch (cause) {
			if (signal?.aborted) throw cause;
			throw await explainSilence(url, cause);
		}
	}
}

/** Retry delays for temporary failures, in ms. */
const pauses = [300, 1_000, 3_000];

/** A store that doesn't allow reading won't change; it's retried once only because a lost connection looks the same. */
const mayPass = (error: unknown, failures: number): boolean =>
	error instanceof SourceError &&
	(error.code === 'LOST' || error.code === 'UNREACHABLE' || (error.code === 'BLOCKED' && failures === 0));

/** Retries reads that failed on the network or because the store was temporarily unavailable. */
async function askAgain<T>(ask: () => Promise<T>, signal?: AbortSignal): Promise<T> {
	for (let failures = 0; ; failures += 1) {
		try {
			return await ask();
		} catch (error) {
			const wait = pauses[failures];
			if (wait === undefined || !mayPass(error, failures)) throw error;
			await pause(wait, signal);
		}
	}
}

/** @throws SourceError if the connection ends early */
async function untilItsEnd<T>(read: () => Promise<T>, url: string, signal?: AbortSignal): Promise<T> {
	try {
		return await read();
	} catch (cause) {
		if (signal?.aborted || cause instanceof SourceError) throw cause;
		throw cutOff(url, cause);
	}
}

const cutOff = (url: string, cause?: unknown): SourceError =>
	new SourceError('LOST', `${new URL(url).origin} returned only part of the file. Try again.`, cause);

async function wholeOf(all: AsyncIterable<Uint8Array>): Promise<ArrayBuffer> {
	const parts: Uint8Array[] = [];
	let size = 0;
	for await (const part of all) {
		parts.push(part);
		size += part.length;
	}
	return joinBytes(parts, size).buffer;
}

/** If the service reports corrupt data, uses its message. Other responses aren't read. @throws SourceError */
async function refuseCorrupt(response: Response): Promise<void> {
	if (response.status !== 500) return response.body?.cancel();
	const body: unknown = await response.json().catch(() => null);
	const { error_code: code, message } = Object(body);
	if (code === 'DATA_CORRUPT') throw new SourceError(code, String(message));
}

const hasBytes = ({ status }: Response): boolean => status === 200 || status === 206;

const magic = 'PAR1';

/** PARE marks a file with an encrypted footer. */
const isParquet = (head: Uint8Array): boolean =>
	/^PAR[1E]/.test(String.fromCharCode(...head.subarray(0, magic.length)));

function requireParquet(head: Uint8Array): void {
	if (!isParquet(head)) throw new SourceError('NOT_PARQUET', 'This isn’t a Parquet file.');
}

const lastOf = (bytes: ArrayBuffer, length: number): ArrayBuffer =>
	bytes.byteLength <= length ? bytes : bytes.slice(bytes.byteLength - length);

const isSameOrigin = (url: string): boolean => new URL(url).origin === globalThis.location?.origin;

/** Distinguishes a store that forbids reading from an unreachable one: an opaque response still arrives. */
async function explainSilence(url: string, cause: unknown): Promise<SourceError> {
	const { origin } = new URL(url);
	const probe = new AbortController();
	try {
		await fetch(url, { mode: 'no-cors', credentials: 'omit', signal: probe.signal });
		probe.abort();
		return new SourceError(
			'BLOCKED',
			`${origin} doesn’t allow this console to read the file (CORS). Ask its admin to allow this console’s origin.`,
			cause,
		);
	} catch {
		return new SourceError('UNREACHABLE', `${origin} isn’t responding. Check your connection, then try again.`, cause);
	}
}
