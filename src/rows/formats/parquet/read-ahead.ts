export interface Range {
	readonly from: number;
	readonly to: number;
}

/** Ranges with a gap up to this are fetched together, since a request costs more. */
const smallGap = 64 * 1_024;
const longestSpan = 4 * 1_024 * 1_024;
const aheadBytes = 4 * 1_024 * 1_024;
const aheadRequests = 6;

type Slice = (start: number, end: number, signal: AbortSignal) => Promise<ArrayBuffer>;

/** Fetches ranges in order of use: merges neighbors into one request, and reads ahead. */
export class ReadAhead {
	readonly #slice: Slice;
	readonly #signal: AbortSignal;
	readonly #spans: readonly Range[];
	readonly #fetched = new Map<number, Promise<ArrayBuffer>>();
	#next = 0;

	constructor(slice: Slice, ranges: readonly Range[], signal: AbortSignal) {
		this.#slice = slice;
		this.#signal = signal;
		this.#spans = joinRanges(ranges);
	}

	/** Bytes within one of the ranges. `passed` frees earlier ones. */
	async slice(start: number, end: number): Promise<ArrayBuffer> {
		const index = this.#spans.findIndex(({ from, to }) => from <= start && end <= to);
		const span = this.#spans[index];
		if (span === undefined) return await this.#slice(start, end, this.#signal);
		this.#fetchFrom(index);
		const bytes = await this.#fetch(index, span);
		return bytes.slice(start - span.from, end - span.from);
	}

	/** Frees everything before the spans with this range. */
	passed({ from }: Range): void {
		for (const index of this.#fetched.keys()) {
			const span = this.#spans[index];
			if (span !== undefined && index < this.#next && span.to <= from) this.#fetched.delete(index);
		}
	}

	#fetchFrom(index: number): void {
		let bytes = 0;
		for (let ahead = index; ahead < index + aheadRequests && bytes <= aheadBytes; ahead += 1) {
			const span = this.#spans[ahead];
			if (span === undefined) return;
			bytes += span.to - span.from;
			if (ahead >= this.#next) {
				this.#next = ahead + 1;
				this.#fetch(ahead, span).catch(() => {});
			}
		}
	}

	#fetch(index: number, { from, to }: Range): Promise<ArrayBuffer> {
		const held = this.#fetched.get(index);
		if (held !== undefined) return held;
		const bytes = this.#slice(from, to, this.#signal);
		this.#fetched.set(index, bytes);
		return bytes;
	}
}

function joinRanges(ranges: readonly Range[]): Range[] {
	const spans: Range[] = [];
	for (const { from, to } of ranges) {
		const last = spans.at(-1);
		if (last !== undefined && from >= last.to && from - last.to <= smallGap && to - last.from <= longestSpan)
			spans[spans.length - 1] = { from: last.from, to };
		else spans.push({ from, to });
	}
	return spans;
}
